package rust

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// linking says how Rust's names are looked up.
func linking() *lang.Linking {
	return &lang.Linking{
		Resolves:    "impl blocks in any file of the crate, traits and their default methods, modules and use in every form, Self, enum variants, patterns, Option, Result and iterators, macros as calls",
		Beyond:      "types that implement a trait in another file than their own, associated types, what stands inside of macros; measured on no compiler's answers",
		Type:        typeOf,
		Known:       known,
		Library:     library,
		Implied:     implied,
		Common:      func(member string) bool { return common[member] },
		Predeclared: predeclared,
		Path:        importPath,
		Root:        rootOf,
		Unwritten:   unwritten,
		Itself:      "self",
		Outer:       "super",
		Adopts:      true,
		CallsApart:  true,
		ItemMembers: []string{"index", "next"},
		GlobalIn:    globalIn,
	}
}

// globalIn: macros are known by where they stand in the text of a crate, and
// not by its modules.
func globalIn(f *code.Facts, i int32) bool { return f.Definitions[i].Kind == code.KindMacro }

// importPath is the path of what a use declaration brings in.
func importPath(im *code.Import, _ code.ImportedName) []string {
	if im.Form == code.ImportStatic || im.Form == code.ImportInclude {
		return nil
	}
	return strings.Split(im.Specifier, "::")
}

// rootOf is the module that the first names of a path lead to: crate, self,
// super or a crate's name. It lies in a file, in modules written there.
func rootOf(p lang.Project, file string, f *code.Facts, offset uint32, names []string) (to string, inside []string, used int) {
	r := &resolver{p, packageOf(p, file), file, f}
	at, _ := r.here(offset)
	ok := true
	switch names[0] {
	case "crate":
		at, ok = r.root(at)
		used = 1
	case "self", "super":
		for used < len(names) && ok && (names[used] == "super" || names[used] == "self") {
			if names[used] == "super" {
				at, ok = r.parent(at)
			}
			used++
		}
	case "":
		if len(names) < 2 {
			return "", nil, 0
		}
		if to := r.pkg.find(p, names[1]); to != nil {
			return to.library, nil, 2
		}
		return "", nil, 0
	default:
		if to := r.pkg.find(p, names[0]); to != nil {
			return to.library, nil, 1
		}
		return "", nil, 0
	}
	if !ok || at.file == "" {
		return "", nil, 0
	}
	own := (&resolver{p, r.pkg, at.file, f}).spotOf(at.file)
	if rest, found := strings.CutPrefix(at.dir, own.dir+"/"); found || own.dir == "" && at.dir != "" {
		if own.dir == "" {
			rest = at.dir
		}
		inside = strings.Split(rest, "/")
	}
	return at.file, inside, used
}

// unwritten finds a module that has a file but no "mod" that is read.
func unwritten(p lang.Project, file string, f *code.Facts, name string) []string {
	pkg := packageOf(p, file)
	if pkg.roots == nil || sysroot(name) {
		return nil
	}
	r := &resolver{p, pkg, file, f}
	if to := r.child(r.spotOf(file).dir, name); to != "" && !r.isRoot(to) {
		return []string{to}
	}
	return nil
}

// typeOf takes a type apart. References, pointers and lifetimes are left out.
func typeOf(text string) lang.Type { return typeTo(strings.TrimSpace(text), 12) }

