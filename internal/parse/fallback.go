package parse

import (
	"bytes"
	"regexp"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// declaration finds lines that declare something in most languages: optional
// modifiers, a keyword, a name. It is only used where the real extractor
// could not finish, and the facts say so.
var declaration = regexp.MustCompile(`^[ \t]*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub|open|override|sealed|partial|declare|inline|virtual|unsafe|extern)\s+){0,6}` +
	`(func|function|def|fn|fun|sub|class|interface|trait|struct|enum|union|record|object|module|namespace|type|macro_rules!)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)`)

var declarationKinds = map[string]code.Kind{
	"func": code.KindFunction, "function": code.KindFunction, "def": code.KindFunction, "fn": code.KindFunction,
	"fun": code.KindFunction, "sub": code.KindFunction, "class": code.KindClass, "interface": code.KindInterface,
	"trait": code.KindTrait, "struct": code.KindStruct, "enum": code.KindEnum, "union": code.KindUnion,
	"record": code.KindRecord, "object": code.KindObject, "module": code.KindModule, "namespace": code.KindNamespace,
	"type": code.KindType, "macro_rules!": code.KindMacro,
}

// longestLine bounds the lines the fallback looks at (bytes): a minified line
// declares nothing that a reader could use.
const longestLine = 2000

// maxFallback bounds how many definitions the fallback gives for one file.
const maxFallback = 5000

// fallback reads declarations line by line.
func fallback(d *lang.Definition, src []byte) *code.Facts {
	b := lang.NewBuilder(d, src)
	b.SetStatus(code.StatusFallback)
	line, at, found := uint32(0), 0, 0
	for at < len(src) && found < maxFallback {
		end := bytes.IndexByte(src[at:], '\n')
		if end < 0 {
			end = len(src)
		} else {
			end += at
		}
		line++
		if text := src[at:end]; len(text) <= longestLine {
			if m := declaration.FindSubmatchIndex(text); m != nil {
				found++
				indent := len(text) - len(bytes.TrimLeft(text, " \t"))
				text = bytes.TrimRight(text, " \t\r")
				b.Add(code.Definition{
					Name: b.Intern(text[m[4]:m[5]]), Kind: declarationKinds[string(text[m[2]:m[3]])],
					NameSpan: code.Span{Start: uint32(at + m[4]), End: uint32(at + m[5])},
					Span:     code.Span{Start: uint32(at + indent), End: uint32(at + len(text))},
					Line:     line, Lines: code.Lines{First: line, Last: line}, Container: code.NoDefinition,
					Signature: code.OneLine(string(bytes.ToValidUTF8(text, []byte("\uFFFD")))), Exported: true,
				})
			}
		}
		at = end + 1
	}
	return b.Finish()
}
