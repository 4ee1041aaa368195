package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"
)

// mostOfRg is how long replies may be together, of the same lines by rg.
const mostOfRg = 0.60

// tokens compares the characters of grep_code's replies, notes on what is
// left out included, with what rg -n prints for the same lines. The second
// ratio is against rg --heading -n, which names each file once as well.
func (b *bench) tokens() error {
	var sum sizes
	n := 0
	fmt.Printf("| tree | look-up | lines shown of | characters | rg -n, the same lines | ratio | of rg --heading |\n|---|---|---|---|---|---|---|\n")
	for _, lang := range pairs(b.langs) {
		asked := lookups[lang[0]]
		if asked == nil {
			return fmt.Errorf("there are no look-ups for %q", lang[0])
		}
		err := b.serving(lang[1], func(c *client) error {
			for _, p := range asked {
				s, err := b.lookup(c, lang[1], p)
				if err != nil {
					return fmt.Errorf("%s: %w", p, err)
				}
				fmt.Printf("| %s | `%s` | %d of %d | %d | %d | %.2f | %.2f |\n", filepath.Base(lang[1]), strings.ReplaceAll(p.String(), "|", `\|`),
					s.lines, s.all, s.ours, s.rg, float64(s.ours)/float64(s.rg), float64(s.ours)/float64(s.heading))
				sum.add(s)
				n++
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	total := float64(sum.ours) / float64(max(1, sum.rg))
	fmt.Printf("%d look-ups: %d characters, %d by rg -n: ratio %.2f (of rg --heading -n: %.2f)\n", n, sum.ours, sum.rg, total, float64(sum.ours)/float64(max(1, sum.heading)))
	part := func(n int) float64 { return percent(int64(n), int64(sum.rg)) }
	fmt.Printf("rg's characters: paths %.0f %%, indentation %.0f %%, text %.0f %%, line numbers and the rest %.0f %%\n",
		part(sum.paths), part(sum.indent), part(sum.text), part(sum.rg-sum.paths-sum.indent-sum.text))
	if err := b.headline(); err != nil {
		return err
	}
	if n > 0 && total > mostOfRg {
		return fmt.Errorf("the ratio is %.2f, more than %.2f", total, mostOfRg)
	}
	return nil
}

// serving runs a server whose text stage is complete.
func (b *bench) serving(root string, run func(c *client) error) error {
	return b.servingOn(root, false, func(c *client, _ string) error { return run(c) })
}

// servingOn runs a server whose text stage is complete, or all of its index, and
// says on which cache it works.
func (b *bench) servingOn(root string, whole bool, run func(c *client, cache string) error) error {
	cache, remove, err := b.cacheFor()
	if err != nil {
		return err
	}
	defer remove()
	c, err := b.start(root, cache)
	if err != nil {
		return err
	}
	defer c.stop()
	if err := c.handshake(); err != nil {
		return err
	}
	took, err := c.wait(whole)
	if err != nil {
		return err
	}
	fmt.Printf("index ready for this after %s\n", round(took))
	return run(c, cache)
}

// sizes are the characters of one look-up's answers.
type sizes struct {
	lines, all        int
	ours, rg, heading int
	// what rg's characters are
	paths, indent, text int
}

func (s *sizes) add(o sizes) {
	s.ours, s.rg, s.heading = s.ours+o.ours, s.rg+o.rg, s.heading+o.heading
	s.paths, s.indent, s.text = s.paths+o.paths, s.indent+o.indent, s.text+o.text
}

func (b *bench) lookup(c *client, root string, p pattern) (s sizes, err error) {
	reply, err := c.call("grep_code", p.arguments())
	if err != nil {
		return s, err
	}
	shown := shownPlaces(reply)
	counted, err := c.call("count_matches", p.arguments())
	if err != nil {
		return s, err
	}
	if s.all, err = countedLines(counted); err != nil {
		return s, err
	}
	rg, err := found(ripgrep(root, p, "--null").without("--no-ignore"), func(path string, line int) bool { return shown[place(path, line)] })
	if err != nil {
		return s, err
	}
	if len(shown) == 0 || rg.lines != s.all || len(rg.text) != len(shown) {
		return s, fmt.Errorf("not the same lines: %d shown, of which rg has %d; %d in all, %d by rg", len(shown), len(rg.text), s.all, rg.lines)
	}
	s.lines, s.ours = len(shown), utf8.RuneCountInString(reply)
	paths := make(map[string]bool)
	for at, text := range rg.text {
		s.rg += utf8.RuneCountInString(at + ":" + text)
		i := strings.LastIndexByte(at, ':')
		s.heading += utf8.RuneCountInString(at[i+1:] + ":" + text)
		paths[at[:i]] = true
		s.paths += utf8.RuneCountInString(at[:i])
		bare := strings.TrimLeft(text, " \t")
		s.indent += len(text) - len(bare)
		s.text += utf8.RuneCountInString(strings.TrimRight(bare, "\r\n"))
	}
	for path := range paths {
		s.heading += utf8.RuneCountInString(path) + 2 // its line and an empty one
	}
	return s, nil
}

// headline asks for one class among fifty files, most of which mention it.
func (b *bench) headline() error {
	dir, err := os.MkdirTemp("", "sextant-bench-classes-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for i := range 50 {
		name, text := fmt.Sprintf("Part%d", i), "        return new InvoiceMailer($order);\n"
		if i == 31 {
			name, text = "InvoiceMailer", "        return $this->transport;\n"
		}
		text = fmt.Sprintf("<?php\n\nnamespace App\\Billing;\n\nfinal class %s\n{\n    public function deliver(Order $order)\n    {\n%s    }\n}\n", name, text)
		if err := os.WriteFile(filepath.Join(dir, name+".php"), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return b.serving(dir, func(c *client) error {
		for _, ask := range []struct {
			tool string
			args map[string]any
		}{
			{"grep_code", map[string]any{"query": "class InvoiceMailer"}},
			{"find_definition", map[string]any{"name": "InvoiceMailer"}},
		} {
			start := time.Now()
			reply, err := c.call(ask.tool, ask.args)
			if err != nil {
				return err
			}
			fmt.Printf("one class among 50 files, %s: %d line, %d characters, %s: %s", ask.tool, strings.Count(reply, "\n"),
				utf8.RuneCountInString(reply), round(time.Since(start)), reply)
			if strings.Count(reply, "\n") != 1 || !strings.HasPrefix(reply, "InvoiceMailer.php:5") {
				return fmt.Errorf("%s did not answer with the line of the class", ask.tool)
			}
		}
		return nil
	})
}