func typeTo(s string, left int) lang.Type {
	if left == 0 {
		return lang.Type{}
	}
	left--
	for {
		s = strings.TrimSpace(s)
		switch {
		case strings.HasPrefix(s, "&"):
			s = strings.TrimSpace(s[1:])
			if strings.HasPrefix(s, "'") {
				_, s, _ = strings.Cut(s, " ")
			}
			continue
		case strings.HasPrefix(s, "for<"):
			s = s[min(len(s), closing(s[3:])+3):]
			continue
		}
		cut := false
		for _, word := range []string{"mut ", "dyn ", "impl ", "*const ", "*mut ", "unsafe ", "const ", "async ", "?"} {
			if rest, ok := strings.CutPrefix(s, word); ok {
				s, cut = rest, true
			}
		}
		if !cut {
			break
		}
	}
	if parts := split(s, '+'); len(parts) > 1 {
		var ways []lang.Type
		for _, p := range parts {
			switch p = strings.TrimSpace(p); {
			case p == "", p[0] == '\'', p[0] == '?', marker(p):
			default:
				ways = append(ways, typeTo(p, left))
			}
		}
		if len(ways) == 1 {
			return ways[0]
		}
		if len(ways) > 1 {
			return lang.Type{Name: lang.TypeUnion, Args: ways}
		}
		return lang.Type{}
	}
	switch {
	case s == "" || s == "_" || s == "!" || s == "()":
		return lang.Type{}
	case s[0] == '(':
		end := closing(s)
		inner := s[1:max(1, end-1)]
		parts := split(inner, ',')
		if len(parts) == 1 {
			return typeTo(inner, left)
		}
		t := lang.Type{Name: lang.TypeTuple}
		for _, p := range parts {
			if strings.TrimSpace(p) != "" {
				t.Args = append(t.Args, typeTo(p, left))
			}
		}
		return t
	case s[0] == '[':
		end := closing(s)
		inner := s[1:max(1, end-1)]
		return lang.Type{Name: lang.TypeList, Args: []lang.Type{typeTo(split(inner, ';')[0], left)}}
	case s[0] == '<':
		end := closing(s)
		base, _, _ := strings.Cut(s[1:max(1, end-1)], " as ")
		t := typeTo(base, left)
		for _, name := range strings.Split(strings.TrimPrefix(s[end:], "::"), "::") {
			if name != "" {
				t = lang.Type{Name: lang.TypeMember, Args: []lang.Type{t, {Name: name}}}
			}
		}
		return t
	case s[0] == '\'':
		return lang.Type{}
	}
	for _, word := range []string{"fn(", "Fn(", "FnMut(", "FnOnce("} {
		if i := strings.Index(s, word); i >= 0 && (i == 0 || s[i-1] == ' ' || s[i-1] == ':') && !strings.ContainsAny(s[:i], "<(") {
			rest := s[i+len(word)-1:]
			end := closing(rest)
			t := lang.Type{Name: lang.TypeFunc}
			for _, p := range split(rest[1:max(1, end-1)], ',') {
				if p = strings.TrimSpace(p); p != "" {
					if name, typ, ok := strings.Cut(p, ": "); ok && !strings.ContainsAny(name, "<(&") {
						p = typ
					}
					t.Args = append(t.Args, typeTo(p, left))
				}
			}
			result := lang.Type{}
			if after, ok := strings.CutPrefix(strings.TrimSpace(rest[end:]), "->"); ok {
				result = typeTo(after, left)
			}
			t.Args = append(t.Args, result)
			return t
		}
	}
	var t lang.Type
	var names []string
	for s != "" {
		end := strings.IndexAny(s, "<:(")
		if end < 0 {
			end = len(s)
		}
		if name := strings.TrimSpace(s[:end]); name != "" {
			names = append(names, strings.TrimPrefix(strings.TrimPrefix(name, "r#"), "$"))
		}
		s = s[end:]
		switch {
		case s == "":
		case s[0] == '<':
			end := closing(s)
			t.Args = nil
			for _, a := range split(s[1:max(1, end-1)], ',') {
				a = strings.TrimSpace(a)
				if a == "" || a[0] == '\'' {
					continue
				}
				if name, bound, ok := strings.Cut(a, "="); ok && !strings.ContainsAny(name, "<(") {
					a = bound
				}
				t.Args = append(t.Args, typeTo(a, left))
			}
			s = s[end:]
			s = strings.TrimPrefix(s, "::")
		case s[0] == '(':
			s = s[closing(s):]
		default:
			s = strings.TrimLeft(s, ":")
		}
	}
	if len(names) == 0 {
		return lang.Type{}
	}
	if names[0] == "Self" {
		x := lang.Type{Name: code.ChainSelf}
		for _, n := range names[1:] {
			x = lang.Type{Name: lang.TypeMember, Args: []lang.Type{x, {Name: n}}}
		}
		return x
	}
	t.Name = strings.Join(names, ".")
	return t
}

