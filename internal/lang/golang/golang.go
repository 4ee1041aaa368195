// Package golang extracts facts from Go source. In go a file's bytes, out
// come its definitions, imports and references, read by the standard
// library's parser, which is several times faster than tree-sitter on Go and
// keeps the language's exact scoping rules within reach.
//
// Definition is the language; Extract is its native extractor. A file that
// does not parse is cut at its top-level declarations and read piece by
// piece, so that a half-typed function does not hide its neighbours.
package golang

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition describes Go.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "go",
		Name:       "Go",
		Aliases:    []string{"golang"},
		Extensions: []string{".go"},
		Comments:   lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}},
		Patterns:   &lang.Patterns{Grammar: patternGrammar, Expando: 'µ', Body: [2]string{"func _() {\n", "\n}"}},
		Extract:    Extract,
		Kinds: []code.Kind{code.KindInterface, code.KindStruct, code.KindType, code.KindFunction,
			code.KindMethod, code.KindField, code.KindConstant, code.KindVariable},
		Resolve:    Resolve,
		Visible:    Visible,
		Linking:    linking(),
		RouteWords: routeWords,
		IsTest:     func(path string) bool { return strings.HasSuffix(path, "_test.go") },
		IsEntryPoint: func(_ string, f *code.Facts) bool {
			return f.Package == "main" && slices.ContainsFunc(f.Definitions, func(d code.Definition) bool {
				return d.Name == "main" && d.Kind == code.KindFunction
			})
		},
	}
}

const mode = parser.SkipObjectResolution | parser.ParseComments | parser.AllErrors

// maxNesting is the deepest nesting of brackets that is handed to the parser:
// it recurses about a kilobyte of stack a level. Hand-written code stays
// under 50, generated code under 1,000.
const maxNesting = 10000

// headerBytes is how much of a declaration that is nested too deep is read.
const headerBytes = 2000

// parsed is one piece of the file as the parser saw it. The file offset of a
// position is the position plus shift, clamped to from..to.
type parsed struct {
	file     *ast.File
	shift    int
	from, to int
	broken   bool
}

// Extract adds the facts of src to b, whatever the bytes are.
func Extract(src []byte, b *lang.Builder) {
	l := scan(src)
	for _, r := range l.regions {
		b.Region(r.Kind, r.Span)
	}
	if !l.code {
		return
	}
	x := newExtractor(src, l.regions, b)
	if l.nesting <= maxNesting {
		file, err := parser.ParseFile(token.NewFileSet(), "", src, mode)
		if err == nil {
			x.run([]parsed{{file: file, shift: -1, to: len(src)}})
			return
		}
		b.SetStatus(code.StatusPartial)
	} else {
		b.SetStatus(code.StatusFallback)
	}
	x.run(parsePieces(src, l))
}

// clause makes a file of a piece that has no package clause. The parser gives
// up after a package clause whose next token is not well-formed, so that
// token is one of ours.
const clause = "package p;var _ _\n"

// parsePieces parses each top-level declaration by itself.
func parsePieces(src []byte, l *lexed) []parsed {
	var out []parsed
	var buffer []byte
	parse := func(p piece, whole bool) parsed {
		text, shift := src[p.start:p.end], p.start-1
		if !whole {
			buffer = append(append(buffer[:0], clause...), text...)
			text, shift = buffer, shift-len(clause)
		}
		file, err := parser.ParseFile(token.NewFileSet(), "", text, mode)
		return parsed{file, shift, p.start, p.end, err != nil}
	}
	add := func(p piece, whole bool) {
		header := headerEnd(src, p)
		if l.nesting > maxNesting && scan(src[p.start:p.end]).nesting > maxNesting {
			p.end = header
		}
		got := parse(p, whole)
		if got.broken && len(got.file.Decls) == 0 && header < p.end {
			p.end = header // the parser has a limit of its own for other nesting
			got = parse(p, whole)
		}
		out = append(out, got)
	}
	for i, p := range l.pieces(src) {
		if i == 0 {
			if bytes.HasPrefix(src, byteOrderMark) {
				p.start += len(byteOrderMark)
			}
			if k := clauseEnd(src[p.start:p.end]); k > 0 {
				add(piece{p.start, p.start, p.start + k}, true)
				p.start += k
			}
			p.keyword = max(p.keyword, p.start)
		}
		add(p, false)
	}
	return out
}

// headerEnd is the end of the piece's first line of code, at most headerBytes on.
func headerEnd(src []byte, p piece) int {
	end := min(p.end, p.keyword+headerBytes)
	for i := p.keyword; i < end; i++ {
		if src[i] == '\n' {
			return i
		}
	}
	return end
}

// clauseEnd is the end of the line on which the package clause stands, or 0
// if the text's first word is not "package".
func clauseEnd(text []byte) int {
	at := 0
	for _, r := range append(scan(text).regions, code.Region{Span: code.Span{Start: uint32(len(text))}}) {
		word := bytes.TrimLeft(text[at:r.Span.Start], " \t\r\n")
		if bytes.HasPrefix(word, []byte("package")) {
			return lineEnd(text, int(r.Span.Start)-len(word))
		}
		if len(word) > 0 || r.Kind != code.RegionComment {
			break
		}
		at = int(r.Span.End)
	}
	return 0
}
