package python

import "sextant/internal/lang"

// library gives the members of Python's own types that lead to what they hold.
func library(name, member string) (lang.Type, bool) {
	switch name {
	case lang.TypeList:
		switch member {
		case "pop", "popleft", "get", "get_nowait", "__enter__", "__aenter__", "__next__", "__anext__", "send", "asend":
			return gives(first), true
		case "copy", "union", "intersection", "difference", "__add__", "__or__", "__and__", "__sub__", "__iter__":
			return gives(lang.Type{Name: lang.TypeList, Args: []lang.Type{first}}), true
		}
	case lang.TypeMap:
		switch member {
		case "get", "pop", "setdefault":
			return gives(second), true
		case "items":
			return gives(lang.Type{Name: lang.TypeList, Args: []lang.Type{{Name: lang.TypeTuple, Args: []lang.Type{first, second}}}}), true
		case "popitem":
			return gives(lang.Type{Name: lang.TypeTuple, Args: []lang.Type{first, second}}), true
		case "keys":
			return gives(lang.Type{Name: lang.TypeList, Args: []lang.Type{first}}), true
		case "values":
			return gives(lang.Type{Name: lang.TypeList, Args: []lang.Type{second}}), true
		case "copy", "__or__":
			return gives(lang.Type{Name: lang.TypeMap, Args: []lang.Type{first, second}}), true
		}
	case lang.TypeAwait:
		switch member {
		case "result", "__await__":
			return gives(first), true
		}
	}
	return lang.Type{}, false
}

var first, second = lang.Type{Name: "$0"}, lang.Type{Name: "$1"}

// gives is a method with that result.
func gives(t lang.Type) lang.Type { return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{t}} }