// marker reports whether a bound says nothing of members.
func marker(name string) bool {
	switch name {
	case "Send", "Sync", "Sized", "Unpin", "Copy", "Clone", "Debug", "Eq", "PartialEq", "Ord", "PartialOrd", "Hash", "Default", "Display",
		"fmt::Debug", "fmt::Display", "std::fmt::Debug", "std::fmt::Display", "UnwindSafe", "RefUnwindSafe":
		return true
	}
	return false
}

// closing is behind the bracket that closes the one that text begins with.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<', '(', '[', '{':
			depth++
		case '>':
			if i > 0 && (s[i-1] == '-' || s[i-1] == '=') {
				continue
			}
			fallthrough
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// split cuts a text at a character outside of brackets.
func split(s string, at byte) (out []string) {
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<', '(', '[', '{':
			depth++
		case '>':
			if i == 0 || s[i-1] != '-' && s[i-1] != '=' {
				depth--
			}
		case ')', ']', '}':
			depth--
		case at:
			if depth == 0 {
				out = append(out, s[from:i])
				from = i + 1
			}
		}
	}
	return append(out, s[from:])
}

// known gives the types of the standard library their shape. What only points
// to a value is as the value; what holds some values is a list of them, be it
// one at most.
func known(t lang.Type) lang.Type {
	for range 6 {
		name := code.LastPart(t.Name)
		if len(t.Args) == 0 || strings.HasPrefix(t.Name, "std.") && holder[name] {
			return t
		}
		switch name {
		case "Box", "Rc", "Arc", "Cow", "Pin", "Ref", "RefMut", "MutexGuard", "RwLockReadGuard", "RwLockWriteGuard", "ManuallyDrop",
			"Lazy", "LazyLock", "LazyCell", "Peekable", "AsRef", "AsMut", "Borrow", "Deref", "DerefMut", "Into", "NonNull", "OwnedMutexGuard":
			t = t.Args[0]
			continue
		case "Vec", "VecDeque", "HashSet", "BTreeSet", "BinaryHeap", "LinkedList", "IndexSet", "FxHashSet", "Option", "Iterator", "IntoIterator",
			"DoubleEndedIterator", "ExactSizeIterator", "Stream", "Iter", "IntoIter", "IterMut", "Drain":
			return lang.Type{Name: lang.TypeList, Args: t.Args[:1]}
		case "Result":
			return lang.Type{Name: lang.TypeList, Args: t.Args}
		case "HashMap", "BTreeMap", "IndexMap", "FxHashMap", "AHashMap":
			if len(t.Args) > 1 {
				return lang.Type{Name: lang.TypeMap, Args: t.Args[:2]}
			}
		case "Future", "BoxFuture", "IntoFuture", "LocalBoxFuture":
			return lang.Type{Name: lang.TypeAwait, Args: t.Args[:1]}
		case "JoinHandle":
			return lang.Type{Name: lang.TypeAwait, Args: []lang.Type{{Name: lang.TypeList, Args: t.Args[:1]}}}
		case "Mutex", "RwLock", "RefCell", "Cell", "OnceCell", "OnceLock", "UnsafeCell":
			return lang.Type{Name: "std." + name, Args: t.Args}
		}
		return t
	}
	return t
}

var holder = map[string]bool{"Mutex": true, "RwLock": true, "RefCell": true, "Cell": true, "OnceCell": true, "OnceLock": true, "UnsafeCell": true, "Entry": true}

func returning(t lang.Type) lang.Type { return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{t}} }

// given is a method that gets a function with such parameters as its first
// argument.
func given(result lang.Type, params ...lang.Type) lang.Type {
	return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{{Name: lang.TypeFunc, Args: append(params, lang.Type{})}, result}}
}

var (
	first   = lang.Type{Name: "$0"}
	second  = lang.Type{Name: "$1"}
	nothing = lang.Type{}
	listed  = lang.Type{Name: lang.TypeList, Args: []lang.Type{first, second}}
	listed2 = lang.Type{Name: lang.TypeList, Args: []lang.Type{second}}
	pairs   = lang.Type{Name: lang.TypeList, Args: []lang.Type{{Name: lang.TypeTuple, Args: []lang.Type{first, second}}}}
	mapped  = lang.Type{Name: lang.TypeMap, Args: []lang.Type{first, second}}
)

