package golang

import (
	"fmt"
	"go/ast"
	"go/parser"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// linking says how Go's names are looked up.
func linking() *lang.Linking {
	return &lang.Linking{
		Resolves:     "package scope, selectors, struct fields and literals, embedding, method values, generics by their arguments, range forms and type switches, interface satisfaction by method sets",
		Beyond:       "type arguments that a call infers, build constraints (files of all platforms are one package)",
		Type:         typeOf,
		Known:        known,
		Common:       common,
		Predeclared:  predeclared,
		CallMakes:    true,
		CallConverts: true,
		ModuleNames:  moduleNames,
		OwnImports:   true,
		Reach:        reach,
		Signature:    signature,
		Interface:    wellKnown,
	}
}

// reach of a lower-case name is its package, which is a directory.
func reach(d *code.Definition) lang.Reach {
	if ast.IsExported(d.Name) {
		return lang.ReachAll
	}
	return lang.ReachDirectory
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

// signature gives a method's parameter and result types without the packages
// before their names: the same type is written with and without one.
func signature(d *code.Definition) string {
	var b strings.Builder
	for _, p := range d.Params {
		b.WriteString(bareType(p.Type))
		b.WriteByte(',')
	}
	b.WriteByte(':')
	if strings.HasPrefix(d.Type, "(") {
		if e, err := parser.ParseExpr("func() " + d.Type); err == nil {
			if f, ok := e.(*ast.FuncType); ok {
				for _, field := range f.Results.List {
					for range max(1, len(field.Names)) {
						b.WriteString(bareExpr(field.Type))
						b.WriteByte(',')
					}
				}
				return b.String()
			}
		}
	}
	if d.Type != "" {
		b.WriteString(bareType(d.Type))
		b.WriteByte(',')
	}
	return b.String()
}

func bareType(text string) string {
	rest, variadic := strings.CutPrefix(text, "...")
	e, err := parser.ParseExpr(rest)
	if err != nil {
		return text
	}
	if variadic {
		return "..." + bareExpr(e)
	}
	return bareExpr(e)
}

// bareExpr prints a type with its packages left out and its aliases undone.
func bareExpr(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		switch e.Name {
		case "byte":
			return "uint8"
		case "rune":
			return "int32"
		}
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return "*" + bareExpr(e.X)
	case *ast.ParenExpr:
		return bareExpr(e.X)
	case *ast.Ellipsis:
		return "..." + bareExpr(e.Elt)
	case *ast.ArrayType:
		if e.Len != nil {
			return "[n]" + bareExpr(e.Elt)
		}
		return "[]" + bareExpr(e.Elt)
	case *ast.MapType:
		return "map[" + bareExpr(e.Key) + "]" + bareExpr(e.Value)
	case *ast.ChanType:
		return fmt.Sprint("chan", int(e.Dir), " ", bareExpr(e.Value))
	case *ast.FuncType:
		return "func(" + bareFields(e.Params) + ")(" + bareFields(e.Results) + ")"
	case *ast.InterfaceType:
		if e.Methods.NumFields() == 0 {
			return "any"
		}
		return "interface"
	case *ast.StructType:
		return "struct"
	case *ast.IndexExpr:
		return bareExpr(e.X) + "[" + bareExpr(e.Index) + "]"
	case *ast.IndexListExpr:
		out := bareExpr(e.X) + "["
		for _, i := range e.Indices {
			out += bareExpr(i) + ","
		}
		return out + "]"
	}
	return ""
}

func bareFields(l *ast.FieldList) string {
	out := ""
	if l == nil {
		return out
	}
	for _, f := range l.List {
		for range max(1, len(f.Names)) {
			out += bareExpr(f.Type) + ","
		}
	}
	return out
}

// interfaces are those of the standard library that other interfaces and
// structs embed. Source: the documentation of the packages.
var interfaces = map[string]string{
	"error": "Error", "fmt.Stringer": "String", "sort.Interface": "Len Less Swap", "heap.Interface": "Len Less Swap Push Pop",
	"io.Reader": "Read", "io.Writer": "Write", "io.Closer": "Close", "io.Seeker": "Seek", "io.ReaderAt": "ReadAt", "io.WriterAt": "WriteAt",
	"io.ReadCloser": "Read Close", "io.WriteCloser": "Write Close", "io.ReadWriter": "Read Write", "io.ReadWriteCloser": "Read Write Close",
	"io.ReadSeeker": "Read Seek", "io.ReadSeekCloser": "Read Seek Close", "io.WriteSeeker": "Write Seek", "io.ReadWriteSeeker": "Read Write Seek",
	"io.WriterTo": "WriteTo", "io.ReaderFrom": "ReadFrom", "io.ByteReader": "ReadByte", "io.ByteScanner": "ReadByte UnreadByte",
	"io.ByteWriter": "WriteByte", "io.RuneReader": "ReadRune", "io.RuneScanner": "ReadRune UnreadRune", "io.StringWriter": "WriteString",
	"context.Context": "Deadline Done Err Value", "sync.Locker": "Lock Unlock",
	"fs.FileInfo": "Name Size Mode ModTime IsDir Sys", "os.FileInfo": "Name Size Mode ModTime IsDir Sys", "fs.DirEntry": "Name IsDir Type Info",
	"fs.FS": "Open", "fs.File": "Stat Read Close", "http.Handler": "ServeHTTP", "http.ResponseWriter": "Header Write WriteHeader",
	"http.RoundTripper": "RoundTrip", "http.Flusher": "Flush", "flag.Value": "String Set", "json.Marshaler": "MarshalJSON",
	"json.Unmarshaler": "UnmarshalJSON", "encoding.TextMarshaler": "MarshalText", "encoding.TextUnmarshaler": "UnmarshalText",
	"encoding.BinaryMarshaler": "MarshalBinary", "encoding.BinaryUnmarshaler": "UnmarshalBinary", "hash.Hash": "Write Sum Reset Size BlockSize",
	"driver.Valuer": "Value", "sql.Scanner": "Scan", "net.Error": "Error Timeout Temporary", "net.Addr": "Network String",
	"net.Conn":     "Read Write Close LocalAddr RemoteAddr SetDeadline SetReadDeadline SetWriteDeadline",
	"net.Listener": "Accept Close Addr", "any": "", "comparable": "",
}

func wellKnown(name string) ([]string, bool) {
	methods, ok := interfaces[name]
	return strings.Fields(methods), ok
}
