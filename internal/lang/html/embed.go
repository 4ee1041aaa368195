package html

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// raw reads the content of a script, a style or a block of a component file
// and embeds it.
func (s *scanner) raw(name string, tag code.Span) {
	from := s.at
	to := s.rawEnd(from, name)
	language, part := s.language(name)
	body := code.Span{Start: uint32(from), End: uint32(to)}
	if language != "" && len(bytes.TrimSpace(s.src[from:to])) > 0 {
		s.EndHeader()
		if c := s.container(); c != code.NoDefinition && name == "style" {
			restore := s.b.PushContainer(c)
			s.b.Embed(language, body, part)
			restore()
		} else {
			s.b.Embed(language, body, part)
		}
	}
	if name == "script" || name == "style" {
		s.islandsIn(from, to)
	}
	s.endRaw(to)
}

// islandsIn notes the PHP inside a script or a style.
func (s *scanner) islandsIn(from, to int) {
	for i := from; i < to; i++ {
		n := bytes.Index(s.src[i:to], []byte("<?"))
		if n < 0 {
			return
		}
		i += n
		s.php = s.php || s.isPHP(i)
	}
}

// language is the name of the language that a raw element holds, "" when it
// is none that is read, and how much of it belongs to the file.
func (s *scanner) language(name string) (string, lang.Part) {
	given := strings.ToLower(s.value("lang"))
	kind := strings.ToLower(s.value("type"))
	kind, _, _ = strings.Cut(kind, ";")
	kind = strings.TrimSpace(kind)
	switch name {
	case "style":
		if given == "" {
			given = strings.TrimPrefix(strings.TrimPrefix(kind, "text/"), "x-")
		}
		switch given {
		case "", "css", "postcss":
			return "css", lang.Whole
		}
		return given, lang.Whole
	case "script":
		if given != "" && s.mode != page || given == "ts" || given == "tsx" || given == "jsx" {
			return given, lang.Whole
		}
		return scriptType(kind)
	}
	if given == "" && name == "i18n" {
		given = "json"
	}
	if given == "json" || given == "yaml" || given == "yml" {
		return given, lang.Uses
	}
	return given, lang.Whole
}

// scriptType is the language that a script's type attribute stands for.
func scriptType(kind string) (string, lang.Part) {
	switch kind {
	case "", "module", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript", "application/x-javascript",
		"text/javascript1.5", "text/partytown", "javascript":
		return "js", lang.Whole
	case "text/babel", "text/jsx":
		return "jsx", lang.Whole
	case "text/typescript", "application/typescript", "ts", "text/ts":
		return "ts", lang.Whole
	case "importmap", "systemjs-importmap":
		return "json", lang.Whole
	case "application/json", "application/ld+json", "text/json", "speculationrules":
		return "json", lang.Uses
	case "text/html", "text/template", "text/x-template", "text/ng-template", "text/x-handlebars", "text/x-handlebars-template",
		"text/x-jquery-tmpl", "text/x-mustache", "x-tmpl-mustache", "text/html-template":
		return "html", lang.Whole
	}
	return "", lang.Uses
}

// isBlock reports whether an element at the top of a Vue file is a block of
// its own kind (<i18n>, <docs>), which is no markup.
func (s *scanner) isBlock(name string, top bool) bool {
	return s.mode == vue && top && name != "template"
}

// foreignTemplate steps over the template of a Vue file that is not written
// in HTML.
func (s *scanner) foreignTemplate(tag code.Span) {
	switch strings.ToLower(s.value("lang")) {
	case "", "html":
		return
	}
	from := s.at
	// The indented languages have their end tag in the first column.
	n := bytes.Index(s.src[from:], []byte("\n</template>"))
	if n < 0 {
		n = s.rawEnd(from, "template") - from
	} else {
		n++
	}
	s.at = from + n
}

// frontMatter embeds the script between the dashes that open an Astro file.
func (s *scanner) frontMatter() {
	start := s.skipSpace(s.at)
	if !bytes.HasPrefix(s.src[start:], []byte("---")) {
		return
	}
	from := start + 3
	n := bytes.Index(s.src[from:], []byte("\n---"))
	if n < 0 {
		s.Partial()
		return
	}
	s.b.Embed("ts", code.Span{Start: uint32(from), End: uint32(from + n + 1)}, lang.Whole)
	s.at = from + n + 4
}