// library gives the members of the standard library's containers.
func library(name, member string) (lang.Type, bool) {
	switch name {
	case lang.TypeList:
		return listMember(member)
	case lang.TypeMap:
		switch member {
		case "get", "get_mut", "remove", "insert", "values", "values_mut", "into_values":
			return returning(listed2), true
		case "iter", "iter_mut", "into_iter", "drain", "next", "first_key_value", "last_key_value", "pop_first", "range", "get_key_value", "remove_entry":
			return returning(pairs), true
		case "keys", "into_keys":
			return returning(lang.Type{Name: lang.TypeList, Args: []lang.Type{first}}), true
		case "entry":
			return returning(lang.Type{Name: "std.Entry", Args: []lang.Type{first, second}}), true
		case "clone":
			return returning(mapped), true
		case "retain":
			return given(nothing, first, second), true
		}
	case "std.Entry":
		switch member {
		case "or_insert", "or_default", "or_insert_with", "into_mut":
			return returning(second), true
		case "and_modify":
			return given(lang.Type{Name: "std.Entry", Args: []lang.Type{first, second}}, second), true
		}
	case "std.Mutex", "std.RwLock":
		switch member {
		case "lock", "read", "write", "try_lock", "try_read", "try_write":
			return returning(lang.Type{Name: lang.TypeAwait, Args: []lang.Type{first}}), true
		case "get_mut", "into_inner":
			return returning(listed), true
		}
	case "std.RefCell", "std.Cell", "std.UnsafeCell":
		switch member {
		case "borrow", "borrow_mut", "get_mut", "get", "take", "replace", "into_inner":
			return returning(first), true
		}
	case "std.OnceCell", "std.OnceLock":
		switch member {
		case "get_or_init":
			return returning(first), true
		case "get", "get_mut", "take", "into_inner", "get_or_try_init":
			return returning(listed), true
		}
	case lang.TypeAwait:
		switch member {
		case code.ChainItem:
			return first, true
		case "unwrap", "expect", "unwrap_or_else":
			return returning(first), true
		}
	}
	switch member {
	case "clone", "as_ref", "as_mut", "borrow", "borrow_mut", "to_owned", "by_ref":
		return returning(lang.Type{Name: code.ChainSelf}), true
	case "to_string":
		return returning(lang.Type{Name: "String"}), true
	}
	return nothing, false
}

func listMember(member string) (lang.Type, bool) {
	switch member {
	case "unwrap", "expect", "unwrap_or", "unwrap_or_default", "unwrap_unchecked", "remove", "swap_remove", "get_or_insert", "get_or_insert_with", "insert":
		return returning(first), true
	case "unwrap_or_else":
		return given(first, second), true
	case "iter", "iter_mut", "into_iter", "drain", "as_ref", "as_mut", "as_deref", "as_deref_mut", "cloned", "copied", "clone", "to_vec", "rev", "skip",
		"take", "chain", "peekable", "step_by", "first", "last", "first_mut", "last_mut", "get", "get_mut", "next", "next_back", "nth", "pop", "pop_front",
		"pop_back", "peek", "peek_mut", "front", "back", "front_mut", "back_mut", "min", "max", "or", "ok", "ok_or", "ok_or_else", "context", "with_context",
		"collect", "by_ref", "cycle", "fuse", "replace", "into_boxed_slice", "as_slice", "as_mut_slice", "split_off", "wrap_err", "flatten", "into_vec", "to_owned",
		"next_if", "par_iter", "into_par_iter", "unique", "sorted", "dedup", "wrap_err_with", "as_pin_mut":
		if member == "flatten" {
			return returning(first), true
		}
		return returning(listed), true
	case "err":
		return returning(listed2), true
	case "unwrap_err", "expect_err":
		return returning(second), true
	case "map_err":
		return given(lang.Type{Name: lang.TypeList, Args: []lang.Type{first}}, second), true
	case "or_else":
		return given(listed, second), true
	case "enumerate":
		return returning(lang.Type{Name: lang.TypeList, Args: []lang.Type{{Name: lang.TypeTuple, Args: []lang.Type{{Name: "usize"}, first}}}}), true
	case "windows", "chunks", "chunks_exact", "split":
		return returning(lang.Type{Name: lang.TypeList, Args: []lang.Type{{Name: lang.TypeList, Args: []lang.Type{first}}}}), true
	case "filter", "skip_while", "take_while", "inspect", "find", "min_by_key", "max_by_key", "sorted_by_key", "inspect_err", "rfind":
		return given(listed, first), true
	case "min_by", "max_by", "sort_by", "sort_unstable_by", "dedup_by", "reduce", "sorted_by":
		return given(listed, first, first), true
	case "map", "for_each", "any", "all", "position", "filter_map", "flat_map", "and_then", "sort_by_key", "retain", "is_some_and", "is_ok_and", "partition",
		"find_map", "try_for_each", "map_while", "sort_unstable_by_key", "retain_mut", "binary_search_by", "binary_search_by_key", "rposition", "is_none_or", "dedup_by_key":
		return given(nothing, first), true
	case "fold", "try_fold", "map_or":
		f := lang.Type{Name: lang.TypeFunc, Args: []lang.Type{nothing, first, nothing}}
		if member == "map_or" {
			f.Args = f.Args[1:]
		}
		return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{nothing, f, nothing}}, true
	case "map_or_else":
		of := func(t lang.Type) lang.Type { return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{t, nothing}} }
		return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{of(second), of(first), nothing}}, true
	}
	return nothing, false
}

