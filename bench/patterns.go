package main

import (
	"os"
	"path/filepath"
	"strings"
)

// Groups of patterns, by what an index can make of them.
const (
	literals    = "literals"
	identifiers = "identifiers"
	regexps     = "regular expressions with a literal"
	others      = "others"
)

var patternGroups = []string{literals, identifiers, regexps, others}

// pattern is one question for text searches.
type pattern struct {
	group string
	// flags are letters as rg has them: i ignores case, w takes whole words, F
	// plain text, U lets matches span lines.
	flags string
	text  string
}

func (p pattern) has(flag string) bool { return strings.Contains(p.flags, flag) }

func (p pattern) String() string {
	if p.flags == "" {
		return p.text
	}
	return "-" + p.flags + " " + p.text
}

// arguments are those of the tools.
func (p pattern) arguments() map[string]any {
	in := map[string]any{"query": p.text, "case": "sensitive", "fixed": p.has("F"), "whole_word": p.has("w"), "multiline": p.has("U")}
	if p.has("i") {
		in["case"] = "insensitive"
	}
	return in
}

// patternRow is a pattern in words of either corpus.
type patternRow struct {
	group, flags string
	c, golang    string
}

// patternTable is the set of 30: what people and agents look for, the common
// beside the rare and the absent, and what no index helps with. It is no
// selection of what is fast: nothing was taken out of it for being slow.
var patternTable = []patternRow{
	{literals, "F", "Unable to handle kernel", "use of closed network connection"},
	{literals, "F", "out of memory", "unexpected EOF"},
	{literals, "F", "->private_data = NULL;", "defer mu.Unlock()"},
	{literals, "i", "device or resource busy", "invalid argument"},
	{literals, "F", "This text is in no file", "This text is in no file"},
	{literals, "F", "Jürgen", "世界"},
	{literals, "F", "if (ret < 0)", "if err != nil {"},
	{literals, "", "all rights reserved", "All rights reserved"},

	{identifiers, "", "ext4_fill_super", "RoundTripper"},
	{identifiers, "w", "i2c_smbus_read_byte_data", "ErrServerClosed"},
	{identifiers, "w", "task_struct", "ResponseWriter"},
	{identifiers, "w", "kmalloc", "Reader"},
	{identifiers, "i", "netdev_priv", "waitgroup"},
	{identifiers, "", "tcp_v4_syn_recv_sock", "readContinueReader"},
	{identifiers, "w", "DEFINE_SPINLOCK", "GOMAXPROCS"},
	{identifiers, "", "EXPORT_SYMBOL", "Errorf"},

	{regexps, "", `static int \w+_probe\(struct i2c_client`, `func \(\w+ \*Server\) \w+\(`},
	{regexps, "", `EXPORT_SYMBOL_GPL\(usb_\w+\);`, `^func New\w+Reader\(`},
	{regexps, "", `return -E(NOMEM|BUSY|AGAIN);`, `return (nil, )?io\.(EOF|ErrUnexpectedEOF)`},
	{regexps, "", `^#define\s+PCI_DEVICE_ID_\w+\s+0x`, `^//go:(linkname|noescape)\s+\w+`},
	{regexps, "", `spin_(un)?lock_irqsave\(&\w+->lock`, `\.(R?)Lock\(\)$`},
	{regexps, "i", `todo.*\brace\b`, `todo.*\brace\b`},
	{regexps, "U", `struct file_operations \w+ = \{\n\s+\.owner`, `interface \{\n\t+Read\(`},
	{regexps, "", `(kmalloc|kzalloc)\([^,]+, GFP_ATOMIC\)`, `fmt\.Errorf\("[^"]*%w`},

	{others, "w", "fd", "fd"},
	{others, "", `\b\w{45,}\b`, `\b\w{45,}\b`},
	{others, "", `[0-9]{10,}`, `[0-9]{10,}`},
	{others, "", `[^\x00-\x7f]{3,}`, `[^\x00-\x7f]{3,}`},
	{others, "i", `if \(!\w\)`, `if !\w\b`},
	{others, "U", `\)\n\{\n\}`, `\{\n\n\n`},
}

// patternsFor is the table in the words of a corpus: C for a kernel tree, Go
// for any other.
func patternsFor(corpus string) (out []pattern) {
	_, err := os.Stat(filepath.Join(corpus, "Kbuild"))
	for _, r := range patternTable {
		text := r.golang
		if err == nil {
			text = r.c
		}
		out = append(out, pattern{r.group, r.flags, text})
	}
	return out
}
