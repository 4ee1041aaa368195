package tool

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/search"
	"sextant/internal/search/rank"
)

// hitGroup is the hits of one file on a page.
type hitGroup struct {
	hits []*search.TextHit // by line
}

// groupHits gathers hits by file, in the order of each file's best one.
func groupHits(hits []search.TextHit) []hitGroup {
	var out []hitGroup
	place := make(map[string]int)
	for i := range hits {
		h := &hits[i]
		k, ok := place[h.File.Path]
		if !ok {
			k = len(out)
			place[h.File.Path] = k
			out = append(out, hitGroup{})
		}
		out[k].hits = append(out[k].hits, h)
	}
	for _, g := range out {
		slices.SortFunc(g.hits, func(a, b *search.TextHit) int { return cmp.Or(a.Line-b.Line, a.Last-b.Last) })
	}
	return out
}

// placeName is what a match lies in, "" for code.
func placeName(p rank.Place) string { return [...]string{"", "comment", "string"}[p] }

// writeHits writes as many of the best hits as fit into a number of
// characters: files by their best line, lines in order below them.
func writeHits(w *writer, hits []search.TextHit, room int) (shown int, items []grepItem) {
	// Taking away the worst line may take away a path: sizes are found by trying.
	n := len(hits)
	for ; n > 1 && hitsSize(hits[:n]) > room; n -= max(1, n/20) {
	}
	if !w.entry(renderHits(hits[:n])) {
		return 0, nil
	}
	for i := range hits[:n] {
		h := &hits[i]
		w.cite(h.File)
		items = append(items, hitItem(h))
	}
	return n, items
}

func hitsSize(hits []search.TextHit) int { return utf8.RuneCountInString(renderHits(hits)) }

// renderHits lays hits out by file: "path:line:text" for a file with one hit,
// else its path once and its lines below it, lines of equal text together. A
// directory of several files is named once, on a line that ends in a slash, and
// the paths below it go on from there. Files of which one line of the same text
// is shown share it: "path:line path:line:text".
func renderHits(hits []search.TextHit) string {
	var b strings.Builder
	for _, s := range shelve(groupHits(hits)) {
		if s.dir != "" {
			b.WriteString(printable(s.dir) + "\n")
		}
		s.render(&b)
	}
	return b.String()
}

// shelf is files that are shown below a directory; dir ends in a slash, and is
// "./" for files that have none in common with others and come after those
// that have, "" before.
type shelf struct {
	dir   string
	files []hitGroup
}

// shelve puts files below those directories whose naming makes the reply
// shortest, each below the nearest one, and keeps the order of the files' best hits.
func shelve(files []hitGroup) []shelf {
	var top folder
	for _, g := range files {
		top.add(g.hits[0].File.Path)
	}
	_, named := top.shortest(0)
	var out []shelf
	place := make(map[string]int)
	for _, g := range files {
		dir := ""
		for _, d := range named {
			if len(d) > len(dir) && strings.HasPrefix(g.hits[0].File.Path, d) {
				dir = d
			}
		}
		k, ok := place[dir]
		if !ok {
			k = len(out)
			place[dir] = k
			out = append(out, shelf{dir: dir})
		}
		out[k].files = append(out[k].files, g)
	}
	if k, ok := place[""]; ok && k > 0 {
		out[k].dir = "./"
	}
	return out
}

// folder is a directory of files that are shown: path ends in a slash.
type folder struct {
	path  string
	files int
	below []*folder
}

func (d *folder) add(file string) {
	name, _, ok := strings.Cut(file[len(d.path):], "/")
	if !ok {
		d.files++
		return
	}
	path := file[:len(d.path)+len(name)+1]
	k := slices.IndexFunc(d.below, func(b *folder) bool { return b.path == path })
	if k < 0 {
		k = len(d.below)
		d.below = append(d.below, &folder{path: path})
	}
	d.below[k].add(file)
}

// shortest says how many characters the paths of a folder take at the least,
// beyond their own, if a directory above of that length has been named, and
// which directories are named for that.
func (d *folder) shortest(above int) (size int, named []string) {
	const line = 10 // characters that a line more is worth, its end included
	size = -above * d.files
	for _, b := range d.below {
		n, more := b.shortest(above)
		size, named = size+n, append(named, more...)
	}
	if d.path == "" {
		return size, named
	}
	with, withNamed := len(d.path)*(1-d.files)+line, []string{d.path}
	for _, b := range d.below {
		n, more := b.shortest(len(d.path))
		with, withNamed = with+n, append(withNamed, more...)
	}
	if with < size {
		return with, withNamed
	}
	return size, named
}

