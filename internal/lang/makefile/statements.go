package makefile

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// variable reads an assignment whose operator is at assign.
func (s *scanner) variable(from, at, assign, to int) {
	s.inRule = false
	nameFrom, nameTo := s.trim(at, assign)
	value := assign
	for value < to && s.src[value] != '=' {
		value++
	}
	op := string(s.src[assign:min(value+1, to)])
	value = min(value+1, to)
	vFrom, vTo := s.trim(value, to)
	s.uses(nameFrom, nameTo, code.NoDefinition)
	d := code.NoDefinition
	name := s.src[nameFrom:nameTo]
	switch {
	case len(name) == 0:
		s.Partial()
	case bytes.ContainsAny(name, "$ \t\n"): // a name that is computed
	case op == "+=" && s.defined[string(name)]:
		s.refer(nameFrom, nameTo, code.RoleWrite, code.NoDefinition)
	default:
		kind := code.KindVariable
		if parameterized(s.src[vFrom:vTo]) {
			kind = code.KindMacro
		}
		d = s.Open(code.Definition{Kind: kind, NameSpan: span(nameFrom, nameTo), Span: span(from, nameTo), Container: code.NoDefinition,
			Exported: true})
		s.defined[string(name)] = true
		if d != code.NoDefinition {
			text := s.Text(span(vFrom, vTo), outline.MaxValue)
			if s.src[vFrom-1] == '\n' || strings.Contains(text, "\\ ") {
				text = code.OneLine(strings.ReplaceAll(text, "\\ ", " "))
			}
			s.Definition(d).Signature = strings.TrimRight(s.Text(span(from, nameTo), lang.MaxSignature)+" "+op+" "+text, " ")
			s.Close(d, uint32(max(vTo, nameTo)))
		}
	}
	if d == code.NoDefinition {
		s.EndHeader()
	}
	s.uses(vFrom, vTo, d)
	s.words(vFrom, vTo, func(from, to int) {
		if bytes.IndexByte(s.src[from:to], '$') < 0 {
			s.Value(span(from, to))
		}
	})
}

// parameterized reports whether a value has the parameters of a macro.
func parameterized(value []byte) bool {
	for i := 0; i+1 < len(value); i++ {
		if value[i] != '$' {
			continue
		}
		if value[i+1] == '1' || i+3 < len(value) && (value[i+1] == '(' || value[i+1] == '{') && value[i+2] == '1' && (value[i+3] == ')' || value[i+3] == '}') {
			return true
		}
		i++
	}
	return false
}

// define reads define NAME ... endef.
func (s *scanner) define(from, at, to int) {
	s.inRule = false
	s.uncommented(at, &to)
	nameFrom, nameTo := at, at
	for nameTo < to && !blank(s.src[nameTo]) && s.src[nameTo] != '=' && !(s.src[nameTo] == ':' && nameTo+1 < to && s.src[nameTo+1] == '=') {
		nameTo++
	}
	d := s.Open(code.Definition{Kind: code.KindMacro, NameSpan: span(nameFrom, nameTo), Span: span(from, nameTo), Container: code.NoDefinition,
		Exported: true})
	if d != code.NoDefinition {
		s.Definition(d).Signature = s.Text(span(from, to), lang.MaxSignature)
		s.defined[s.Definition(d).Name] = true
	}
	stop, behind, ok := s.endef()
	if !ok {
		s.Partial()
		return // the lines below are read as if it were closed
	}
	s.Close(d, uint32(stop))
	s.uses(s.at, stop, d)
	s.at = behind
}

// endef finds the endef of the define above the next line: where it ends and
// where the line behind it begins.
func (s *scanner) endef() (stop, behind int, ok bool) {
	depth := 1
	for at := s.at; at < len(s.src) && !s.open; at = behind {
		end := s.logical(at)
		behind = min(end+1, len(s.src))
		from, to := s.trim(at, end)
		if from >= to {
			continue
		}
		switch w, _ := s.first(from, to); {
		case w == "define" && s.src[at] != '\t':
			depth++
		case w == "endef":
			if depth--; depth == 0 {
				return to, behind, true
			}
		}
	}
	s.open = true
	return 0, 0, false
}

// includes reads the names behind include; a name in angle brackets is the system's.
func (s *scanner) includes(from, to int) {
	s.EndHeader()
	s.uses(from, to, code.NoDefinition)
	s.words(from, to, func(from, to int) {
		if c := s.src[from]; c == '<' {
			return
		}
		for from < to && s.src[from] == '"' {
			from++
		}
		for to > from && s.src[to-1] == '"' {
			to--
		}
		name := s.src[from:to]
		if len(name) == 0 || name[0] == '$' && bytes.IndexByte(name, '/') < 0 && name[len(name)-1] == ')' || name[0] == '$' && name[len(name)-1] == '}' {
			return // nothing of it is literal
		}
		s.b.AddImport(code.Import{Specifier: s.b.Intern(name), Form: code.ImportInclude, Span: span(from, to), Line: s.Line(uint32(from))})
	})
}