// implied gives the members that types have by deriving them or through the
// library's blanket implementations.
func implied(kind code.Kind, member string) (lang.Type, bool) {
	switch member {
	case "clone", "to_owned", "as_ref", "as_mut", "borrow", "borrow_mut", "by_ref", "deref", "deref_mut", "default", "as_deref":
		return returning(lang.Type{Name: code.ChainSelf}), true
	case "to_string":
		return returning(lang.Type{Name: "String"}), true
	}
	return nothing, false
}

// common are names that the methods of the standard library's types and traits
// have.
var common = words(`new default clone from into try_from try_into as_ref as_mut borrow borrow_mut deref deref_mut to_string to_owned
	to_vec unwrap expect map map_err and_then or_else ok err iter iter_mut into_iter next len is_empty push pop insert remove get get_mut
	contains contains_key extend clear drain retain sort first last join split trim parse collect filter fold any all find
	fmt eq ne cmp partial_cmp hash drop index index_mut add sub mul div neg not read write flush lock read_to_end read_to_string
	read_exact write_all write_str write_fmt send recv poll take replace swap set is_some is_none is_ok is_err unwrap_or unwrap_or_else as_str as_bytes
	chars bytes lines keys values entry append reserve capacity with_capacity min max sum product count rev zip skip chain enumerate
	starts_with ends_with find position copied cloned as_slice as_ptr call wait join spawn path name kind description source cause
	to_str display exists file_name extension parent is_file is_dir metadata id args output status start end step push_str
	load store fetch_add peek next_back size_hint nth last seek resize truncate splice dedup concat repeat context with_context`)

func words(text string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

var prelude = words(`std core alloc proc_macro test Option Some None Result Ok Err Box String Vec ToString ToOwned Clone Copy Send Sync Sized Unpin Drop
	Fn FnMut FnOnce AsRef AsMut Into From TryFrom TryInto Default Iterator IntoIterator Extend DoubleEndedIterator ExactSizeIterator Eq PartialEq
	Ord PartialOrd drop FromIterator Future IntoFuture Debug Hash
	println eprintln print eprint format write writeln vec panic assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne
	todo unimplemented unreachable matches include_str include_bytes include concat stringify env option_env line column file module_path cfg
	compile_error dbg thread_local format_args try derive cfg_attr test allow warn deny forbid inline must_use doc repr no_mangle ignore
	should_panic global_allocator macro_export macro_use non_exhaustive path feature deprecated track_caller cold proc_macro_derive proc_macro_attribute
	target_os target_arch unix windows debug_assertions Self self not any all expect automatically_derived link_name link no_std bench`)

func predeclared(name string) bool { return prelude[name] || primitive([]byte(name)) }
