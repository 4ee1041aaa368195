package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"sextant/internal/index/store"
)

// Frontier is the files that a task has not looked at and that lie next to those
// that it has, the most promising first.
type Frontier struct {
	Paths   []string
	Pending int // files whose dependencies are not known yet
}

// Frontier lists what imports a file that was explored or flagged, or is
// imported by one: first what lies beside flagged files, then by how many of
// the files touch it, by how central it is, and by path. Files that are marked,
// skipped ones too, are left out. Files are looked for where they are now.
func (j *Judge) Frontier(ctx context.Context, marks []store.Mark, budget time.Duration) (*Frontier, error) {
	g, err := j.view.Graph(ctx, budget)
	if err != nil {
		return nil, err
	}
	status := make(map[string]string)
	for i := range marks {
		path, err := j.pathNow(ctx, &marks[i])
		if err != nil {
			return nil, err
		}
		if weight(marks[i].Status) > weight(status[path]) {
			status[path] = marks[i].Status
		}
	}
	type near struct {
		node    int32
		touches int
		flagged bool
	}
	found := make(map[int32]*near)
	for path, s := range status {
		node, ok := g.Node(path)
		if !ok || s == Skipped {
			continue
		}
		seen := map[int32]bool{node: true}
		for _, a := range slices.Concat(g.Out(node), g.In(node)) {
			if !a.Kind.IsDependency() || seen[a.Node] || status[g.File(a.Node).Path] != "" {
				continue
			}
			seen[a.Node] = true
			n := found[a.Node]
			if n == nil {
				n = &near{node: a.Node}
				found[a.Node] = n
			}
			n.touches++
			n.flagged = n.flagged || s == Flagged
		}
	}
	list := make([]*near, 0, len(found))
	for _, n := range found {
		list = append(list, n)
	}
	central := g.Centrality()
	slices.SortFunc(list, func(a, b *near) int {
		if a.flagged != b.flagged {
			if a.flagged {
				return -1
			}
			return 1
		}
		return cmp.Or(b.touches-a.touches, cmp.Compare(central[b.node], central[a.node]), strings.Compare(g.File(a.node).Path, g.File(b.node).Path))
	})
	out := &Frontier{Pending: g.Pending}
	for _, n := range list {
		out.Paths = append(out.Paths, g.File(n.node).Path)
	}
	return out, nil
}

// weight orders what several marks say of one file.
func weight(status string) int { return slices.Index([]string{"", Skipped, Explored, Flagged}, status) }

// pathNow is where the file of a mark is; its old path if that is not known.
func (j *Judge) pathNow(ctx context.Context, m *store.Mark) (string, error) {
	if j.view.File(m.Path) != nil {
		return m.Path, nil
	}
	s, err := j.Standing(ctx, m)
	if err != nil || s.Path == "" {
		return m.Path, err
	}
	return s.Path, nil
}
