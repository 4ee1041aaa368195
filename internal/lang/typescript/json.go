package typescript

import (
	"bytes"
	"encoding/json"
	"errors"
)

// plainJSON turns JSON with comments, trailing commas and a byte-order mark
// into plain JSON of the same meaning.
func plainJSON(src []byte) []byte {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	out := make([]byte, 0, len(src))
	comma := -1 // where in out the last comma stands, while only space follows it
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"':
			comma = -1
			end := i + 1
			for end < len(src) && src[end] != '"' && src[end] != '\n' {
				if src[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end, len(src)-1)
			out = append(out, src[i:end+1]...)
			i = end
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
			out = append(out, '\n')
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			end := bytes.Index(src[i+2:], []byte("*/"))
			if end < 0 {
				return out
			}
			i += 2 + end + 1
			out = append(out, ' ')
		case c == ',':
			comma = len(out)
			out = append(out, c)
		case c == '}' || c == ']':
			if comma >= 0 {
				out[comma] = ' '
				comma = -1
			}
			out = append(out, c)
		default:
			if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
				comma = -1
			}
			out = append(out, c)
		}
	}
	return out
}

func isSyntax(err error, target **json.SyntaxError) bool { return errors.As(err, target) }

// stringOrList reads a value that is a string or a list of strings.
func stringOrList(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}
	}
	var many []string
	if json.Unmarshal(raw, &many) == nil {
		return many
	}
	return nil
}
