package summary

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sextant/internal/code"
)

// OfText summarises a file by line patterns alone, whatever its language: the
// engine "regex". It needs the text and never fails; its confidence is never
// high.
func OfText(s Source) Summary {
	s.Facts = nil
	if !readable(s.Class) || len(s.Text) == 0 {
		return Of(s)
	}
	s.Facts = scanText(s.Class, s.Text)
	purpose, _ := describe(&s)
	out := Summary{Purpose: purpose, LineCount: max(s.Lines, int(s.Facts.Lines)), Confidence: Low}
	if s.Facts.Doc != "" || len(s.Facts.Definitions) > 0 {
		out.Confidence = Medium
	}
	out.list(&s)
	return out
}

// Bounds of what patterns look at: the lines of a file, and the bytes of one.
const (
	patternLines = 20000
	patternBytes = 400
	docLines     = 60 // how far down the first comment may begin
)

// declaration is a way in which languages declare a name. The name is the last
// group.
type declaration struct {
	pattern *regexp.Regexp
	kind    code.Kind
}

// modifiers are what may stand before a declaring word.
const modifiers = `^(?:(?:export|default|declare|pub(?:\([a-z]+\))?|public|internal|open|abstract|final|sealed|static|async|unsafe|inline|extern|partial|data|case|virtual|override|implicit|local)\s+)*`

var declarations = []declaration{
	{regexp.MustCompile(modifiers + `class\s+([A-Za-z_]\w*)`), code.KindClass},
	{regexp.MustCompile(modifiers + `interface\s+([A-Za-z_]\w*)`), code.KindInterface},
	{regexp.MustCompile(modifiers + `(?:trait|protocol)\s+([A-Za-z_]\w*)`), code.KindTrait},
	{regexp.MustCompile(modifiers + `enum\s+(?:class\s+|struct\s+)?([A-Za-z_]\w*)`), code.KindEnum},
	{regexp.MustCompile(modifiers + `(?:struct|message)\s+([A-Za-z_]\w*)\s*[{<(:;]`), code.KindStruct},
	{regexp.MustCompile(modifiers + `(?:object|service)\s+([A-Za-z_]\w*)`), code.KindObject},
	{regexp.MustCompile(modifiers + `type\s+([A-Za-z_]\w*)`), code.KindType},
	{regexp.MustCompile(modifiers + `(?:function\*?|func|fn|fun|def|sub|defn-?|proc)\s+(?:\([^)]*\)\s*)?(?:self\.)?([A-Za-z_][\w.:!?-]*)`), code.KindFunction},
	{regexp.MustCompile(`^([A-Za-z_]\w*)\s*\(\)\s*\{`), code.KindFunction},
	{regexp.MustCompile(`(?i)^create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:table|view|function|procedure|trigger)\s+(?:if\s+not\s+exists\s+)?([\w.]+)`), code.KindStruct},
	{regexp.MustCompile(`^(?:defmodule|module|namespace)\s+([A-Za-z_][\w.:/\\-]*)`), code.KindModule},
	{regexp.MustCompile(modifiers + `(?:const|let|var|val)\s+([A-Za-z_]\w*)\s*[:=]`), code.KindConstant},
	{regexp.MustCompile(`^#\s*define\s+([A-Za-z_]\w*)`), code.KindMacro},
	{regexp.MustCompile(`^#{1,3}\s+(\S.*)$`), code.KindHeading},
	{regexp.MustCompile(`^\[\[?([\w .:"/-]+)\]\]?\s*$`), code.KindKey},
	{regexp.MustCompile(`^"?([A-Za-z_][\w.-]*)"?\s*:(?:\s|$)`), code.KindKey},
}

