package bash

import (
	"bytes"
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// command handles a simple command: a reference to what it calls, or the file
// that it reads or runs.
func command(w *lang.Walk, n syntax.Node) {
	s := stateOf(w, n)
	name := w.FirstChild(w.Child(n, "name"))
	if name == syntax.None || w.Start(name) == w.End(name) {
		return
	}
	switch w.Kind(name) {
	case "word":
	case "string", "concatenation", "raw_string", "simple_expansion", "expansion":
		s.runs(w, name)
		return
	default:
		return
	}
	text := string(w.Text(name))
	switch text {
	case "{", "}", "[", "]", ":", "!":
		return
	case ".", "source":
		s.sources(w, n, syntax.None)
		return
	case "alias":
		s.aliases(w, n)
	case "@test":
		s.test(w, n)
		return
	case "load", "bats_load_library":
		s.sources(w, n, name)
	case "read", "mapfile", "readarray", "printf", "getopts", "let":
		s.fills(w, n, text)
	case "complete", "compdef", "add-zsh-hook", "trap", "run", "command", "exec", "time", "nohup", "sudo", "noglob", "builtin", "eval",
		"assert", "refute", "xargs", "timeout", "env":
		s.passes(w, n, text)
	case "bash", "sh", "zsh", "ksh", "dash", "python", "python3", "ruby", "node", "perl", "php":
		s.interprets(w, n)
	}
	if strings.Contains(text, "/") {
		s.runs(w, name)
		return
	}
	if word(w.Text(name)) {
		w.Refer(name, code.RoleCall, code.QualifierNone, "")
	}
}

// word reports whether text can be the name of a function or a program.
func word(text []byte) bool {
	return len(text) > 0 && len(text) < 200 && !bytes.ContainsAny(text, "$`\"'\\(){}<>=*?~;&|\n\r\t ") && text[0] != '-'
}

// passes handles commands that call what an argument names: trap cleanup EXIT.
func (s *state) passes(w *lang.Walk, n syntax.Node, name string) {
	skip := 0
	flag := ""
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Field(c) != "argument" {
			continue
		}
		text := w.Text(c)
		if len(text) > 1 && text[0] == '-' {
			if flag = string(text); name == "complete" || flag == "--" || name == "run" {
				continue
			}
			if name == "trap" || name == "command" {
				return // only asks: command -v
			}
			continue
		}
		switch name {
		case "complete":
			if flag != "-F" {
				flag = ""
				continue
			}
		case "sudo":
			if flag == "-u" || flag == "-g" {
				flag = ""
				continue
			}
		case "timeout":
			if skip++; skip == 1 {
				continue
			}
		case "add-zsh-hook":
			if skip++; skip == 1 {
				continue
			}
		case "env":
			if bytes.IndexByte(text, '=') >= 0 {
				continue
			}
		}
		if span, ok := literalWord(w, c); ok && word(w.Source[span.Start:span.End]) {
			if w.Kind(c) == "word" && bytes.IndexByte(text, '/') >= 0 {
				s.runs(w, c)
			} else if bytes.IndexByte(text, '/') < 0 {
				w.AddReference(code.Reference{Name: w.Intern(w.Source[span.Start:span.End]), Span: span, Line: w.Line(span.Start), Role: code.RoleCall})
			}
		} else if name == "exec" || name == "run" || name == "sudo" {
			s.runs(w, c)
		}
		return
	}
}

// fills handles commands that assign to the variables that they are given.
func (s *state) fills(w *lang.Walk, n syntax.Node, name string) {
	k := 0
	flag := byte(0)
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Field(c) != "argument" {
			continue
		}
		text := w.Text(c)
		k++
		before := flag
		flag = 0
		if w.Kind(c) != "word" {
			continue
		}
		if text[0] == '-' {
			flag = text[len(text)-1]
			continue
		}
		switch name {
		case "printf":
			if before != 'v' {
				return
			}
		case "getopts":
			if k != 2 {
				continue
			}
		case "let":
			if i := bytes.IndexAny(text, "+-*/=%<>&|^"); i > 0 {
				text = text[:i]
			}
		default:
			if before != 0 && strings.IndexByte("pnNdiuO", before) >= 0 || before == 't' && name == "read" {
				continue // the option's own argument
			}
		}
		if len(text) == len(w.Text(c)) && isName(text) {
			s.assign(w, c, syntax.None, n)
		}
	}
}

func isName(text []byte) bool {
	for i, c := range text {
		if c != '_' && !('a' <= c && c <= 'z') && !('A' <= c && c <= 'Z') && !('0' <= c && c <= '9' && i > 0) {
			return false
		}
	}
	return len(text) > 0
}

