package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kind says how a setting's value is written and stored.
type Kind int

// The kinds of settings.
const (
	Text       Kind = iota // any text
	Bool                   // true or false
	Int                    // a whole number between Min and Max
	Ratio                  // a decimal number between Min and Max
	Bytes                  // a size between Min and Max, in bytes
	Duration               // a time span between Min and Max, in nanoseconds
	Choice                 // one of Choices
	List                   // comma-separated texts
	Extensions             // comma-separated file extensions
	Tools                  // a tool selection
	Meta                   // a JSON object per tool
)

var kindNames = [...]string{"text", "true/false", "number", "decimal", "size", "duration",
	"choice", "list", "extensions", "tools", "JSON object"}

// String returns the kind's word for help and documentation.
func (k Kind) String() string { return kindNames[k] }

// Setting declares one setting: what it is called in each source, what it may
// be, and what it means.
type Setting struct {
	// Name identifies the setting: snake_case, unique.
	Name string
	// Key is its key in a settings file, dotted when nested; empty when files
	// cannot set it. snake_case is accepted as well.
	Key string
	// Env lists its environment variables, this program's own first.
	// "<TOOL>" stands for any tool's name in upper case.
	Env []string
	// Flags lists its flags without dashes, the documented one first.
	// "<tool>" stands for any tool's name, with "-" for "_".
	Flags []string
	// Kind says how the value is written.
	Kind Kind
	// Min and Max bound Int, Ratio, Bytes (bytes) and Duration (nanoseconds).
	Min, Max float64
	// Choices lists the values of a Choice.
	Choices []string
	// Aliases maps other tools' values to one of Choices.
	Aliases map[string]string
	// UserOnly marks a setting that a file inside the project may not set,
	// because it reaches outside the project.
	UserOnly bool
	// Default is the default in text form; empty when there is none.
	Default string
	// Doc says in one sentence what the setting does.
	Doc string

	field func(*Config) any // the place in Config; its type goes with Kind
}

// Settings returns every setting in documentation order.
func Settings() []Setting { return slices.Clone(table) }

// Allowed describes the values that the setting takes, for help and warnings.
func (s Setting) Allowed() string {
	switch s.Kind {
	case Bool:
		return "true or false"
	case Int:
		return "a whole number from " + number(s.Min) + " to " + number(s.Max)
	case Ratio:
		return "a number from " + number(s.Min) + " to " + number(s.Max)
	case Bytes:
		return "a size from " + size(s.Min) + " to " + size(s.Max) + ", in bytes or with KiB, MiB or GiB"
	case Duration:
		return fmt.Sprintf("a time from %v to %v, such as 5s or 500ms", time.Duration(s.Min), time.Duration(s.Max))
	case Choice:
		return "one of " + strings.Join(s.Choices, ", ")
	case List:
		return "a list of texts, separated by commas or as a JSON array"
	case Extensions:
		return "a list of file extensions such as ts,tsx"
	case Tools:
		return "lean, standard, full, or a list of groups and tools, with -name to leave one out"
	case Meta:
		return "a JSON object"
	}
	return "a text without control characters"
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func size(v float64) string {
	n := int64(v)
	for _, u := range byteUnits {
		if len(u.name) == 3 && n >= u.bytes && n%u.bytes == 0 {
			return strconv.FormatInt(n/u.bytes, 10) + " " + u.name
		}
	}
	return strconv.FormatInt(n, 10)
}
