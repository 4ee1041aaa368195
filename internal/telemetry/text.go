package telemetry

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Text is the report for people, in repo-memory's form, with what the tools
// have cost below it. about follows the root in the first line, such as "last 24h".
func (r Report) Text(root, about string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Token report for %s", root)
	if about != "" {
		fmt.Fprintf(&b, " (%s)", about)
	}
	fmt.Fprintf(&b, "\n  events:        %s (%s hits / %s misses, %.1f%% hit ratio)\n", groupedNumber(int64(r.TotalEvents)),
		groupedNumber(int64(r.CacheHits)), groupedNumber(int64(r.CacheMisses)), 100*r.HitRatio)
	fmt.Fprintf(&b, "  tokens saved:  ~%s\n", groupedNumber(r.Saved))
	fmt.Fprintf(&b, "  breakdown:     %s\n", cmp.Or(strings.Join(r.kinds(), ", "), "none"))
	fmt.Fprintf(&b, "  net:           %s (reading the cited files once a session ~%s - spent ~%s)\n", signed(r.Net), groupedNumber(r.Baseline), groupedNumber(r.Spent.Total()))
	fmt.Fprintf(&b, "  spent:         replies ~%s, calls ~%s, tools/list ~%s, instructions ~%s (sessions: %s)\n", groupedNumber(r.Spent.Replies),
		groupedNumber(r.Spent.Calls), groupedNumber(r.Spent.Listing), groupedNumber(r.Spent.Instructions), groupedNumber(int64(r.Sessions)))
	if len(r.TopFiles) > 0 {
		b.WriteString("  top files:\n")
		for _, f := range r.TopFiles {
			fmt.Fprintf(&b, "    %dx %s (~%s tokens)\n", f.AccessCount, oneLine(f.Path), groupedNumber(f.Tokens))
		}
	}
	if n := r.Breakdown[string(SearchMiss)]; n > 0 {
		fmt.Fprintf(&b, "  failed searches: %s (nothing matched: what was asked for and not found)\n", groupedNumber(int64(n)))
		for _, q := range r.Missed {
			fmt.Fprintf(&b, "    %dx %s\n", q.Count, strconv.Quote(q.Query))
		}
	}
	if d := r.Diagnostics; d != nil {
		var counts []string
		for _, name := range sortedKeys(d.EntryCounts) {
			counts = append(counts, name+" "+groupedNumber(int64(d.EntryCounts[name])))
		}
		fmt.Fprintf(&b, "  diagnostics:\n    entries:       %s\n    stale entries: %s\n    database size: %s bytes\n", strings.Join(counts, ", "),
			groupedNumber(int64(d.Stale)), groupedNumber(d.Size))
		fmt.Fprintf(&b, "    events by age: last day %d, last week %d, last month %d, older %d\n    dropped:       %d\n", d.Ages.Day, d.Ages.Week, d.Ages.Month, d.Ages.Older, d.Dropped)
	}
	return b.String()
}

// kinds lists the breakdown, the most frequent first.
func (r Report) kinds() []string {
	names := sortedKeys(r.Breakdown)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(r.Breakdown[b], r.Breakdown[a]) })
	for i, name := range names {
		names[i] = name + " " + groupedNumber(int64(r.Breakdown[name]))
	}
	return names
}

func sortedKeys(m map[string]int) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// groupedNumber prints 482000 as 482,000.
func groupedNumber(n int64) string {
	s := strconv.FormatInt(n, 10)
	digits, sign := strings.TrimPrefix(s, "-"), ""
	if digits != s {
		sign = "-"
	}
	var groups []string
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}
	return sign + strings.Join(append([]string{digits}, groups...), ",")
}

// signed is groupedNumber of an estimate with its sign.
func signed(n int64) string {
	if n > 0 {
		return "~+" + groupedNumber(n)
	}
	return "~" + groupedNumber(n)
}

// oneLine quotes a path that would not stay on its line.
func oneLine(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }) {
		return strconv.Quote(path)
	}
	return path
}