// render writes the files of a shelf.
func (s *shelf) render(b *strings.Builder) {
	shared := make(map[string][]string) // places of the files with one text, by text
	laid := make([]hitTexts, len(s.files))
	for i, g := range s.files {
		t := textsOf(g.hits)
		if laid[i] = t; len(t.texts) == 1 {
			path := printable(strings.TrimPrefix(g.hits[0].File.Path, s.dir))
			if strings.Trim(path, "0123456789,-") == "" {
				path = "./" + path // it would be read as a line's number
			}
			shared[t.texts[0]] = append(shared[t.texts[0]], path+":"+t.lines[0])
		}
	}
	for i, t := range laid {
		switch {
		case len(t.texts) > 1:
			b.WriteString(printable(strings.TrimPrefix(s.files[i].hits[0].File.Path, s.dir)) + "\n")
			for k, text := range t.texts {
				b.WriteString(t.lines[k] + ":" + text + "\n")
			}
		case shared[t.texts[0]] != nil:
			b.WriteString(strings.Join(shared[t.texts[0]], " ") + ":" + t.texts[0] + "\n")
			delete(shared, t.texts[0])
		}
	}
}

// hitTexts are the different texts of a file's hits, and the lines of each.
type hitTexts struct{ texts, lines []string }

func textsOf(hits []*search.TextHit) (out hitTexts) {
	for _, h := range hits {
		text := snippet(h)
		if k := slices.Index(out.texts, text); k >= 0 {
			out.lines[k] += "," + hitLines(h)
			continue
		}
		out.texts, out.lines = append(out.texts, text), append(out.lines, hitLines(h))
	}
	return out
}

func hitLines(h *search.TextHit) string {
	if h.Last > h.Line {
		return fmt.Sprintf("%d-%d", h.Line, h.Last)
	}
	return fmt.Sprint(h.Line)
}

// hitChars is the longest text of a line that matches, in characters. Few
// lines of code are longer, and what lies behind is seldom what is looked for.
const hitChars = 100

// snippet is a line on one line: without indentation, and where it is long,
// what stands around its match.
func snippet(h *search.TextHit) string {
	return window(h.Text, h.Start, h.End, hitChars)
}

// window cuts a line to at most most characters around [start, end), bytes.
func window(line string, start, end, most int) string {
	text := strings.TrimLeft(line, " \t")
	start = max(0, start-(len(line)-len(text)))
	end = min(max(start, end-(len(line)-len(text))), len(text))
	start = min(start, len(text))
	if len(text) <= most {
		return visible(code.OneLine(text))
	}
	if utf8.RuneCountInString(text[:end]) <= most-1 {
		return clip(visible(code.OneLine(clip(text, 4*most))), most)
	}
	// Some of what leads to the match, then the match, then what follows.
	const lead = 40
	from := start
	for n := 0; from > 0 && n < lead; n++ {
		from--
		for from > 0 && text[from]&0xc0 == 0x80 {
			from--
		}
	}
	cut := text[from:]
	if from > 0 {
		cut = "…" + cut
	}
	return clip(visible(code.OneLine(clip(cut, 4*most))), most)
}

func hitItem(h *search.TextHit) grepItem {
	item := grepItem{Path: h.File.Path, Line: h.Line, Text: window(h.Text, h.Start, h.End, jsonLineChars), Declares: h.Declares, In: placeName(h.Place)}
	if h.Last > h.Line {
		item.Last = h.Last
	}
	return item
}

// jsonLineChars bounds a line in JSON output, in characters.
const jsonLineChars = 400

// linePage is page for lines of files. A hit may have several lines; offset
// counts hits.
func linePage(shown []search.TextHit, offset int, res *search.TextResults) string {
	next := offset + len(shown)
	more := next < len(res.Hits)
	switch {
	case !more && offset == 0 && !res.Stopped:
		return ""
	case len(shown) == 0:
		return page(0, offset, res.Lines)
	}
	lines := 0
	for i := range shown {
		lines += max(1, shown[i].Last-shown[i].Line+1)
	}
	end := "end"
	if more {
		end = fmt.Sprintf("next: offset=%d", next)
	}
	switch {
	case res.Stopped && more:
		return fmt.Sprintf("%d of more than %d lines; %s; count_matches counts all", lines, res.Lines, end)
	case res.Stopped:
		return fmt.Sprintf("%d of more than %d lines; count_matches counts all", lines, res.Lines)
	}
	return fmt.Sprintf("%d of %d lines in %s; %s", lines, res.Lines, count(res.Files, "file"), end)
}

// unsearched says which files no answer can be from, if any.
func (c *Call) unsearched(res *search.TextResults) string {
	note := ""
	if res.Pending > 0 {
		note = count(res.Pending, "file") + " not searched yet: ask again shortly"
	}
	if res.Unread > 0 {
		note = joinNotes(note, count(res.Unread, "file")+" could not be read")
	}
	if len(res.Moving) > 0 {
		note = joinNotes(note, "left out, for they keep changing: "+printables(res.Moving[:min(3, len(res.Moving))]))
	}
	if res.TooLarge > 0 {
		note = joinNotes(note, count(res.TooLarge, "file")+fmt.Sprintf(" over max_text_bytes (%d) not searched", c.Config.MaxTextBytes))
	}
	return note
}
