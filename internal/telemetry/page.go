package telemetry

import (
	_ "embed"
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"
)

//go:embed page.css
var pageStyle string

// Page is the report as one HTML file that needs nothing else: no script, no
// network. Each chart has a title, a description and its numbers in a table.
func (s *Sum) Page(r Report, root, about string, loc *time.Location) string {
	var b strings.Builder
	title := "Token report for " + root
	b.WriteString("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n<title>" + escape(title) + "</title>\n<style>\n" + pageStyle + "</style>\n</head>\n<body>\n<main>\n")
	fmt.Fprintf(&b, "<h1>%s</h1>\n<p>%s. All tokens are estimates.</p>\n", escape(title), escape(capital(about)))
	b.WriteString("<dl class=\"numbers\">\n")
	for _, n := range [][2]string{
		{"net", signed(r.Net)}, {"baseline: cited files, once a session", "~" + groupedNumber(r.Baseline)}, {"spent", "~" + groupedNumber(r.Spent.Total())},
		{"saved as repo-memory counts", "~" + groupedNumber(r.Saved)}, {"hit ratio", percent(r.HitRatio)}, {"sessions", groupedNumber(int64(r.Sessions))},
	} {
		fmt.Fprintf(&b, "<div><dt>%s</dt><dd>%s</dd></div>\n", escape(n[0]), escape(n[1]))
	}
	b.WriteString("</dl>\n")
	points, unit := s.Points(loc)
	b.WriteString(overTime(points, unit))
	b.WriteString(hitRatio(points, unit))
	files := bars{id: "files", title: "Top files", column: "file", empty: "No event is about a file.", values: []string{"accesses", "tokens"}}
	for _, f := range r.TopFiles {
		files.rows = append(files.rows, bar{oneLine(f.Path), int64(f.AccessCount), []string{groupedNumber(int64(f.AccessCount)), "~" + groupedNumber(f.Tokens)}})
	}
	b.WriteString(files.section())
	missed := bars{id: "missed", title: "Searches that found nothing", column: "query", empty: "Every search found something.", values: []string{"times"}}
	for _, q := range r.Missed {
		missed.rows = append(missed.rows, bar{q.Query, int64(q.Count), []string{groupedNumber(int64(q.Count))}})
	}
	b.WriteString(missed.section())
	byTool := bars{id: "tools", title: "Tools", column: "tool", empty: "No tool was called.", values: []string{"calls", "tokens spent", "baseline"}}
	for _, t := range r.ByTool {
		byTool.rows = append(byTool.rows, bar{t.Tool, t.Tokens, []string{groupedNumber(int64(t.Calls)), "~" + groupedNumber(t.Tokens), "~" + groupedNumber(t.Baseline)}})
	}
	byTool.measure = "tokens spent"
	b.WriteString(byTool.section())
	b.WriteString("</main>\n</body>\n</html>\n")
	return b.String()
}

func escape(s string) string { return html.EscapeString(strings.ToValidUTF8(s, "\uFFFD")) }