// special are targets that direct make.
func special(name string) bool {
	switch name {
	case ".PHONY", ".SUFFIXES", ".DEFAULT", ".PRECIOUS", ".INTERMEDIATE", ".NOTINTERMEDIATE", ".SECONDARY", ".SECONDEXPANSION", ".DELETE_ON_ERROR",
		".IGNORE", ".LOW_RESOLUTION_TIME", ".SILENT", ".EXPORT_ALL_VARIABLES", ".NOTPARALLEL", ".ONESHELL", ".POSIX", ".WAIT", ".MAIN", ".ORDER",
		".PATH", ".MAKE", ".NOEXPORT", ".NO_PARALLEL", ".OBJDIR", ".SHELL", ".BEGIN", ".END", ".STALE", ".ERROR", ".INTERRUPT":
		return true
	}
	return strings.HasPrefix(name, ".PATH.")
}

// rules reads targets and prerequisites; the colon is at colon.
func (s *scanner) rules(from, colon, to int) {
	whole := to
	doc := s.inlineDoc(colon, s.at)
	after := colon
	for after < to && (s.src[after] == ':' || s.src[after] == '&') {
		after++
	}
	// A recipe may begin behind a semicolon.
	recipe := -1
	if i := bytes.IndexByte(s.src[after:to], ';'); i >= 0 && bytes.Count(s.src[after:after+i], []byte("$(")) == bytes.Count(s.src[after:after+i], []byte(")")) {
		recipe = after + i + 1
		to = after + i
	}
	nested, assign := s.operator(after, to)
	line := s.Line(uint32(from))
	s.closeRule()
	s.inRule = true
	_, sigTo := s.trim(after, to)
	sigTo = max(sigTo, after)
	s.ruleEnd = sigTo
	isSpecial := ""
	above, tuned := "", ""
	first := true
	s.words(from, colon, func(a, b int) {
		if s.src[b-1] == '&' && b == colon { // grouped targets: a b &: c
			b--
		}
		if a == b {
			return
		}
		s.uses(a, b, code.NoDefinition)
		name := s.Text(span(a, b), lang.MaxSignature)
		if name == "" { // nothing but white space of other scripts
			return
		}
		if special(name) {
			isSpecial = name
			return
		}
		if assign >= 0 { // a variable of that target alone
			if first {
				above, first = s.DocAbove(line), false
				tuned = name
			}
			_, stop := s.trim(a, to)
			s.tuned = append(s.tuned, code.Definition{Name: name, Kind: code.KindFunction, NameSpan: span(a, b), Span: span(a, stop),
				Container: code.NoDefinition, Doc: above, Exported: !strings.ContainsAny(name, "%$"),
				Signature: s.Text(span(from, stop), lang.MaxSignature)})
			return
		}
		if first {
			above = s.DocAbove(line)
			if above == "" && s.phonyDoc != "" && s.phonyEnd+1 == line {
				above = s.phonyDoc
			}
			first = false
		}
		text := doc
		if text == "" {
			text = above
		}
		d := s.Open(code.Definition{Kind: code.KindFunction, NameSpan: span(a, b), Span: span(a, sigTo), Container: code.NoDefinition,
			Doc: text, Exported: !strings.ContainsAny(name, "%$") && name[0] != '.'})
		if d == code.NoDefinition {
			return
		}
		s.Definition(d).Lines.First = line
		s.Definition(d).Signature = strings.ReplaceAll(s.Text(span(from, sigTo), lang.MaxSignature), " \\ ", " ")
		s.Close(d, uint32(sigTo))
		s.targets[name] = append(s.targets[name], d)
		s.rule = append(s.rule, d)
	})
	owner := code.NoDefinition
	if len(s.rule) > 0 {
		owner = s.rule[0]
	}
	if assign >= 0 {
		nameFrom, nameTo := s.trim(after, assign)
		s.words(nameFrom, nameTo, func(from, _ int) { nameFrom = from }) // behind export, override, private
		d := code.NoDefinition
		if name := s.src[nameFrom:nameTo]; len(name) > 0 && !bytes.ContainsAny(name, "$ \t\n") {
			d = s.Open(code.Definition{Kind: code.KindVariable, NameSpan: span(nameFrom, nameTo), Span: span(from, nameTo),
				Container: code.NoDefinition, ContainerName: tuned, Doc: above, Exported: true, Signature: s.Text(span(from, sigTo), lang.MaxSignature)})
			s.Close(d, uint32(sigTo))
		}
		s.uses(assign, to, d)
		s.inRule = false
		return
	}
	if first && isSpecial == "" && assign < 0 {
		s.Partial() // no target at all
	}
	if isSpecial == ".PHONY" {
		s.phonyDoc, s.phonyEnd = s.DocAbove(line), s.Line(uint32(max(whole-1, from)))
	} else if isSpecial != "" {
		s.EndHeader()
	}
	from = after
	if nested >= 0 { // targets: pattern: prerequisites
		from = nested + 1
	}
	s.words(from, to, func(a, b int) {
		s.uses(a, b, owner)
		name := s.src[a:b]
		if string(name) == "|" || bytes.ContainsAny(name, "$%*=") {
			return
		}
		switch isSpecial {
		case ".PHONY":
			s.phony[string(name)] = true
			s.refer(a, b, code.RoleDecorate, owner)
			return
		case ".SUFFIXES", ".PATH":
			return
		}
		s.refer(a, b, code.RoleCall, owner)
		s.Value(span(a, b))
	})
	if recipe >= 0 {
		s.recipe(recipe, whole)
	}
}

