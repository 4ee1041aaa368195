package tool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"sextant/internal/app"
	"sextant/internal/telemetry"
	"sextant/internal/tokens"
	"sextant/internal/tool"
)

// noted keeps what is recorded.
type noted struct{ calls []telemetry.Finished }

func (n *noted) Record(f telemetry.Finished) { n.calls = append(n.calls, f) }
func (n *noted) Flush(context.Context)       {}
func (n *noted) Dropped() int                { return 0 }

func ask(t *testing.T, a *app.App, name, args string) *tool.Reply {
	t.Helper()
	r, err := a.Call(context.Background(), name, []byte(args))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func longFile(lines int) string {
	var b strings.Builder
	b.WriteString("package p\n")
	for i := range lines {
		fmt.Fprintf(&b, "\nfunc Handle%d(first, second int) int { return first + second }\n", i)
	}
	return b.String()
}

func TestEveryCallIsBooked(t *testing.T) {
	root := t.TempDir()
	write(t, root, "long.go", longFile(2000))
	write(t, root, "short.go", "package p\n")
	a := open(t, root, nil)
	n := &noted{}
	a.Deps.Accounts = n
	const args = `{"path":"short.go"}`
	r := ask(t, a, "read_file", args)
	got := n.calls[0]
	if got.Tool != "read_file" || got.Asked != tokens.Of(len("read_file")+len(args)) || got.Replied != tokens.Of(len(r.Text)) || len(got.Entries) != 0 {
		t.Errorf("%+v", got)
	}
	if len(got.Cited) != 1 || got.Cited[0].Path != "short.go" || got.Cited[0].Tokens != tokens.Of(len("package p\n")) {
		t.Errorf("%+v", got.Cited)
	}
	ask(t, a, "read_file", `{"path":"long.go","end_line":3}`)
	if c := n.calls[1].Cited; len(c) != 1 || c[0].Tokens != 10000 || c[0].Content == got.Cited[0].Content {
		t.Errorf("a long file: %+v", c)
	}
	// Only names are shown: no file would have been read.
	ask(t, a, "find_files", `{"pattern":"go"}`)
	if c := n.calls[2]; len(c.Cited) != 0 || c.Replied == 0 {
		t.Errorf("%+v", c)
	}
	_, err := a.Call(context.Background(), "read_file", []byte(`{"path":"gone.go"}`))
	if c := n.calls[3]; err == nil || c.Replied != tokens.Of(len(err.Error())) || len(c.Cited) != 0 {
		t.Errorf("an error: %+v, %v", c, err)
	}
	ask(t, a, "invalidate", `{}`)
	if c := n.calls[4]; len(c.Entries) != 1 || c.Entries[0] != (telemetry.Entry{Kind: telemetry.Invalidation}) {
		t.Errorf("%+v", c)
	}
	// A call that nobody waits for reaches no conversation.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := a.Call(ctx, "read_file", []byte(args)); err == nil || len(n.calls) != 5 {
		t.Errorf("%d calls, %v", len(n.calls), err)
	}
}

// Data and footer cost as well, where they are sent.
func TestWhatIsSentBesidesTheTextIsBooked(t *testing.T) {
	root := t.TempDir()
	write(t, root, "long.go", longFile(300))
	a := open(t, root, map[string]string{"structured-content": "true", "savings-footer": "true"})
	n := &noted{}
	a.Deps.Accounts = n
	r := ask(t, a, "read_file", `{"path":"long.go","end_line":3}`)
	b, err := json.Marshal(r.Data)
	if least := tokens.Of(len(r.Text) + len(b)); err != nil || n.calls[0].Replied <= least || n.calls[0].Replied > least+30 {
		t.Errorf("%d tokens are booked, want a little over %d; %v", n.calls[0].Replied, least, err)
	}
}

func TestRepeatedContentIsNotSentTwice(t *testing.T) {
	root := t.TempDir()
	text := longFile(60)
	write(t, root, "a.go", text)
	a := open(t, root, nil)
	a.Deps.Ledger = new(telemetry.Ledger)
	n := &noted{}
	a.Deps.Accounts = n
	full := ask(t, a, "read_file", `{"path":"a.go","max_tokens":5000}`).Text
	// The same question, spelt otherwise.
	r := ask(t, a, "read_file", ` {"maxTokens": 5000, "path": "a.go"}`)
	if want := fmt.Sprintf("unchanged since call 1 (%d characters); the same call once more sends it again\n", len(full)); r.Text != want || r.Savings != nil {
		t.Errorf("%q, want %q", r.Text, want)
	}
	if c := n.calls[1]; len(c.Cited) != 0 || c.Replied != tokens.Of(len(r.Text)) {
		t.Errorf("booked: %+v", c)
	}
	again := func(want string) {
		t.Helper()
		if got := ask(t, a, "read_file", `{"path":"a.go","max_tokens":5000}`).Text; got != want && (want != "" || !strings.HasPrefix(got, "unchanged since call ")) {
			t.Errorf("got %.80q, want %.80q", got, want)
		}
	}
	again(full) // who asks once more has lost it, or never had it
	again("")
	again(full)
	ask(t, a, "invalidate", `{"path":"a.go"}`)
	again(full)
	write(t, root, "a.go", "// changed\n"+text)
	if got := ask(t, a, "read_file", `{"path":"a.go","max_tokens":5000}`).Text; !strings.Contains(got, "// changed") {
		t.Errorf("a changed file: %.80q", got)
	}
	again("")
	// Lists are answers to a question, not content.
	first := ask(t, a, "grep_code", `{"query":"Handle"}`).Text
	if second := ask(t, a, "grep_code", `{"query":"Handle"}`).Text; second != first || len(first) < telemetry.LeastRepeat {
		t.Errorf("%.80q", second)
	}
	// Without a ledger, as on the command line, everything is sent.
	a.Deps.Ledger = nil
	first = ask(t, a, "get_file_outline", `{"path":"a.go"}`).Text
	if second := ask(t, a, "get_file_outline", `{"path":"a.go"}`).Text; second != first || len(first) < telemetry.LeastRepeat {
		t.Errorf("%.80q", second)
	}
}
