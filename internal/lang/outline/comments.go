package outline

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// maxRun bounds how many comments in a row document one thing.
const maxRun = 40

// Comment records a comment. Comments that stand alone on adjoining lines
// document the definition on the line after them; the first such run of a
// file, before anything else, documents the file.
func (o *Outline) Comment(s code.Span) {
	o.Region(s)
	if o.behind(s.Start) {
		o.endRun()
		return
	}
	if n := len(o.comments); n > 0 && o.Line(s.Start) > o.Line(o.comments[n-1].End)+1 {
		o.endRun()
	}
	if len(o.comments) < maxRun {
		o.comments = append(o.comments, s)
	}
}

// Region records a comment that documents nothing.
func (o *Outline) Region(s code.Span) {
	o.builder.Region(code.RegionComment, s)
	o.left = append(o.left, s)
}

// behind reports whether something other than white space stands before
// offset on its line.
func (o *Outline) behind(offset uint32) bool {
	line := o.Source[o.starts[o.Line(offset)-1]:offset]
	return len(bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")))) > 0
}

// endRun closes a run of comments that documents no definition.
func (o *Outline) endRun() {
	o.header()
	o.comments = o.comments[:0]
}

// header takes the current run as the file's documentation if nothing but
// comments came before it and it is no licence or directive.
func (o *Outline) header() {
	if o.headerDone || len(o.comments) == 0 {
		return
	}
	text := o.runText()
	if notice(text) {
		return // the next run may be the header
	}
	o.headerDone = true
	o.SetDoc(text)
}

// EndHeader says that something other than a definition follows: comments
// below it no longer document the file.
func (o *Outline) EndHeader() {
	o.header()
	o.headerDone = true
}

// DocAbove takes the documentation of a definition that begins on line: what
// the comments read last say. A scanner that reads ahead asks for it before
// it passes the definition's first token.
func (o *Outline) DocAbove(line uint32) string {
	n := len(o.comments)
	if n == 0 {
		return ""
	}
	adjoins := o.Line(o.comments[n-1].End)+1 >= line
	first := !o.headerDone
	o.header()
	text := o.runText()
	o.comments = o.comments[:0]
	if !adjoins || first && !o.HeaderDocuments || notice(text) {
		return ""
	}
	return code.FirstSentence(text, lang.MaxDoc)
}

func (o *Outline) runText() string {
	var b strings.Builder
	for _, s := range o.comments {
		text := o.Source[s.Start:s.End]
		if len(text) > 4*lang.MaxDoc && !bytes.HasPrefix(text, []byte("/*")) {
			text = text[:4*lang.MaxDoc]
		}
		line := lang.CommentText(text)
		// A rule drawn with punctuation separates; it says nothing.
		if strings.Trim(line, "-=*#~_+ ") == "" {
			line = ""
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}

// notice reports whether a comment is a licence, or addresses a tool.
func notice(text string) bool {
	if len(text) > 600 {
		text = text[:600]
	}
	low := strings.ToLower(text)
	for _, s := range [...]string{"copyright", "spdx-", "licensed under", "yaml-language-server", "-*-", "vim:", "$schema", "yamllint ", "eslint-", "prettier-"} {
		if strings.Contains(low, s) {
			return true
		}
	}
	return false
}
