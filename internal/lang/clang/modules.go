package clang

import "sextant/internal/code"

// moduleLine handles "export module a.b;" and "import x;".
func (s *scanner) moduleLine(j int) (next int, ok bool) {
	if s.top().kind != frameFile {
		return j, false
	}
	defer func() {
		if ok {
			s.lines = append(s.lines, code.Span{Start: s.tokens[j].start, End: s.tokens[next-1].end})
		}
	}()
	word := string(s.text(j))
	if word != "module" && word != "import" || !s.tokens[j].first && s.word(j-1) != wordExport {
		return j, false
	}
	k := j + 1
	if word == "import" && s.kind(k) == kindString && s.kind(k+1) == ';' {
		s.extra = append(s.extra, include{start: s.tokens[k].start + 1, end: s.tokens[k].end - 1})
		return k + 2, true
	}
	if word == "import" && s.kind(k) == '<' {
		for k++; k < len(s.tokens) && s.kind(k) != '>' && s.kind(k) != ';'; k++ {
		}
		if s.kind(k) == '>' && s.kind(k+1) == ';' {
			s.extra = append(s.extra, include{start: s.tokens[j+1].end, end: s.tokens[k].start, angle: true})
			return k + 2, true
		}
		return j, false
	}
	if word == "module" && s.kind(k) == ';' {
		return k + 1, true
	}
	begin := k
	for s.isName(k) || s.kind(k) == '.' || s.kind(k) == ':' {
		k++
	}
	if k == begin || s.kind(k) != ';' {
		return j, false
	}
	name := code.Span{Start: s.tokens[begin].start, End: s.tokens[k-1].end}
	if word == "module" {
		if s.module.End == 0 && s.kind(begin) == kindName {
			s.module = name
		}
	} else {
		s.extra = append(s.extra, include{start: name.Start, end: name.End, module: true})
	}
	return k + 1, true
}

// inModuleLine reports whether an offset lies in a module declaration or
// import, which the grammar does not know.
func (s *scanner) inModuleLine(at uint32) bool {
	for i := range s.lines {
		if s.lines[i].Contains(at) {
			return true
		}
	}
	return false
}
