package ripgrep

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// translate writes an expression so that rg finds at least what Go's package
// regexp does. It leaves nothing to rg that the two may see in different ways:
// word boundaries and the ends of lines only narrow a match down and are left
// out, so that a line may keep its carriage return; which letters are the same
// but for their case depends on the edition of Unicode and is written out, as
// Go's parser has done with named classes. Groups are dropped. It is not ok
// for an expression that matches nothing, or the empty text whatever it holds.
func translate(re *syntax.Regexp) (expression string, ok bool) {
	re = widened(re)
	return re.String(), re.Op != syntax.OpEmptyMatch && re.Op != syntax.OpNoMatch
}

func widened(re *syntax.Regexp) *syntax.Regexp {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return &syntax.Regexp{Op: syntax.OpEmptyMatch}
	case syntax.OpCapture:
		return widened(re.Sub[0])
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			return unfolded(re.Rune)
		}
	}
	if len(re.Sub) == 0 {
		return re
	}
	c := *re
	c.Sub = make([]*syntax.Regexp, len(re.Sub))
	for i, sub := range re.Sub {
		c.Sub[i] = widened(sub)
	}
	return &c
}

// unfolded is a literal whose case does not count, as classes.
func unfolded(literal []rune) *syntax.Regexp {
	all := &syntax.Regexp{Op: syntax.OpConcat}
	for _, r := range literal {
		forms := []rune{r}
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			forms = append(forms, f)
		}
		one := &syntax.Regexp{Op: syntax.OpLiteral, Rune: forms}
		if len(forms) > 1 {
			slices.Sort(forms)
			one = &syntax.Regexp{Op: syntax.OpCharClass}
			for _, f := range forms {
				one.Rune = append(one.Rune, f, f)
			}
		}
		all.Sub = append(all.Sub, one)
	}
	return all
}