// inlineDoc is what a comment with two hashes says behind a target.
func (s *scanner) inlineDoc(from, to int) string {
	line := s.src[from:min(to, s.eol(from))]
	if i := bytes.Index(line, []byte("## ")); i >= 0 {
		return code.FirstSentence(strings.ToValidUTF8(string(bytes.TrimLeft(line[i:], "#")), "\uFFFD"), lang.MaxDoc)
	}
	return ""
}

// recipe reads a line that make hands to the shell.
func (s *scanner) recipe(from, to int) {
	for from < to && (blank(s.src[from]) || s.src[from] == '@' || s.src[from] == '-' || s.src[from] == '+') {
		from++
	}
	_, end := s.trim(from, to)
	owner := code.NoDefinition
	if len(s.rule) > 0 {
		owner = s.rule[0]
		s.ruleEnd = max(s.ruleEnd, end)
	}
	if from >= end {
		return
	}
	if s.src[from] == '#' {
		s.Region(span(from, end))
		return
	}
	s.strings(from, end)
	s.uses(from, end, owner)
	s.Prose(span(from, end))
	s.makes(from, end)
}

// strings records the shell's quoted texts.
func (s *scanner) strings(from, to int) {
	for i := from; i < to; i++ {
		q := s.src[i]
		switch q {
		case '\\':
			i++
			continue
		case '\'', '"':
		default:
			continue
		}
		j := i + 1
		for j < to && s.src[j] != q {
			if q == '"' && s.src[j] == '\\' {
				j++
			}
			j++
		}
		if j >= to {
			return
		}
		s.b.Region(code.RegionString, span(i, j+1))
		i = j
	}
}

// makes records the Makefiles for which a recipe starts make: -C directory
// and -f file.
func (s *scanner) makes(from, to int) {
	text := s.src[from:to]
	if !bytes.Contains(text, []byte("$(MAKE)")) && !bytes.Contains(text, []byte("${MAKE}")) && !bytes.Contains(text, []byte("make ")) {
		return
	}
	flag, made := byte(0), false
	s.words(from, to, func(a, b int) {
		w := string(s.src[a:b])
		last := len(w) > 1 && w[len(w)-1] == ';'
		if last {
			b--
			w = w[:len(w)-1]
		}
		defer func() {
			if last {
				made, flag = false, 0
			}
		}()
		switch {
		case w == "$(MAKE)" || w == "${MAKE}" || w == "make":
			made, flag = true, 0
		case !made:
		case w == "&&" || w == ";" || w == "||":
			made, flag = false, 0
		case flag != 0:
			s.start(a, b, flag)
			flag = 0
		case w == "-C" || w == "-f":
			flag = w[1]
		case len(w) > 2 && (w[:2] == "-C" || w[:2] == "-f"):
			s.start(a+2, b, w[1])
		}
	})
}

func (s *scanner) start(from, to int, flag byte) {
	name := s.src[from:max(from, to)]
	if len(name) == 0 || bytes.ContainsAny(name, "$`\"'*()") {
		return
	}
	specifier := s.b.Intern(name)
	if flag == 'C' {
		specifier = strings.TrimSuffix(specifier, "/") + "/"
	}
	s.b.AddImport(code.Import{Specifier: specifier, Form: code.ImportDynamic, Span: span(from, to), Line: s.Line(uint32(from))})
}
