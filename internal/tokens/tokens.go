// Package tokens estimates what text costs a model. In go bytes or
// characters, out come tokens. No tokenizer is on board: the ratio below was
// measured, and every number shown from it says that it is an estimate.
package tokens

// BytesPerToken is the mean over 2.9 MB of Go source under the o200k
// vocabulary (3.44 measured; rounded down so that costs are not understated).
const BytesPerToken = 3.4

// BytesPerListedToken is the mean over the list of tools with its schemas, under
// the same vocabulary (4.35 measured): names and words that repeat.
const BytesPerListedToken = 4.3

// OfListing estimates the tokens in n bytes of a list of tools.
func OfListing(n int) int { return int(float64(max(n, 0))/BytesPerListedToken + 0.5) }

// Of estimates the tokens in n bytes of code or of a reply about code.
func Of(n int) int {
	if n <= 0 {
		return 0
	}
	return int(float64(n)/BytesPerToken + 0.5)
}

// Bytes is how many bytes a budget of tokens allows.
func Bytes(tokens int) int { return int(float64(tokens) * BytesPerToken) }
