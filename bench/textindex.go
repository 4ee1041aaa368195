package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// used is what runs of one program took.
type used struct {
	walls, cpus times
	peaks       []int64 // KiB, largest resident set
	size        int64   // bytes of the index
}

// add runs a program to its end and notes what it took.
func (u *used) add(cmd *exec.Cmd) ([]byte, error) {
	start := time.Now()
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(cmd.Path), err)
	}
	u.walls = append(u.walls, time.Since(start))
	if ru, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.cpus = append(u.cpus, time.Duration(ru.Utime.Nano()+ru.Stime.Nano()))
		u.peaks = append(u.peaks, ru.Maxrss)
	}
	return out, nil
}

func (u *used) String() string {
	peak := int64(0)
	for _, p := range u.peaks {
		peak = max(peak, p)
	}
	return fmt.Sprintf("wall %s; processor %s; peak memory %d MB at most; index %d MB", u.walls, u.cpus, peak>>10, u.size>>20)
}

// indexedTexts are asked of both indexes, so that it shows what each holds.
var indexedTexts = []pattern{
	{literals, "F", "copyright"},
	{literals, "F", "deadlock"},
	{regexps, "", `[a-z]+_init\(`},
}

// text measures the text stage of a cold index against codesearch's cindex on
// the same tree, turn by turn. The tree is read once before, so that neither
// finds the disk colder than the other.
func (b *bench) text() error {
	source, files := treeSize(b.corpus)
	fmt.Printf("source: %d files, %d MB\n", files, source>>20)
	if _, _, err := ripgrep(b.corpus, indexedTexts[0]).lines(); err != nil {
		return err
	}
	var ours, theirs used
	dir, remove, err := cacheDir()
	if err != nil {
		return err
	}
	defer remove()
	index := filepath.Join(dir, "csearchindex")
	cache := ""
	var said struct{ Scanned, Summarized int }
	for i := range b.runs {
		_ = os.Remove(index)
		if cache != "" {
			_ = os.RemoveAll(cache)
		}
		cache = filepath.Join(dir, fmt.Sprint("cache", i))
		our := func() error {
			cmd := exec.Command(b.program, "index", "--text", "--json", b.corpus)
			cmd.Env = append(os.Environ(), "SEXTANT_CACHE_DIR="+cache)
			out, err := ours.add(cmd)
			if err != nil {
				return err
			}
			ours.size, _ = treeSize(cache)
			return json.Unmarshal(out, &said)
		}
		their := func() error {
			cmd := exec.Command("cindex", b.corpus)
			cmd.Env = append(os.Environ(), "CSEARCHINDEX="+index)
			_, err := theirs.add(cmd)
			theirs.size, _ = treeSize(index)
			return err
		}
		turns := []func() error{our, their}
		for k := range turns {
			if err := turns[(i+k)%2](); err != nil {
				return err
			}
		}
	}
	fmt.Printf("sextant index --text: %s, %.1f %% of the source; %d files, %d of text\n", &ours, percent(ours.size, source), said.Scanned, said.Summarized)
	fmt.Printf("cindex: %s, %.1f %% of the source\n", &theirs, percent(theirs.size, source))
	fmt.Printf("ratio of medians: wall %.2f, processor %.2f\n", ratio(ours.walls, theirs.walls), ratio(ours.cpus, theirs.cpus))
	return b.sameAnswers(cache, index)
}

// sameAnswers asks what the indexes hold, and rg what the tree holds.
func (b *bench) sameAnswers(cache, index string) error {
	c, err := b.start(b.corpus, cache)
	if err != nil {
		return err
	}
	defer c.stop()
	if err := c.handshake(); err != nil {
		return err
	}
	unknown := 0
	for _, p := range indexedTexts {
		reply, err := c.call("count_matches", p.arguments())
		if err != nil {
			return err
		}
		n, err := countedLines(reply)
		if err != nil {
			return err
		}
		rg, err := found(ripgrep(b.corpus, p, "--null"), nil)
		if err != nil {
			return err
		}
		other, _, err := csearch(b.corpus, index, p).lines()
		if err != nil {
			return err
		}
		fmt.Printf("lines of %s: %d here, %d by rg, %d by csearch\n", p, n, rg.lines, other)
		ok, err := b.explain(cache, p, n, rg)
		if err != nil {
			return err
		}
		if !ok {
			unknown++
		}
	}
	if unknown > 0 {
		return fmt.Errorf("%d patterns have other counts than rg and no known reason", unknown)
	}
	return nil
}

// explain prints why counts differ, and reports whether each difference has a
// known reason.
func (b *bench) explain(cache string, p pattern, ours int, rg *printed) (bool, error) {
	if ours == rg.lines {
		return true, nil
	}
	diffs, known, err := b.differences(b.corpus, cache, p, rg)
	if err != nil {
		return false, err
	}
	fmt.Printf("  %s: %d lines here, %d by rg; files that differ: %d\n", p, ours, rg.lines, len(diffs))
	for _, d := range diffs[:min(5, len(diffs))] {
		fmt.Println("   ", d)
	}
	return known && len(diffs) > 0, nil
}

func percent(part, of int64) float64 { return 100 * float64(part) / float64(max(1, of)) }

func ratio(a, b times) float64 { return float64(a.median()) / float64(b.median()) }

// treeSize is the size of all files below a path, in bytes, and their number.
func treeSize(root string) (size int64, files int) {
	_ = filepath.WalkDir(root, func(_ string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				size += info.Size()
				files++
			}
		}
		return nil
	})
	return size, files
}