// sources records the file that source, "." and a test's load read into this one.
func (s *state) sources(w *lang.Walk, n, load syntax.Node) {
	arg := w.Child(n, "argument")
	specifier := pathText(w, arg)
	if specifier == "" {
		return
	}
	if load != syntax.None && strings.HasPrefix(specifier, "-") {
		return
	}
	w.AddImport(code.Import{Specifier: specifier, Form: code.ImportInclude, Span: w.Span(arg), Line: w.Line(w.Start(arg))})
}

// interprets records the script that an interpreter is given.
func (s *state) interprets(w *lang.Walk, n syntax.Node) {
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Field(c) != "argument" {
			continue
		}
		text := w.Text(c)
		if len(text) > 0 && text[0] == '-' {
			if last := text[len(text)-1]; last == 'c' || last == 'm' || last == 'e' && len(text) == 2 && string(w.Text(w.Child(n, "name"))) != "bash" &&
				string(w.Text(w.Child(n, "name"))) != "sh" {
				return
			}
			continue
		}
		s.runs(w, c)
		return
	}
}

// scripts are the extensions of files that are run rather than read.
var scripts = map[string]bool{".sh": true, ".bash": true, ".zsh": true, ".ksh": true, ".py": true, ".rb": true, ".pl": true, ".js": true,
	".mjs": true, ".php": true, ".bats": true, ".ts": true}

// runs records a script of the checkout that a command starts: a path with a
// script's extension, or one from the current directory. Whether it exists
// only resolving tells.
func (s *state) runs(w *lang.Walk, n syntax.Node) {
	specifier := pathText(w, n)
	if specifier == "" || strings.HasPrefix(specifier, "/") || strings.HasPrefix(specifier, "~") {
		return
	}
	if !scripts[path.Ext(specifier)] && !strings.HasPrefix(specifier, "./") && !strings.HasPrefix(specifier, "../") {
		return
	}
	if strings.HasPrefix(specifier, "$") && !strings.Contains(specifier, "/") {
		return
	}
	w.AddImport(code.Import{Specifier: specifier, Form: code.ImportDynamic, Span: w.Span(n), Line: w.Line(w.Start(n))})
}

// pathText is an argument as a path, its quotes removed, "" if it cannot be
// one. What is expanded stays as written: $DIR/lib.sh.
func pathText(w *lang.Walk, n syntax.Node) string {
	switch w.Kind(n) {
	case "word", "raw_string", "string":
		if span, ok := literalWord(w, n); ok {
			if text := w.Source[span.Start:span.End]; plausible(text) {
				return w.Intern(text)
			}
			return ""
		}
		if w.Kind(n) != "string" {
			return ""
		}
	case "concatenation":
	default:
		return ""
	}
	text := w.Text(n)
	if len(text) > 300 || bytes.ContainsAny(text, "\n\r") {
		return ""
	}
	if expanded, tail := cutExpansions(string(text)); !expanded || tail == "" {
		return ""
	}
	if w.Kind(n) == "string" {
		text = text[1 : len(text)-1]
	} else if text[0] == '"' {
		// "$DIR"/lib.sh and "$DIR/lib".sh
		text = bytes.ReplaceAll(text, []byte{'"'}, nil)
	}
	return w.Intern(text)
}

// plausible reports whether text looks like a path rather than words.
func plausible(text []byte) bool {
	return len(text) > 0 && len(text) < 300 && text[0] != '-' && !bytes.ContainsAny(text, "$`*?<>|;\n\r\t ")
}

// cutExpansions splits a path that begins with expansions ("$(dirname "$0")/",
// "${DIR}/") into those and the literal rest after them. expanded is false
// where it begins with none; the tail is empty where more follow.
func cutExpansions(text string) (expanded bool, tail string) {
	text = strings.TrimLeft(text, `"`)
	for strings.HasPrefix(text, "$") || strings.HasPrefix(text, "`") {
		n := expansionLength(text)
		if n == 0 {
			return expanded, ""
		}
		text, expanded = text[n:], true
	}
	text = strings.ReplaceAll(text, `"`, "")
	if strings.ContainsAny(text, "$`*?") {
		return expanded, ""
	}
	return expanded, text
}

// expansionLength is the length of the expansion that text begins with.
func expansionLength(text string) int {
	if text[0] == '`' {
		return strings.IndexByte(text[1:], '`') + 2
	}
	if len(text) < 2 {
		return 0
	}
	opening, closing := text[1], byte(0)
	switch opening {
	case '(':
		closing = ')'
	case '{':
		closing = '}'
	case '0', '@', '?', '#':
		return 2
	default:
		n := 1
		for n < len(text) && isName([]byte(text[1:n+1])) {
			n++
		}
		if n == 1 {
			return 0
		}
		return n
	}
	depth := 0
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case opening:
			depth++
		case closing:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
