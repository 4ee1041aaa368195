package clang

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// addImport records an include or import. The span of <header> holds its
// brackets, that of "header" not its quotes: isAngle tells them apart by it.
func addImport(w *lang.Walk, in include) {
	form := code.ImportInclude
	if in.module {
		form = code.ImportStatic
	}
	span := code.Span{Start: in.start, End: in.end}
	if in.angle {
		span = code.Span{Start: in.start - 1, End: in.end + 1}
	}
	w.AddImport(code.Import{Specifier: text(w.Source[in.start:in.end]), Form: form, Span: span, Line: w.Line(in.start)})
}

// isAngle reports whether an import is written in angle brackets.
func isAngle(im *code.Import) bool { return int(im.Span.End-im.Span.Start) == len(im.Specifier)+2 }

// isPlus reports whether a header is clearly C++. What stands under #ifdef
// __cplusplus tells nothing.
func isPlus(src []byte) bool {
	if !bytes.Contains(src, []byte("::")) && !bytes.Contains(src, []byte("class")) && !bytes.Contains(src, []byte("namespace")) &&
		!bytes.Contains(src, []byte("template")) && !bytes.Contains(src, []byte("public")) && !bytes.Contains(src, []byte("using")) &&
		!bytes.Contains(src, []byte("constexpr")) {
		return false
	}
	l := lex(src, true)
	depth, hidden := 0, 0 // hidden is the depth of the conditional for C++ only
	tokens := l.tokens
	at := func(i int) *token {
		if i < len(tokens) {
			return &tokens[i]
		}
		return &token{}
	}
	for i := range tokens {
		t := &tokens[i]
		switch t.kind {
		case kindIf, kindDead:
			depth++
			if hidden == 0 && plusOnly(src, t) {
				hidden = depth
			}
			continue
		case kindElse:
			if hidden == depth {
				hidden = 0
			}
			continue
		case kindEndif:
			if hidden == depth {
				hidden = 0
			}
			depth--
			continue
		}
		if hidden > 0 {
			continue
		}
		switch {
		case t.kind == kindScope:
			return i > 0 && tokens[i-1].kind == kindName || at(i+1).kind == kindName
		case t.word == wordClass:
			if i > 0 && tokens[i-1].word == wordEnum {
				return true
			}
			if n := at(i + 1); n.kind == kindName && n.word == wordNone {
				switch at(i + 2).kind {
				case '{', ':', ';', kindName:
					return true
				}
			}
		case t.word == wordNamespace:
			if k := at(i + 1).kind; k == '{' || k == kindName && at(i+2).kind == '{' {
				return true
			}
		case t.word == wordTemplate:
			if at(i+1).kind == '<' {
				return true
			}
		case t.word == wordAccess:
			if at(i+1).kind == ':' && at(i+2).kind != kindNumber {
				return true
			}
		case t.word == wordUsing:
			if at(i+1).word == wordNamespace || at(i+1).kind == kindName && at(i+2).kind == '=' {
				return true
			}
		}
	}
	return false
}

// plusOnly reports whether the conditional that begins at t holds for C++ only.
func plusOnly(src []byte, t *token) bool {
	line := src[t.start:]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	return bytes.Contains(line, []byte("__cplusplus")) && !bytes.Contains(line, []byte("!")) && !bytes.Contains(line, []byte("ifndef"))
}