// brought are the ways in which languages name another file. The file is the
// last group.
var brought = []*regexp.Regexp{
	regexp.MustCompile(`^import\s+(?:type\s+)?(?:[\w*{}\s,$]+\s+from\s+)?["']([^"']+)["']`),
	regexp.MustCompile(`^export\s+(?:[\w*{}\s,$]+)\s+from\s+["']([^"']+)["']`),
	regexp.MustCompile(`^from\s+([\w.]+)\s+import\b`),
	regexp.MustCompile(`^import\s+(?:static\s+|qualified\s+)?([\w.]+)\s*;?\s*$`),
	regexp.MustCompile(`^(?:const|let|var|local)\s+[\w{}\s,:]+=\s*require\s*\(?\s*["']([^"']+)["']`),
	regexp.MustCompile(`^(?:require|require_relative|require_once|include|load|source|use)\s*\(?\s*["']([^"']+)["']`),
	regexp.MustCompile(`^(?:pub\s+)?use\s+([\w:\\]+)`),
	regexp.MustCompile(`^using\s+([\w.]+)\s*;`),
	regexp.MustCompile(`^#\s*(?:include|import)\s*[<"]([^>"]+)[>"]`),
}

var exporting = regexp.MustCompile(`^(?:export|pub|public)\b`)

var packageLine = regexp.MustCompile(`^package\s+\w+\s*$`)

// scanText makes facts of what patterns find. They are marked as a fallback's.
func scanText(class code.Class, text []byte) *code.Facts {
	f := &code.Facts{Status: code.StatusFallback, Lines: code.CountLines(text), Chars: code.CountChars(text)}
	f.Doc = headComment(text)
	exports, capital := false, false
	number, offset := uint32(0), 0
	for rest := text; len(rest) > 0 && number < patternLines; {
		number++
		line := rest
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			line, rest = rest[:i], rest[i+1:]
		} else {
			rest = nil
		}
		at := offset
		offset += len(line) + 1
		if len(line) == 0 || len(line) > patternBytes || line[0] == ' ' || line[0] == '\t' || line[0] == '/' || line[0] == '*' {
			continue
		}
		s := strings.TrimRight(strings.ToValidUTF8(string(line), "\uFFFD"), "\r")
		exports = exports || exporting.MatchString(s)
		capital = capital || packageLine.MatchString(s)
		if spec, ok := bring(s); ok {
			f.Imports = append(f.Imports, code.Import{Specifier: spec, Line: number})
			if strings.HasPrefix(s, "export") {
				f.Imports[len(f.Imports)-1].Form = code.ImportReExport
			}
			continue
		}
		if name, kind := declare(s); kind != code.KindUnknown {
			f.Definitions = append(f.Definitions, code.Definition{Name: name, Kind: kind, Line: number, Container: code.NoDefinition,
				Lines: code.Lines{First: number, Last: number}, Span: code.Span{Start: uint32(at), End: uint32(at + len(line))}, Signature: code.Clip(s, 200)})
		}
	}
	settle(f, class, text, exports, capital)
	return f
}

func bring(line string) (string, bool) {
	for _, p := range brought {
		if m := p.FindStringSubmatch(line); m != nil {
			return m[len(m)-1], true
		}
	}
	return "", false
}

func declare(line string) (string, code.Kind) {
	for _, d := range declarations {
		if m := d.pattern.FindStringSubmatch(line); m != nil {
			return strings.TrimSpace(m[len(m)-1]), d.kind
		}
	}
	return "", code.KindUnknown
}

