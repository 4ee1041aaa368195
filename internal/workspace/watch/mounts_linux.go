package watch

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// mounts notices that a file system was mounted or unmounted at or below a
// directory. Inotify does not tell: what was watched is merely out of sight.
type mounts struct {
	root string
	fd   int // of the table; -1 if there is no /proc
	seen string
}

func openMounts(root string) *mounts {
	m := &mounts{root: root}
	// Not by os.Open: Go's own poller would take the mark away.
	fd, err := unix.Open("/proc/self/mountinfo", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		fd = -1
	}
	m.fd, m.seen = fd, m.list()
	return m
}

func (m *mounts) close() {
	if m.fd >= 0 {
		_ = unix.Close(m.fd)
		m.fd = -1
	}
}

// changed reports whether the mounts are others than at the last call. The
// kernel marks the open table when any mount of the system changes, so that
// usually nothing is read.
func (m *mounts) changed() bool {
	if m.fd < 0 {
		return false
	}
	poll := []unix.PollFd{{Fd: int32(m.fd), Events: unix.POLLPRI}}
	if n, err := unix.Poll(poll, 0); n == 0 && err == nil {
		return false
	}
	now := m.list()
	changed := now != m.seen
	m.seen = now
	return changed
}

// list is the part of the table that concerns the root, each line with what is
// mounted where.
func (m *mounts) list() string {
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return ""
	}
	return concerning(string(text), m.root)
}

// unescape reverts what the table does to white space and backslashes.
var unescape = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)

func concerning(table, root string) string {
	var out []string
	for line := range strings.Lines(table) {
		// id, parent's id, device, root within it, mount point, ...
		fields := strings.Fields(line)
		if len(fields) < 5 {
			continue
		}
		at := unescape.Replace(fields[4])
		if at == root || strings.HasPrefix(at, strings.TrimSuffix(root, "/")+"/") {
			out = append(out, fields[0]+" "+fields[2]+" "+fields[3]+" "+fields[4])
		}
	}
	return strings.Join(out, "\n")
}
