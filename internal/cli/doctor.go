package cli

import (
	"fmt"
	"os/exec"
	"sort"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sextant/internal/code"
	"sextant/internal/knowledge"
	"sextant/internal/lang/all"
	"sextant/internal/parse"
)

// check is one line of the doctor's report.
type check struct {
	OK     bool   `json:"ok"`
	What   string `json:"what"`
	Detail string `json:"detail"`
	Advice string `json:"advice,omitempty"`
}

func (s *session) doctor() *cobra.Command {
	var coverage bool
	c := &cobra.Command{Use: "doctor", Short: "Say what works, what does not and what to do", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			checks, err := s.examine(cmd, coverage)
			if err != nil {
				return err
			}
			return s.printChecks(checks)
		}}
	c.Flags().BoolVar(&coverage, "coverage", false, "count every file by class and by why it is left out")
	return c
}

func (s *session) examine(cmd *cobra.Command, coverage bool) ([]check, error) {
	var out []check
	add := func(ok bool, what, detail, advice string) {
		if ok {
			advice = ""
		}
		out = append(out, check{ok, what, detail, advice})
	}
	add(true, "version", Version(), "")
	git, gitErr := exec.LookPath("git")
	add(gitErr == nil, "git", orElse(git, "not found"), "install git: without it files that are tracked but ignored are left out")
	for _, d := range all.Definitions() {
		if err := parse.Check(d); err != nil {
			add(false, "language "+d.Name, err.Error(), "this build is broken: build it again")
		}
	}
	a, err := s.open("")
	if err != nil {
		return nil, err
	}
	defer a.Close()
	start := time.Now()
	v, err := a.Index.View(cmd.Context())
	if err != nil {
		return nil, err
	}
	took := time.Since(start)
	st := a.Index.Status(v)
	inGit := "not a git work tree: .gitignore files alone decide what is left out"
	if repo, ok := a.Index.Workspace().Git(); ok {
		inGit = "git work tree " + repo.WorkTree
	}
	add(true, "root", a.Index.Root()+", "+inGit, "")
	add(true, "files", fmt.Sprintf("%d listed in %.0f ms", st.Files, float64(took.Microseconds())/1000), "")
	add(st.Problem == "", "cache", orElse(st.Cache, "none")+suffix(": ", st.Problem), "give a writable directory with SEXTANT_CACHE_DIR; until then everything is derived again in each process")
	// An incomplete index is no fault: answers are complete meanwhile.
	note := ""
	if st.Indexed < st.Text || st.Parsed < st.Parsable {
		note = "; sextant index completes it, a running server does so by itself"
	}
	add(true, "index", fmt.Sprintf("text of %d of %d files, facts of %d of %d%s", st.Indexed, st.Text, st.Parsed, st.Parsable, note), "")
	if store, err := knowledge.Open(a.Index.Root()); err == nil {
		if base, err := store.Load(); err != nil {
			add(false, "knowledge", err.Error(), "repair or restore the file; it is never overwritten while damaged")
		} else {
			add(true, "knowledge", fmt.Sprintf("%s, %d entries", store.Dir(), len(base.Entries)), "")
		}
	} else {
		add(true, "knowledge", "none; sextant init opts this repository in", "")
	}
	for _, w := range a.Config.Warnings {
		add(false, "settings", w, "mend or remove the value")
	}
	if coverage {
		cov := v.Coverage()
		for _, class := range code.Classes() {
			if n := cov.ByClass[class]; n > 0 {
				add(true, "class "+class.String(), fmt.Sprint(n), "")
			}
		}
		for _, row := range sorted(cov.ByLanguage) {
			add(true, "language "+row, fmt.Sprint(cov.ByLanguage[row]), "")
		}
		add(true, "no language", fmt.Sprintf("%d text files: words and paths only", cov.NoLanguage), "")
		for _, row := range sorted(cov.Skipped) {
			add(true, "left out: "+row, fmt.Sprintf("%d entries (a directory counts as one)", cov.Skipped[row]), "")
		}
	}
	return out, nil
}

func (s *session) printChecks(checks []check) error {
	bad := false
	for _, c := range checks {
		bad = bad || !c.OK
	}
	if s.json {
		if err := printJSON(s.Out, checks); err != nil {
			return err
		}
		checks = nil
	}
	for _, c := range checks {
		mark := "ok  "
		if !c.OK {
			mark = "!!  "
		}
		fmt.Fprintf(s.Out, "%s%-22s %s\n", mark, c.What, c.Detail)
		if c.Advice != "" {
			fmt.Fprintf(s.Out, "    %-22s -> %s\n", "", c.Advice)
		}
	}
	if bad {
		return errNothing
	}
	return nil
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func suffix(sep, s string) string {
	if s == "" {
		return ""
	}
	return sep + s
}

func sorted(m map[string]int) []string {
	var names []string
	for n := range m {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		if m[names[i]] != m[names[j]] {
			return m[names[i]] > m[names[j]]
		}
		return strings.Compare(names[i], names[j]) < 0
	})
	return names
}
