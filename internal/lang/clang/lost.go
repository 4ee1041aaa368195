package clang

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// What the tree lacks because it was blanked out before the parse is collected
// from the tokens as the walk comes by, so that it gets the scope it stands in.

// arrive collects what the tree lacks before node n.
func arrive(w *lang.Walk, n syntax.Node) *state {
	st := remember(w)
	if at := w.Start(n); st.waits < at {
		collect(w, st, at)
	}
	return st
}

// collect records what the tree lacks before an offset.
func collect(w *lang.Walk, st *state, end uint32) {
	p := st.plan
	for {
		for st.lost < len(p.fate) && p.fate[st.lost] == stays {
			st.lost++
		}
		token, line := ^uint32(0), ^uint32(0)
		if st.lost < len(p.fate) {
			token = p.raw[st.lost].start
		}
		if st.line < len(st.lexed.directives) {
			line = st.lexed.directives[st.line].start
		}
		st.waits = min(token, line)
		switch {
		case st.waits >= end:
			return
		case line <= token:
			st.directive(w, &st.lexed.directives[st.line])
			st.line++
			if line == token {
				st.lost++
			}
		default:
			st.token(w, st.lost)
			st.lost++
		}
	}
}

// directive records the names in a directive.
func (st *state) directive(w *lang.Walk, d *directive) {
	if d.use == useNone || d.body >= d.end {
		return
	}
	tokens := lexPart(w.Source, d.body, d.end, st.cpp).tokens
	i := st.enclosing(d.body)
	match, _ := pair(tokens)
	c := newChains(w, st.cpp, tokens, match)
	var params []code.Param
	if d.use == useExpand && i != code.NoDefinition && st.items[i].kind == code.KindMacro {
		it := &st.items[i]
		params = it.params
		it.value = c.inside(0, len(tokens), longestChain)
		for _, p := range params {
			if p.Name != "..." {
				w.AddBinding(code.Binding{Name: p.Name, At: d.body, Scope: code.Span{Start: d.body, End: d.end}})
			}
		}
	}
next:
	for k := range tokens {
		t := &tokens[k]
		if t.kind == kindString || t.kind == kindChar {
			w.Region(code.RegionString, code.Span{Start: t.start, End: t.end})
		}
		if t.kind != kindName || t.word != wordNone {
			continue
		}
		name := w.Source[t.start:t.end]
		switch d.use {
		case useTest:
			if string(name) == "defined" || k == 0 && st.lexed.guarded && bytes.Equal(name, st.lexed.guard) {
				continue
			}
		case useUndef:
			if k > 0 {
				return
			}
		}
		r := reference(c, k)
		for _, param := range params {
			if param.Name == r.Name {
				continue next
			}
		}
		if d.use == useUndef {
			r.Role = code.RoleWrite
		}
		w.AddReferenceIn(r, i)
	}
}

// reference makes that of the name at token k.
func reference(c *chains, k int) code.Reference {
	t := &c.tokens[k]
	r := code.Reference{Name: c.name(k), Span: code.Span{Start: t.start, End: t.end}, Line: c.w.Line(t.start)}
	if c.kind(k+1) == '(' {
		r.Role = code.RoleCall
	}
	switch c.kind(k - 1) {
	case '.', kindArrow:
		r.Qualifier, r.QualifierText = c.qualifier(k)
	case kindScope:
		if _, first := c.qualified(k, longestChain); first < k-1 {
			chain, _ := c.qualified(k, longestChain)
			r.Qualifier, r.QualifierText = code.QualifierPath, strings.TrimSuffix(chain, "."+r.Name)
		}
	case kindName:
		switch c.word(k - 1) {
		case wordStruct, wordUnion, wordEnum, wordClass:
			r.Role, r.QualifierText = code.RoleType, c.name(k-1)
		}
	}
	return r
}

// parsed are the chains of what is parsed, all those of all tokens.
func (st *state) parsed(w *lang.Walk) *chains {
	if st.live == nil {
		st.live = newChains(w, st.cpp, st.plan.tokens, st.plan.match)
	}
	return st.live
}

func (st *state) all(w *lang.Walk) *chains {
	if st.rest == nil {
		match, _ := pair(st.plan.raw)
		st.rest = newChains(w, st.cpp, st.plan.raw, match)
	}
	return st.rest
}

// token records the name or string that raw token k is.
func (st *state) token(w *lang.Walk, k int) {
	p := st.plan
	t := &p.raw[k]
	if p.fate[k] == silent {
		if t.kind == kindString || t.kind == kindChar {
			w.Region(code.RegionString, code.Span{Start: t.start, End: t.end})
		}
		return
	}
	switch t.kind {
	case kindString, kindChar:
		w.Region(code.RegionString, code.Span{Start: t.start, End: t.end})
		return
	case kindName:
	default:
		return
	}
	if t.word != wordNone || st.defines(t.start) {
		return
	}
	r := reference(st.all(w), k)
	switch p.fate[k] {
	case trails:
		if r.Role != code.RoleCall {
			r.Role = code.RoleDecorate
		}
	case stands:
		r.Role = code.RoleType
	case dropped:
		if r.Qualifier == code.QualifierNone && st.declared(k) {
			if r.Role != code.RoleCall {
				w.Bind(r.Name, lang.ScopeBlock)
			}
			return
		}
		if r.Role == code.RoleRead && k+1 < len(p.raw) && st.types(k) {
			r.Role = code.RoleType
		}
	}
	at := st.enclosing(t.start)
	if st.scan.inModuleLine(t.start) {
		return
	}
	if r.Qualifier == code.QualifierNone && at != code.NoDefinition && st.items[at].takes(r.Name) {
		pop := w.PushScope(lang.ScopeFunction)
		w.Bind(r.Name, lang.ScopeFunction)
		w.AddReferenceIn(r, at)
		pop()
		return
	}
	w.AddReferenceIn(r, at)
}

// declared reports whether raw token k, in a branch that is not parsed, is the
// name of a declaration: a type stands before it.
func (st *state) declared(k int) bool {
	raw := st.plan.raw
	at := k - 1
	for at > 0 && (raw[at].kind == '*' || raw[at].kind == '&') {
		at--
	}
	if at < 0 || raw[at].kind != kindName || k+1 >= len(raw) {
		return false
	}
	switch raw[k+1].kind {
	case '(', ')', ',', ';', '=', '[', '{', ':':
	default:
		return false
	}
	switch raw[at].word {
	case wordBuiltin:
		return true
	case wordNone:
	default:
		return false
	}
	if at == k-1 {
		return true
	}
	// "a * b" is a declaration only where a statement begins.
	switch before := raw[at-min(at, 1)]; before.kind {
	case ';', '{', '}', kindIf, kindElse, kindEndif, kindDead:
		return raw[k+1].kind == ';' || raw[k+1].kind == '=' || raw[k+1].kind == '('
	case kindName:
		return before.word == wordStatic || before.word == wordStruct || before.word == wordConst
	}
	return false
}

// types reports whether a name of a declaration follows raw token k.
func (st *state) types(k int) bool {
	raw := st.plan.raw
	at := k + 1
	for at < len(raw) && raw[at].kind == '*' {
		at++
	}
	return at < len(raw) && raw[at].kind == kindName && raw[at].word == wordNone && st.declared(at)
}