func capital(s string) string {
	if s == "" {
		return "All recorded events"
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func percent(ratio float64) string { return strconv.FormatFloat(100*ratio, 'f', 1, 64) + " %" }

// The size of a chart, in units of its own, and the room around its plot.
const (
	chartWidth, chartHeight = 720.0, 260.0
	leftRoom, bottomRoom    = 60.0, 28.0
	topRoom                 = 14.0
	plotWidth               = chartWidth - leftRoom - 8
	plotHeight              = chartHeight - topRoom - bottomRoom
)

// figure puts a chart and its table side by side.
func figure(id, title, describe, chart, table string) string {
	return fmt.Sprintf("<section aria-labelledby=\"%[1]s\">\n<h2 id=\"%[1]s\">%[2]s</h2>\n<div class=\"beside\">\n%[3]s<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%[2]s: numbers\">\n%[4]s</div>\n</div>\n<p>%[5]s</p>\n</section>\n",
		id, escape(title), chart, table, escape(describe))
}

// svg wraps a drawing with what a screen reader says of it.
func svg(id, title, describe string, height float64, drawing string) string {
	return fmt.Sprintf("<svg viewBox=\"0 0 %g %g\" role=\"img\" aria-labelledby=\"%[3]s-title %[3]s-desc\">\n<title id=\"%[3]s-title\">%[4]s</title>\n<desc id=\"%[3]s-desc\">%[5]s</desc>\n%[6]s</svg>\n",
		chartWidth, height, id, escape(title), escape(describe), drawing)
}

// axes draws a frame with the largest value and the first and last time.
func axes(largest, first, last string) string {
	bottom := topRoom + plotHeight
	return fmt.Sprintf("<path class=\"axis\" fill=\"none\" d=\"M%[1]g %[2]gV%[3]gH%[4]g\"/>\n<path class=\"axis\" d=\"M%[1]g %[2]gH%[4]g\"/>\n"+
		"<text x=\"%[5]g\" y=\"%[6]g\" text-anchor=\"end\">%[7]s</text>\n<text x=\"%[5]g\" y=\"%[3]g\" text-anchor=\"end\">0</text>\n"+
		"<text x=\"%[1]g\" y=\"%[8]g\">%[9]s</text>\n<text x=\"%[4]g\" y=\"%[8]g\" text-anchor=\"end\">%[10]s</text>\n",
		leftRoom, topRoom, bottom, leftRoom+plotWidth, leftRoom-6, topRoom+4, escape(largest), bottom+18, escape(first), escape(last))
}

func when(at time.Time, unit string) string {
	if unit == "hour" {
		return at.Format("2006-01-02 15:04")
	}
	return at.Format("2006-01-02")
}

// overTime draws what was saved and spent, step by step.
func overTime(points []Point, unit string) string {
	const id, title = "over-time", "Tokens saved and spent over time"
	if len(points) == 0 {
		return figure(id, title, "Nothing has been recorded.", "", "")
	}
	largest := int64(1)
	for _, p := range points {
		largest = max(largest, p.Baseline, p.Spent)
	}
	var d, t strings.Builder
	d.WriteString(axes(groupedNumber(largest), when(points[0].At, unit), when(points[len(points)-1].At, unit)))
	step := plotWidth / float64(len(points))
	wide := min(step*0.4, 40)
	t.WriteString("<table>\n<caption>by " + unit + "</caption>\n<tr><th scope=\"col\">begin</th><th scope=\"col\">baseline</th><th scope=\"col\">spent</th><th scope=\"col\">net</th></tr>\n")
	for i, p := range points {
		for k, v := range []int64{p.Baseline, p.Spent} {
			if v == 0 {
				continue
			}
			h := plotHeight * float64(v) / float64(largest)
			fmt.Fprintf(&d, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", []string{"first", "second"}[k],
				leftRoom+step*(float64(i)+0.5)+float64(k-1)*wide, topRoom+plotHeight-h, wide, h)
		}
		if p.Baseline != 0 || p.Spent != 0 {
			fmt.Fprintf(&t, "<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td><td>%s</td></tr>\n", when(p.At, unit), groupedNumber(p.Baseline), groupedNumber(p.Spent), groupedNumber(p.Baseline-p.Spent))
		}
	}
	t.WriteString("</table>\n")
	const describe = "Full bars: what reading the cited files would have cost, each once a session. Light bars with an outline: what the tools cost."
	return figure(id, title, describe, svg(id, title, describe+" The largest is "+groupedNumber(largest)+" tokens.", chartHeight, d.String()), t.String())
}

// hitRatio draws how many summaries were there already.
func hitRatio(points []Point, unit string) string {
	const id, title = "hits", "Hit ratio over time"
	var d, t, curve strings.Builder
	t.WriteString("<table>\n<caption>by " + unit + "</caption>\n<tr><th scope=\"col\">begin</th><th scope=\"col\">hits</th><th scope=\"col\">misses</th><th scope=\"col\">ratio</th></tr>\n")
	n := 0
	for i, p := range points {
		if p.Hits+p.Misses == 0 {
			continue
		}
		ratio := float64(p.Hits) / float64(p.Hits+p.Misses)
		x, y := leftRoom+plotWidth*(float64(i)+0.5)/float64(len(points)), topRoom+plotHeight*(1-ratio)
		fmt.Fprintf(&curve, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[n == 0], x, y)
		fmt.Fprintf(&d, "<circle class=\"first\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", x, y)
		fmt.Fprintf(&t, "<tr><th scope=\"row\">%s</th><td>%d</td><td>%d</td><td>%s</td></tr>\n", when(p.At, unit), p.Hits, p.Misses, percent(ratio))
		n++
	}
	if n == 0 {
		return figure(id, title, "No summary was asked for.", "", "")
	}
	t.WriteString("</table>\n")
	const describe = "How many of the summaries that were asked for had been derived before."
	drawing := axes("100 %", when(points[0].At, unit), when(points[len(points)-1].At, unit)) + "<path class=\"curve\" d=\"" + curve.String() + "\"/>\n" + d.String()
	return figure(id, title, describe, svg(id, title, describe, chartHeight, drawing), t.String())
}

// bar is one row of a chart of horizontal bars.
type bar struct {
	name  string
	size  int64
	cells []string
}

type bars struct {
	id, title, column, empty string
	values                   []string // the columns of a row's cells
	measure                  string   // which of them is drawn; "" for the first
	rows                     []bar
}

const rowHeight = 26.0

// shownName bounds the names in a drawing, in characters; the table has them whole.
const shownName = 60

func (c bars) section() string {
	if len(c.rows) == 0 {
		return figure(c.id, c.title, c.empty, "", "")
	}
	largest := int64(1)
	for _, r := range c.rows {
		largest = max(largest, r.size)
	}
	var d, t strings.Builder
	t.WriteString("<table>\n<tr><th scope=\"col\">" + c.column + "</th>")
	for _, v := range c.values {
		t.WriteString("<th scope=\"col\">" + v + "</th>")
	}
	t.WriteString("</tr>\n")
	for i, r := range c.rows {
		y := rowHeight * float64(i)
		fmt.Fprintf(&d, "<text class=\"name\" x=\"0\" y=\"%.1f\">%s</text>\n<rect class=\"first\" x=\"0\" y=\"%.1f\" width=\"%.1f\" height=\"8\"/>\n",
			y+11, escape(tail(r.name)), y+15, max(1, chartWidth*float64(r.size)/float64(largest)))
		t.WriteString("<tr><th scope=\"row\">" + escape(r.name) + "</th>")
		for _, v := range r.cells {
			t.WriteString("<td>" + escape(v) + "</td>")
		}
		t.WriteString("</tr>\n")
	}
	t.WriteString("</table>\n")
	measure := c.measure
	if measure == "" {
		measure = c.values[0]
	}
	describe := "By " + measure + "; the longest bar is " + groupedNumber(largest) + "."
	return figure(c.id, c.title, describe, svg(c.id, c.title, describe, rowHeight*float64(len(c.rows)), d.String()), t.String())
}

// tail is the end of a name that is too long to be drawn: that of a path tells most.
func tail(name string) string {
	runes := []rune(name)
	if len(runes) <= shownName {
		return name
	}
	return "…" + string(runes[len(runes)-shownName+1:])
}
