package search

import (
	"path"
	"regexp"
	"strings"
	"unicode/utf8"
)

// RouteFit is how well a route's path meets a pattern; smaller is better.
type RouteFit struct {
	Rank RouteRank
	// Loose counts the parameters that stand for text of the pattern.
	Loose int
}

// RouteRank orders kinds of fits.
type RouteRank uint8

// Kinds of fits, the best first.
const (
	RouteExact    RouteRank = iota // the path as it is written
	RouteMatch                     // a request for the pattern's path may end there
	RoutePrefix                    // the path goes on below the pattern's
	RouteFragment                  // the path, or the handler's name, holds the pattern
)

// routePattern is what routes are held against.
type routePattern struct {
	text  string // without query and final slash, with a leading slash where it is a path
	lower string
	parts []string
	glob  *regexp.Regexp // nil without wildcards
	// least is how many characters a route needs at least to match the glob.
	least int
	all   bool
}

// manyStars are more stars in a row than mean anything.
var manyStars = regexp.MustCompile(`\*{5,}`)

func newRoutePattern(p string) routePattern {
	if i := strings.Index(p, "://"); i > 0 { // a whole address
		_, p, _ = strings.Cut(p[i+3:], "/")
		p = "/" + p
	}
	if !strings.ContainsAny(p, "{<[(") {
		p, _, _ = strings.Cut(p, "?")
		p, _, _ = strings.Cut(p, "#")
	}
	out := routePattern{all: p == "" || p == "*" || p == "**"}
	out.lower = strings.ToLower(strings.Trim(p, "/"))
	out.text = "/" + strings.Trim(p, "/")
	out.parts = segments(out.text)
	if strings.Contains(p, "*") {
		// More stars in a row say no more than four, and cost a state each.
		p = manyStars.ReplaceAllString(p, "****")
		out.least = utf8.RuneCountInString(p) - strings.Count(p, "*") - strings.Count(p, "/")
		expr := regexp.QuoteMeta(strings.TrimSuffix(p, "/"))
		expr = strings.NewReplacer(`/\*\*`, "(?:/.*)?", `\*\*`, ".*", `\*`, "[^/]*").Replace(expr)
		switch {
		case strings.HasPrefix(p, "*"):
			expr = "/?" + expr
		case !strings.HasPrefix(p, "/"):
			expr = "/(?:.*/)?" + expr
		}
		out.glob, _ = regexp.Compile("(?i)^" + expr + "/?$")
	}
	return out
}

// fit holds a route's path and its handler's name against the pattern.
func (m *routePattern) fit(route, handler string) (RouteFit, bool) {
	if m.all {
		return RouteFit{}, true
	}
	have := strings.TrimSuffix(route, "/")
	if have == "" {
		have = "/"
	}
	if strings.EqualFold(have, m.text) {
		return RouteFit{RouteExact, 0}, true
	}
	if m.glob != nil {
		return RouteFit{RouteMatch, 0}, m.least <= utf8.RuneCountInString(route) && m.glob.MatchString(route)
	}
	if m.text != "/" {
		if rest, loose, ok := meets(segments(have), m.parts); ok && rest == 0 {
			return RouteFit{RouteMatch, loose}, true
		} else if ok && loose < len(m.parts) {
			return RouteFit{RoutePrefix, loose}, true
		}
	}
	if m.lower != "" && (strings.Contains(strings.ToLower(route), m.lower) || strings.Contains(strings.ToLower(handler), m.lower)) {
		return RouteFit{RouteFragment, 0}, true
	}
	return RouteFit{}, false
}

// segments are the parts of a path between slashes; a slash inside brackets
// belongs to a parameter.
func segments(p string) (out []string) {
	depth, from := 0, 0
	p = strings.Trim(p, "/")
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '{', '<', '(', '[':
			depth++
		case '}', '>', ')', ']':
			depth = max(0, depth-1)
		case '/':
			if depth == 0 {
				out = append(out, p[from:i])
				from = i + 1
			}
		}
	}
	return append(out, p[from:])
}

// meets holds the segments of a route against those of a path: rest is how
// many the route has more, loose how many are parameters.
func meets(route, want []string) (rest, loose int, ok bool) {
	for i, s := range route {
		if i == len(want) {
			for _, more := range route[i:] {
				if !optional(more) && !catchAll(more) {
					return len(route) - i, loose, true
				}
			}
			return 0, loose, true
		}
		switch {
		case strings.EqualFold(s, want[i]):
		case catchAll(s):
			return 0, loose + 2 + len(want) - i, true
		case parameter(s) && want[i] != "":
			if !parameter(want[i]) {
				loose++
			}
		case partly(s, want[i]):
			loose++
		default:
			return 0, 0, false
		}
	}
	return 0, loose, len(route) == len(want)
}

// parameter reports whether a segment stands for any text: {id}, :id, <int:id>,
// [id], (?P<id>\d+), *.
func parameter(s string) bool {
	if s == "" {
		return false
	}
	if strings.HasPrefix(s, "${") {
		return true // text that the program computes
	}
	switch s[0] {
	case ':', '*':
		return true
	case '{', '<', '[', '(':
		return strings.IndexAny(s, "}>])") > 0 && strings.ContainsAny(s[len(s)-1:], "}>])?+*")
	}
	return false
}

func optional(s string) bool {
	return parameter(s) && strings.Contains(s, "?") || strings.HasPrefix(s, "(/")
}

// catchAll reports whether a segment stands for all that is left of a path.
func catchAll(s string) bool {
	switch {
	case strings.HasPrefix(s, "*"), strings.HasPrefix(s, "{*"), strings.HasPrefix(s, "[..."), strings.HasPrefix(s, "[[..."),
		strings.HasPrefix(s, "<path:"), s == "(.*)", strings.HasSuffix(s, "...}"):
		return true
	case strings.HasPrefix(s, ":") && (strings.HasSuffix(s, "*") || strings.HasSuffix(s, "+")), strings.HasPrefix(s, "{") && strings.HasSuffix(s, ":path}"),
		strings.HasPrefix(s, "{") && strings.HasSuffix(s, ":.*}"):
		return true
	}
	return false
}

// inSegment is a parameter that is a part of a segment.
var inSegment = regexp.MustCompile(`\{[^}]*\}|<[^>]*>|\[[^\]]*\]|\([^)]*\)|:\w+`)

// partly reports whether a segment with parameters in it fits a text: {name}.json.
func partly(s, text string) bool {
	if !strings.ContainsAny(s, "{<[(:") || len(s) > 200 {
		return false
	}
	glob := inSegment.ReplaceAllString(strings.NewReplacer("*", "", "?", "").Replace(s), "*")
	ok, err := path.Match(glob, text)
	return err == nil && ok && strings.Trim(glob, "*") != ""
}
