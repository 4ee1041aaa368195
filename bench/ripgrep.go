package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// largestText is the program's default limit of the files it searches, which
// rg is given too.
const largestText = 8 << 20

// searcher is another program that prints path:line:text.
type searcher struct {
	program string
	args    []string
	env     []string
	root    string
}

// ripgrep searches every file, hidden and ignored ones too, as the program
// does on a tree that ignores none.
func ripgrep(root string, p pattern, more ...string) searcher {
	args := []string{"--no-config", "-n", "--hidden", "--no-ignore", "--glob", "!.git", "--max-filesize", strconv.Itoa(largestText)}
	for _, f := range p.flags {
		args = append(args, "-"+string(f))
	}
	return searcher{program: "rg", args: append(append(args, more...), "-e", p.text), root: root}
}

// without is the same search with one argument less.
func (s searcher) without(arg string) searcher {
	s.args = slices.DeleteFunc(slices.Clone(s.args), func(a string) bool { return a == arg })
	return s
}

// csearch searches Debian codesearch's index. It has no flags for words and
// plain text, so the pattern says them.
func csearch(root, index string, p pattern) searcher {
	text := p.text
	if p.has("F") {
		text = regexp.QuoteMeta(text)
	}
	if p.has("w") {
		text = `\b(?:` + text + `)\b`
	}
	args := []string{"-n"}
	if p.has("i") {
		args = append(args, "-i")
	}
	return searcher{program: "csearch", args: append(args, "--", text), root: root, env: []string{"CSEARCHINDEX=" + index}}
}

// below is the same search of one file.
func (s searcher) below(path string) searcher {
	s.args = append(slices.Clone(s.args), path)
	return s
}

