package css

import "bytes"

// builtins are functions of CSS itself that sheets use all the time. Those of
// Sass and Less, and those whose names sheets give to functions of their own,
// are not among them.
var builtins = wordSet(`abs acos anchor anchor-size asin atan atan2 attr blur brightness calc calc-size circle clamp
	color-mix conic-gradient contrast cos counter counters cross-fade cubic-bezier drop-shadow ellipse env exp fit-content
	format grayscale hsl hsla hue-rotate hwb hypot image-set inset invert lab lch light-dark linear linear-gradient local log
	matrix matrix3d max min minmax oklab oklch opacity paint path perspective polygon pow radial-gradient ray rect
	repeat repeating-conic-gradient repeating-linear-gradient repeating-radial-gradient rgb rgba rotate rotate3d rotatex rotatey
	rotatez round saturate scale scale3d scalex scaley scalez scroll sepia sin skew skewx skewy sqrt steps
	supports tan translate translate3d translatex translatey translatez url var view xywh not and or only
	is where has nth-child nth-last-child nth-of-type lang dir`)

// animationWords are the words that the animation property gives a meaning.
var animationWords = wordSet(`none auto initial inherit unset revert revert-layer ease ease-in ease-out ease-in-out linear step-start
	step-end infinite normal reverse alternate alternate-reverse forwards backwards both running paused replace add accumulate
	important s ms e`)

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range bytes.Fields([]byte(words)) {
		set[string(w)] = true
	}
	return set
}

func isBuiltin(name []byte) bool {
	if builtins[string(name)] {
		return true
	}
	// Names are compared without case and vendor prefix.
	if name[0] == '-' {
		if i := bytes.IndexByte(name[1:], '-'); i >= 0 {
			name = name[i+2:]
		}
	}
	return builtins[string(bytes.ToLower(name))]
}

func isAnimationWord(name []byte) bool { return animationWords[string(name)] }
