package clang

import (
	"strings"

	"sextant/internal/lang"
)

// known gives the standard library's containers their shape. Iterators and
// smart pointers are left out as pointers are: they have the members of what
// they point to.
func known(t lang.Type) lang.Type {
	name := strings.TrimPrefix(strings.TrimPrefix(t.Name, "std."), "boost.")
	switch name {
	case "vector", "list", "deque", "forward_list", "set", "multiset", "unordered_set", "unordered_multiset", "array", "span", "initializer_list",
		"stack", "queue", "priority_queue", "valarray":
		if len(t.Args) > 0 {
			return lang.Type{Name: lang.TypeList, Args: t.Args[:1]}
		}
	case "map", "multimap", "unordered_map", "unordered_multimap":
		if len(t.Args) > 1 {
			return lang.Type{Name: lang.TypeMap, Args: t.Args[:2]}
		}
	case "pair", "tuple":
		if len(t.Args) > 0 {
			return lang.Type{Name: lang.TypeTuple, Args: t.Args}
		}
	case "unique_ptr", "shared_ptr", "weak_ptr", "optional", "atomic", "reference_wrapper", "function", "future", "shared_future", "promise",
		"enable_shared_from_this", "remove_reference_t", "decay_t", "move_only_function", "scoped_ptr", "intrusive_ptr":
		if len(t.Args) > 0 {
			return t.Args[0]
		}
	}
	return t
}

// library gives what members of containers lead to.
func library(name, member string) (lang.Type, bool) {
	element := lang.Type{Name: "$0"}
	switch name {
	case lang.TypeList:
		switch member {
		case "begin", "end", "rbegin", "rend", "cbegin", "cend", "front", "back", "at", "data", "find", "top", "insert", "emplace", "emplace_back",
			"erase", "lower_bound", "upper_bound":
			return result(element), true
		}
	case lang.TypeMap:
		pair := lang.Type{Name: lang.TypeTuple, Args: []lang.Type{{Name: "$0"}, {Name: "$1"}}}
		switch member {
		case "begin", "end", "rbegin", "rend", "cbegin", "cend", "find", "lower_bound", "upper_bound", "erase":
			return result(pair), true
		case "insert", "emplace", "try_emplace", "insert_or_assign":
			return result(lang.Type{Name: lang.TypeTuple, Args: []lang.Type{pair}}), true
		case "at":
			return result(lang.Type{Name: "$1"}), true
		}
	case lang.TypeTuple:
		switch member {
		case "first":
			return element, true
		case "second":
			return lang.Type{Name: "$1"}, true
		}
	}
	return lang.Type{}, false
}

func result(t lang.Type) lang.Type { return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{t}} }

// unwraps reports whether a member of smart pointers and the like gives what
// they hold.
func unwraps(member string) bool {
	switch member {
	case "get", "lock", "value", "load", "release", "exchange":
		return true
	}
	return false
}

// common reports whether types of the standard library have a member of that name.
func common(member string) bool {
	switch member {
	case "begin", "end", "size", "empty", "clear", "insert", "erase", "find", "push_back", "pop_back", "front", "back", "data", "at", "get", "reset",
		"release", "swap", "first", "second", "c_str", "append", "count", "length", "substr", "resize", "reserve", "emplace", "emplace_back", "push",
		"pop", "top", "lock", "unlock", "join", "wait", "load", "store", "value", "str", "what", "open", "close", "read", "write", "type", "value_type",
		"iterator", "const_iterator", "rbegin", "rend", "assign", "compare", "good", "fail", "eof", "flush", "test", "set", "max", "min", "data_", "next":
		return true
	}
	return false
}
