package tool

import (
	"context"
	"fmt"
	"path"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search"
)

type treeIn struct {
	Path      string `json:"path,omitempty" jsonschema:"directory, relative to the root"`
	Depth     int    `json:"depth,omitempty" jsonschema:"levels to show"`
	ShowSizes bool   `json:"show_sizes,omitempty" jsonschema:"add line counts"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var treeTool = define(Tool{
	Name: "directory_tree", Title: "Directory tree", Group: Files, ReadOnly: true,
	Description: "What is in a directory, ignore rules respected: sub-directories with file counts, and files. For finding files by topic use query, by name find_files.",
}, map[string]rule{"depth": between(1, 30).or(2), "max_tokens": between(50, 100000)}, tree)

// treeNode is a directory in JSON output.
type treeNode struct {
	Name  string      `json:"name"`
	Files []string    `json:"files,omitempty"`
	Dirs  []*treeNode `json:"children,omitempty"`
	Count int         `json:"fileCount"`

	entries []*index.File
}

// buildTree arranges files that lie below dir.
func buildTree(files []*index.File, dir string) *treeNode {
	root := &treeNode{Name: path.Base(dir)}
	nodes := map[string]*treeNode{"": root}
	var node func(rel string) *treeNode
	node = func(rel string) *treeNode {
		if n := nodes[rel]; n != nil {
			return n
		}
		n := &treeNode{Name: path.Base(rel)}
		nodes[rel] = n
		up := path.Dir(rel)
		if up == "." {
			up = ""
		}
		parent := node(up)
		parent.Dirs = append(parent.Dirs, n)
		return n
	}
	for _, f := range files {
		rel := strings.TrimPrefix(strings.TrimPrefix(f.Path, dir), "/")
		up := path.Dir(rel)
		if up == "." {
			up = ""
		}
		n := node(up)
		n.entries = append(n.entries, f)
		n.Files = append(n.Files, path.Base(rel))
	}
	countFiles(root)
	return root
}

func countFiles(n *treeNode) int {
	n.Count = len(n.Files)
	sort.Slice(n.Dirs, func(i, j int) bool { return n.Dirs[i].Name < n.Dirs[j].Name })
	for _, d := range n.Dirs {
		n.Count += countFiles(d)
	}
	return n.Count
}

func tree(_ context.Context, c *Call, in treeIn) (*Reply, error) {
	dir, err := c.directory("path", in.Path)
	if err != nil {
		return nil, err
	}
	root := buildTree(c.View.Under(dir), dir)
	if root.Count == 0 {
		return c.noListing(), nil
	}
	w := c.newWriter(in.MaxTokens)
	name := "."
	if dir != "" {
		name = printable(dir)
	}
	w.line("%s (%s)", name, count(root.Count, "file"))
	// Show as deep as fits: a level less is more use than a cut list.
	depth := in.Depth
	for depth > 1 && treeSize(root, 0, depth, in.ShowSizes) > w.room() {
		depth--
	}
	shown := writeTree(w, root, 0, depth, in.ShowSizes)
	closing := ""
	switch {
	case w.full:
		closing = fmt.Sprintf("cut after %s: path=DIRECTORY shows one of them, find_files pattern=* pages through all files", count(shown, "entry"))
	case depth < in.Depth && deeper(root, depth):
		closing = fmt.Sprintf("%s of %d shown: path=DIRECTORY shows more of one", count(depth, "level"), in.Depth)
	}
	return w.close(closing, prune(root, depth)), nil
}

// noListing is the answer for a root without any file that counts.
func (c *Call) noListing() *Reply {
	detail := "no files under " + c.View.Root()
	if left := c.leftOut(); left != "" {
		return nothing("excluded", detail, left)
	}
	return nothing("no match", detail)
}

// deeper reports whether there is anything below a number of levels.
func deeper(n *treeNode, levels int) bool {
	if levels == 0 {
		return len(n.Dirs)+len(n.Files) > 0
	}
	for _, d := range n.Dirs {
		if deeper(d, levels-1) {
			return true
		}
	}
	return false
}

// prune copies a tree down to a number of levels.
func prune(n *treeNode, levels int) *treeNode {
	out := &treeNode{Name: n.Name, Count: n.Count}
	if levels == 0 {
		return out
	}
	out.Files = n.Files
	for _, d := range n.Dirs {
		out.Dirs = append(out.Dirs, prune(d, levels-1))
	}
	return out
}

func treeSize(n *treeNode, level, depth int, sizes bool) int {
	size := 0
	for _, d := range n.Dirs {
		size += 2*level + len(d.Name) + 8
		if level+1 < depth {
			size += treeSize(d, level+1, depth, sizes)
		}
	}
	for _, f := range n.Files {
		size += 2*level + len(f) + 1
		if sizes {
			size += 7
		}
	}
	return size
}

func writeTree(w *writer, n *treeNode, level, depth int, sizes bool) (shown int) {
	indent := strings.Repeat("  ", level)
	for _, d := range n.Dirs {
		if !w.entry(fmt.Sprintf("%s%s/ (%d)\n", indent, printable(d.Name), d.Count)) {
			return shown
		}
		shown++
		if level+1 < depth {
			shown += writeTree(w, d, level+1, depth, sizes)
		}
	}
	for i, f := range n.Files {
		text := indent + printable(f)
		if e := n.entries[i]; sizes && e.Indexed && e.Class != code.ClassBinary {
			text += fmt.Sprintf(" %d", e.Lines)
		} else if sizes && !e.Symlink {
			text += fmt.Sprintf(" %dB", e.Signature.Size)
		}
		if !w.entry(text + "\n") {
			return shown
		}
		shown++
	}
	return shown
}

type findIn struct {
	Pattern   string `json:"pattern" jsonschema:"part of a name or path, a glob (*.ts, src/**/*.{js,css}), or letters in order"`
	Directory string `json:"directory,omitempty" jsonschema:"only below it"`
	Extension string `json:"extension,omitempty" jsonschema:"e.g. ts"`
	Max       int    `json:"max,omitempty" jsonschema:"results; 50 unless configured"`
	Offset    int    `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var findTool = define(Tool{
	Name: "find_files", Title: "Find files by name", Group: Files, ReadOnly: true,
	Description: "Files by name: substring, glob or fuzzy, best match first. For files by topic use query.",
}, map[string]rule{"max": between(1, 500), "offset": between(0, 1e6), "max_tokens": between(50, 100000)}, findFiles)

func findFiles(_ context.Context, c *Call, in findIn) (*Reply, error) {
	if strings.TrimSpace(in.Pattern) == "" && in.Extension == "" {
		return nil, inputErrorf("pattern must be part of a file's name or path, or a glob such as *.ts")
	}
	dir, err := c.directory("directory", in.Directory)
	if err != nil {
		return nil, err
	}
	if in.Max == 0 {
		in.Max = c.Config.MaxResults
	}
	found := search.FindFiles(c.View, search.FileQuery{Pattern: in.Pattern, Directory: dir, Extension: in.Extension})
	if len(found) == 0 {
		return c.noFiles(in, dir), nil
	}
	if in.Offset >= len(found) {
		return nil, pastEnd(in.Offset, len(found), "file")
	}
	w := c.newWriter(in.MaxTokens)
	if found[0].How == "fuzzy" {
		w.line("(no name contains %q; these hold its letters in order)", clip(in.Pattern, 80))
	}
	shown, data := 0, []string{}
	for _, m := range found[in.Offset:min(in.Offset+in.Max, len(found))] {
		if !w.entry(printable(m.File.Path) + "\n") {
			break
		}
		shown++
		data = append(data, m.File.Path)
	}
	r := w.close(page(shown, in.Offset, len(found)), data)
	r.Savings = nil // only names are shown
	return r, nil
}

func (c *Call) noFiles(in findIn, dir string) *Reply {
	if len(c.View.Files()) == 0 {
		return c.noListing()
	}
	detail := fmt.Sprintf("%q among %s", clip(in.Pattern, 80), count(len(c.View.Under(dir)), "file name"))
	if dir != "" {
		detail += " under " + printable(dir)
	}
	if in.Extension != "" {
		detail += ", extension " + clip(in.Extension, 40)
	}
	if dir != "" || in.Extension != "" {
		if all := search.FindFiles(c.View, search.FileQuery{Pattern: in.Pattern}); len(all) > 0 && all[0].How != "fuzzy" {
			return nothing("no match", detail, fmt.Sprintf("elsewhere: %s, first %s", count(len(all), "file"), printable(all[0].File.Path)))
		}
	}
	hint := ""
	if near := search.NearPaths(c.View, in.Pattern, 5); len(near) > 0 {
		hint = "nearest: " + printables(near)
	} else {
		hint = c.leftOut()
	}
	return nothing("no match", detail, hint)
}

// leftOut says what no answer can hold.
func (c *Call) leftOut() string {
	skipped := c.View.Coverage().Skipped
	if len(skipped) == 0 {
		return ""
	}
	return "left out (a directory counts as one): " + counts(skipped)
}

func pastEnd(offset, total int, noun string) error {
	return inputErrorf("offset %d is past the last of %s", offset, count(total, noun))
}
