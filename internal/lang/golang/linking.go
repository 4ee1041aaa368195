package golang

import (
	"go/ast"
	"go/parser"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// linking says how Go's names are looked up.
func linking() *lang.Linking {
	return &lang.Linking{
		Type:        typeOf,
		Known:       known,
		Common:      common,
		Predeclared: predeclared,
		CallMakes:   true, // T(v) is a conversion
		ModuleNames: moduleNames,
		Structural:  true,
	}
}

// moduleNames are those by which a file knows an imported package: its alias,
// what the package calls itself, or what its path suggests.
func moduleNames(im *code.Import, pkg string) []string {
	if im.Form == code.ImportSideEffect {
		return nil
	}
	for _, n := range im.Names {
		switch {
		case n.Name == "*" && n.Alias != "":
			return []string{n.Alias}
		case n.Name == "*":
			return nil // import . "p"
		}
	}
	if pkg != "" {
		return []string{pkg}
	}
	return packageNames(im.Specifier)
}

// typeOf takes a type apart; several results in parentheses are a tuple.
func typeOf(text string) lang.Type {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "..."); ok {
		return lang.Type{Name: lang.TypeList, Args: []lang.Type{typeOf(rest)}}
	}
	if strings.HasPrefix(text, "(") {
		if e, err := parser.ParseExpr("func() " + text); err == nil {
			if f, ok := e.(*ast.FuncType); ok {
				return results(f.Results)
			}
		}
	}
	e, err := parser.ParseExpr(text)
	if err != nil {
		return lang.Type{}
	}
	return typeExpr(e)
}

func results(l *ast.FieldList) lang.Type {
	all := fields(l)
	switch len(all) {
	case 0:
		return lang.Type{}
	case 1:
		return all[0]
	}
	return lang.Type{Name: lang.TypeTuple, Args: all}
}

func fields(l *ast.FieldList) (out []lang.Type) {
	if l == nil {
		return nil
	}
	for _, f := range l.List {
		t := typeExpr(f.Type)
		for range max(1, len(f.Names)) {
			out = append(out, t)
		}
	}
	return out
}

func typeExpr(e ast.Expr) lang.Type {
	switch e := e.(type) {
	case *ast.Ident:
		return lang.Type{Name: e.Name}
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok {
			return lang.Type{Name: id.Name + "." + e.Sel.Name}
		}
	case *ast.StarExpr:
		return typeExpr(e.X)
	case *ast.ParenExpr:
		return typeExpr(e.X)
	case *ast.Ellipsis:
		return lang.Type{Name: lang.TypeList, Args: []lang.Type{typeExpr(e.Elt)}}
	case *ast.ArrayType:
		return lang.Type{Name: lang.TypeList, Args: []lang.Type{typeExpr(e.Elt)}}
	case *ast.MapType:
		return lang.Type{Name: lang.TypeMap, Args: []lang.Type{typeExpr(e.Key), typeExpr(e.Value)}}
	case *ast.ChanType: // ranging over it gives its elements in the place of keys
		t := typeExpr(e.Value)
		return lang.Type{Name: lang.TypeMap, Args: []lang.Type{t, t}}
	case *ast.FuncType:
		return lang.Type{Name: lang.TypeFunc, Args: append(fields(e.Params), results(e.Results))}
	case *ast.IndexExpr:
		t := typeExpr(e.X)
		t.Args = []lang.Type{typeExpr(e.Index)}
		return t
	case *ast.IndexListExpr:
		t := typeExpr(e.X)
		for _, i := range e.Indices {
			t.Args = append(t.Args, typeExpr(i))
		}
		return t
	}
	return lang.Type{}
}

// known gives the standard library's iterators their shape.
func known(t lang.Type) lang.Type {
	switch {
	case t.Name == "iter.Seq" && len(t.Args) == 1:
		return lang.Type{Name: lang.TypeMap, Args: []lang.Type{t.Args[0], t.Args[0]}}
	case t.Name == "iter.Seq2" && len(t.Args) == 2:
		return lang.Type{Name: lang.TypeMap, Args: t.Args}
	}
	return t
}

// common reports whether types of the standard library often have a method of
// that name.
func common(member string) bool {
	switch member {
	case "Close", "Error", "String", "Read", "Write", "Len", "Less", "Swap", "Name", "Unwrap", "Is", "As", "Lock", "Unlock",
		"Add", "Done", "Wait", "Get", "Set", "Reset", "Next", "Bytes", "Seek", "Stat", "Sync", "Run", "Start", "Stop", "Do",
		"Size", "Mode", "Open", "Type", "Kind", "Value", "Key", "Path", "Exec", "Query", "Scan", "Flush", "Format", "Parse", "Equal":
		return true
	}
	return false
}
