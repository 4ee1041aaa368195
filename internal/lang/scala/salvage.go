package scala

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
)

// words may stand before a declaration's keyword.
var words = map[string]bool{"private": true, "protected": true, "abstract": true, "final": true, "sealed": true, "implicit": true,
	"lazy": true, "override": true, "inline": true, "infix": true, "open": true, "transparent": true, "opaque": true, "case": true}

// declared reads the declaration that a line begins.
func declared(w *lang.Walk, from, to uint32) (jvm.Declared, bool) {
	src := w.Source[:to]
	at := from
	d := jvm.Declared{Kind: code.KindClass}
	for {
		at = skipSpace(src, at)
		for at < to && src[at] == '@' {
			at = skipSpace(src, annotationEnd(src, at))
			if at == to {
				d.Prefix = true
				return d, false
			}
		}
		begin := at
		for at < to && jvm.NameByte(src[at]) {
			at++
		}
		word := string(src[begin:at])
		mark := ""
		switch word {
		case "class":
		case "trait":
			d.Kind = code.KindTrait
		case "object":
			d.Kind = code.KindObject
		case "enum":
			d.Kind = code.KindEnum
		case "type":
			d.Kind = code.KindType
		case "def":
			d.Kind = code.KindFunction
		case "val", "var":
			d.Kind, d.Local = code.KindProperty, true
			mark = "=:"
		case "package":
			return packaged(src, at)
		case "given":
			d.Kind = code.KindProperty
			mark = ":"
		default:
			if !words[word] {
				return d, false
			}
			if at < to && src[at] == '[' {
				if end := bytes.IndexByte(src[at:], ']'); end >= 0 {
					at += uint32(end) + 1
				}
			}
			continue
		}
		at = skipSpace(src, at)
		d.Name = code.Span{Start: at, End: nameEnd(src, at)}
		next := skipSpace(src, d.Name.End)
		if at < to && src[at] == '`' {
			if end := bytes.IndexByte(src[at+1:], '`'); end > 0 {
				d.Name = code.Span{Start: at + 1, End: at + 1 + uint32(end)}
				next = skipSpace(src, d.Name.End+1)
			}
		}
		if d.Name.End == d.Name.Start || mark != "" && (next == to || bytes.IndexByte([]byte(mark), src[next]) < 0) {
			return d, false
		}
		return d, true
	}
}

// packaged reads a package object, or a package written around its contents,
// from behind the word "package".
func packaged(src []byte, at uint32) (jvm.Declared, bool) {
	d := jvm.Declared{Kind: code.KindPackage}
	at = skipSpace(src, at)
	object := bytes.HasPrefix(src[at:], []byte("object "))
	if object {
		at = skipSpace(src, at+uint32(len("object")))
	}
	end := at
	for int(end) < len(src) && (jvm.NameByte(src[end]) || !object && src[end] == '.') {
		end++
	}
	d.Name = code.Span{Start: at, End: end}
	last := src[len(src)-1]
	return d, end > at && (object || last == '{' || last == ':')
}

func skipSpace(src []byte, at uint32) uint32 {
	for int(at) < len(src) && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	return at
}

// annotationEnd is where the annotation that begins at an offset ends.
func annotationEnd(src []byte, at uint32) uint32 {
	at++
	for int(at) < len(src) && (jvm.NameByte(src[at]) || src[at] == '.') {
		at++
	}
	depth := 0
	for int(at) < len(src) && (src[at] == '(' || depth > 0) {
		switch src[at] {
		case '(':
			depth++
		case ')':
			depth--
		}
		at++
	}
	return at
}

// nameEnd is where the name that begins at an offset ends: letters, digits, or
// the characters of operators.
func nameEnd(src []byte, at uint32) uint32 {
	end := at
	for int(end) < len(src) && jvm.NameByte(src[end]) {
		end++
	}
	if end > at {
		if c := src[at]; c >= '0' && c <= '9' {
			return at
		}
		return end
	}
	for int(end) < len(src) && bytes.IndexByte([]byte("!#%&*+-/<=>?@\\^|~:$"), src[end]) >= 0 {
		end++
	}
	return end
}
