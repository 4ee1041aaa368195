package app

import (
	"context"
	"fmt"
	"time"

	"sextant/internal/index"
	"sextant/internal/knowledge"
)

// sessionBudget bounds what the session start may spend on writing the
// knowledge file; whatever happens, the session must not wait.
const sessionBudget = 1200 * time.Millisecond

// sessionParses is how many files the session start parses at most.
const sessionParses = 400

// Session is what a session starts with: one line for the person and facts
// for the model.
type Session struct {
	System  string
	Context string
}

// SessionStart refreshes the structure, brings the knowledge file up to date
// if the project has one, and reports.
func (a *App) SessionStart(ctx context.Context) (Session, error) {
	ctx, cancel := context.WithTimeout(ctx, sessionBudget)
	defer cancel()
	v, err := a.Index.View(ctx)
	if err != nil {
		return Session{}, err
	}
	problem := ""
	p := v.Progress()
	// What changed since the last session is parsed here; a repository that
	// was never indexed is left to the server.
	if p.Indexed == p.Text && p.Parsable-p.Parsed <= sessionParses {
		if _, err := a.UpdateKnowledge(ctx, v); err != nil && ctx.Err() == nil {
			problem = fmt.Sprintf(" The knowledge file was not updated: %v.", err)
		}
	}
	status := a.status(v)
	return Session{System: status, Context: sessionText + status + "." + problem + a.progressNote(p)}, nil
}

// sessionText tells the model what the tools are for, as facts.
const sessionText = "The 'query' MCP tool of sextant answers which files matter for a task: ranked paths with sizes, roles, summaries, " +
	"imports, exports and the line ranges of the definitions that match, for far fewer tokens than listing, grepping or reading files. " +
	"get_file_outline shows what a file defines, and read_file with a symbol or a line range shows just that part. " +
	"Structure is always as it is on disk; a summary whose file has changed since is marked \"unanalysed\".\n\n" +
	"File map and structural information are up to date: "

func (a *App) progressNote(p index.Progress) string {
	if p.Indexed == p.Text {
		return ""
	}
	return fmt.Sprintf(" %d of %d files are indexed so far; the server indexes the rest, and until then an answer says how much it has not searched.", p.Indexed, p.Text)
}

// status is the line of counts. Without a knowledge file every file has
// structure and none an analysis.
func (a *App) status(v *index.View) string {
	base, err := a.know.base(v)
	if err != nil || base == nil {
		n := 0
		for _, f := range v.Files() {
			if described(f) {
				n++
			}
		}
		return knowledge.Status{Available: n, Unanalysed: n}.String()
	}
	known := make(map[string]bool)
	s := base.Status(func(p string) string {
		if f := v.File(p); f != nil && !f.Hash.IsZero() {
			return f.Hash.String()
		}
		return ""
	})
	for p, e := range base.Entries {
		known[p] = !e.Deleted
	}
	// A file that the knowledge file does not list yet is there all the same.
	for _, f := range v.Files() {
		if described(f) && !known[f.Path] {
			s.Available++
			s.Unanalysed++
		}
	}
	return s.String()
}