// settle says where definitions end (where the next one begins) and which are
// exported: those that say so if any does, else the capital ones in a file of a
// package, else all but those with an underscore in front.
func settle(f *code.Facts, class code.Class, text []byte, exports, capital bool) {
	if class != code.ClassDocumentation {
		f.Definitions = slices.DeleteFunc(f.Definitions, func(d code.Definition) bool { return d.Kind == code.KindHeading })
	}
	if class != code.ClassConfiguration { // elsewhere "word: …" is prose
		f.Definitions = slices.DeleteFunc(f.Definitions, func(d code.Definition) bool { return d.Kind == code.KindKey })
	}
	prose := form(f) != code.KindUnknown
	if title := firstLine(text); class == code.ClassDocumentation && !prose && title != "" {
		f.Definitions = []code.Definition{{Name: title, Kind: code.KindHeading, Line: 1, Lines: code.Lines{First: 1, Last: 1}, Container: code.NoDefinition}}
		prose = true
	}
	if !prose {
		// A "label:" among code is no key.
		f.Definitions = slices.DeleteFunc(f.Definitions, func(d code.Definition) bool { return d.Kind == code.KindHeading || d.Kind == code.KindKey })
	}
	for i := range f.Definitions {
		d := &f.Definitions[i]
		d.Lines.Last = f.Lines
		if i+1 < len(f.Definitions) {
			d.Lines.Last = f.Definitions[i+1].Line - 1
		}
		d.Lines.Last = max(d.Lines.Last, d.Lines.First)
		first, _ := utf8.DecodeRuneInString(d.Name)
		switch {
		case prose:
		case exports:
			d.Exported = exporting.MatchString(d.Signature)
		case capital:
			d.Exported = unicode.IsUpper(first)
		default:
			d.Exported = first != '_' && !strings.HasPrefix(d.Signature, "local ") && !strings.HasPrefix(d.Signature, "static ")
		}
	}
}

// firstLine is the first line with words, "" if it is too long for a title.
func firstLine(text []byte) string {
	for _, raw := range bytes.SplitN(text[:min(len(text), 2048)], []byte{'\n'}, 20) {
		if line := code.OneLine(strings.Trim(strings.ToValidUTF8(string(raw), ""), " \t\r=-*#~_")); line != "" {
			if utf8.RuneCountInString(line) > 70 {
				return ""
			}
			return line
		}
	}
	return ""
}

// commentMarks begin a line of a comment in some language.
var commentMarks = []string{"///", "//!", "//", "/**", "/*", "*/", "*", "##", "#!", "#", "--[[", "--", ";;;", ";;", ";", "%", `"""`, "'''", "<!--", "{-", "(*", "=begin", "=pod"}

// headComment is the first sentence of the comment or the prose that the text
// begins with.
func headComment(text []byte) string {
	var b strings.Builder
	inside := "" // what ends the comment
	for n, raw := range bytes.SplitN(text[:min(len(text), 8192)], []byte{'\n'}, docLines+1) {
		line := strings.TrimSpace(strings.ToValidUTF8(string(raw), "\uFFFD"))
		if n == docLines || n == 0 && (strings.HasPrefix(line, "#!") || strings.HasPrefix(line, "<?php")) {
			continue
		}
		mark := ""
		for _, m := range commentMarks {
			if strings.HasPrefix(line, m) {
				mark = m
				break
			}
		}
		if mark == "" && inside == "" {
			if line != "" {
				break
			}
		}
		switch mark {
		case `"""`, "'''":
			if inside == "" && !strings.Contains(line[3:], mark) {
				inside = mark
			} else {
				inside = ""
			}
		case "/*", "/**":
			inside = "*/"
		case "--[[":
			inside = "]]"
		case "<!--":
			inside = "-->"
		}
		said := strings.TrimSpace(strings.TrimPrefix(line, mark))
		if inside != "" {
			if i := strings.Index(said, inside); i >= 0 {
				said, inside = said[:i], ""
			}
		}
		said = strings.Trim(said, `"'-=*# `)
		if said == "" && b.Len() > 0 {
			if s := sentence(code.FirstSentence(b.String(), 200), ""); s != "" {
				return s
			}
			b.Reset() // a licence: what follows may be of this file
			continue
		}
		if b.Len() == 0 && !strings.Contains(said, " ") {
			continue // the file's name
		}
		b.WriteString(said + "\n")
	}
	return sentence(code.FirstSentence(b.String(), 200), "")
}