// each runs the program and gives each line it prints.
func (s searcher) each(line func([]byte)) (time.Duration, error) {
	cmd := exec.Command(s.program, s.args...)
	cmd.Dir = s.root
	cmd.Env = append(os.Environ(), s.env...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	r := bufio.NewReaderSize(out, 1<<20)
	for {
		b, err := r.ReadSlice('\n')
		if len(b) > 0 {
			line(b)
		}
		for errors.Is(err, bufio.ErrBufferFull) { // one line, given by its beginning
			_, err = r.ReadSlice('\n')
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
	}
	err = cmd.Wait()
	took := time.Since(start)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && said.Len() == 0 {
		err = nil // nothing was found
	}
	if err != nil {
		return 0, fmt.Errorf("%s %q: %w: %s", s.program, s.args, err, said.String())
	}
	return took, nil
}

// lines counts what the program prints, nothing else: this is what is timed.
func (s searcher) lines() (n int, took time.Duration, err error) {
	took, err = s.each(func([]byte) { n++ })
	return n, took, err
}

// printed is where rg found lines: their text by path and line, as far as it was asked for.
type printed struct {
	lines  int
	took   time.Duration
	counts map[string]int
	binary map[string]bool // rg stopped reading at a NUL byte
	text   map[string]string
}

// found runs rg with --null and reads its lines; the text of those that are wanted is kept.
func found(rg searcher, wanted func(path string, line int) bool) (*printed, error) {
	f := &printed{counts: make(map[string]int), binary: make(map[string]bool), text: make(map[string]string)}
	var odd []byte
	took, err := rg.each(func(b []byte) {
		path, rest, ok := bytes.Cut(b, []byte{0})
		if !ok {
			if path, _, ok := bytes.Cut(b, []byte(": WARNING: stopped searching binary file")); ok {
				f.binary[string(path)] = true
			} else if _, name, ok := bytes.Cut(b, []byte("Binary file ")); ok {
				f.binary[string(name)] = true
			} else {
				odd = bytes.Clone(b)
			}
			return
		}
		number, text, _ := bytes.Cut(rest, []byte(":"))
		n, err := strconv.Atoi(string(number))
		if err != nil {
			// The path line of a notice about a binary file has no number.
			if bytes.Contains(rest, []byte("binary file")) {
				f.binary[string(path)] = true
			} else {
				odd = bytes.Clone(b)
			}
			return
		}
		f.lines++
		f.counts[string(path)]++
		if wanted != nil && wanted(string(path), n) {
			f.text[place(string(path), n)] = string(text)
		}
	})
	f.took = took
	if err == nil && odd != nil {
		err = fmt.Errorf("rg printed a line that is none: %q", odd)
	}
	return f, err
}

func place(path string, line int) string { return path + ":" + strconv.Itoa(line) }

// shownPlaces reads a reply of grep_code: the places it shows, path:line.
func shownPlaces(reply string) (out map[string]bool) {
	out = make(map[string]bool)
	dir, file := "", ""
	for line := range strings.Lines(reply) {
		text := strings.TrimSuffix(line, "\n")
		var at []string // path:lines
		if m := lineOnly.FindStringSubmatch(text); m != nil {
			at = []string{file + ":" + m[1]}
		} else {
			for rest, more := text, true; more; {
				m := hitPlace.FindStringSubmatch(rest)
				if m == nil {
					break
				}
				at = append(at, dir+strings.TrimPrefix(m[1], "./")+":"+m[2])
				rest, more = rest[len(m[0]):], m[3] == " "
			}
		}
		switch {
		case len(at) == 0 && strings.HasSuffix(text, "/"):
			dir = strings.TrimPrefix(text, "./")
		case len(at) == 0:
			file = dir + text
		}
		for _, a := range at {
			cut := strings.LastIndexByte(a, ':')
			for _, part := range strings.Split(a[cut+1:], ",") {
				from, to, several := strings.Cut(part, "-")
				first, _ := strconv.Atoi(from)
				last := first
				if several {
					last, _ = strconv.Atoi(to)
				}
				for n := first; n <= last; n++ {
					out[place(a[:cut], n)] = true
				}
			}
		}
	}
	return out
}

// lineOnly is a line below its file, hitPlace one place of a line that names
// its files.
var (
	lineOnly = regexp.MustCompile(`^(\d[\d,-]*):`)
	hitPlace = regexp.MustCompile(`^(.*?):(\d[\d,-]*)([: ])`)
)

// countedLines reads a reply of count_matches.
func countedLines(reply string) (n int, err error) {
	if strings.HasPrefix(reply, "no match: ") {
		return 0, nil
	}
	if _, err := fmt.Sscanf(reply, "%d line", &n); err != nil {
		return 0, fmt.Errorf("count_matches said %q", reply)
	}
	return n, nil
}

// differences names the files in which the program and rg count other
// numbers of lines, and why; known is false if a file has no reason.
func (b *bench) differences(root, cache string, p pattern, rg *printed) (out []string, known bool, err error) {
	args := []string{"--root", root, "grep", "-c"}
	for _, f := range p.flags {
		args = append(args, "-"+string(f))
	}
	cmd := exec.Command(b.program, append(args, "-e", p.text)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "SEXTANT_CACHE_DIR="+cache)
	text, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return nil, false, fmt.Errorf("sextant grep -c: %w", err)
	}
	ours := make(map[string]int)
	for line := range strings.Lines(string(text)) {
		i := strings.LastIndexByte(line, ':')
		n, err := strconv.Atoi(strings.TrimSpace(line[i+1:]))
		if i < 0 || err != nil {
			return nil, false, fmt.Errorf("sextant grep -c printed %q", line)
		}
		ours[line[:i]] = n
	}
	known = true
	compare := func(path string) {
		if ours[path] == rg.counts[path] {
			return
		}
		reason := reasonOf(root, path, p, ours[path])
		known = known && reason != ""
		if reason == "" {
			reason = "NO KNOWN REASON"
		}
		out = append(out, fmt.Sprintf("%s: %d here, %d by rg: %s", path, ours[path], rg.counts[path], reason))
	}
	for path := range ours {
		compare(path)
	}
	for path := range rg.counts {
		if _, both := ours[path]; !both {
			compare(path)
		}
	}
	return out, known, nil
}

// reasonOf says why a file may count differently by what both programs
// document of themselves.
func reasonOf(root, path string, p pattern, ours int) string {
	b, err := os.ReadFile(filepath.Join(root, path))
	switch {
	case err != nil:
		return ""
	case bytes.IndexByte(b, 0) >= 0:
		return "NUL bytes: rg stops there, and a binary file is no text here"
	case !utf8.Valid(b):
		return "not UTF-8: read as Latin-1 here, as bytes by rg"
	}
	if ascii, _, err := ripgrep(root, p, "--no-unicode").below(path).lines(); err == nil && ascii == ours {
		return "classes are ASCII's here as in RE2, Unicode's by rg: with --no-unicode it counts the same"
	}
	return ""
}
