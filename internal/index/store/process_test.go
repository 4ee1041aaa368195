//go:build unix

package store

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// childRole names the variable that makes this test binary play one of
// several processes; its value is the role, a space, and the store's folder.
const childRole = "SEXTANT_STORE_TEST_ROLE"

func TestMain(m *testing.M) {
	role, dir, _ := strings.Cut(os.Getenv(childRole), " ")
	if role == "" {
		os.Exit(m.Run())
	}
	if err := roles[role](dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var roles = map[string]func(dir string) error{
	"fill": fill, "churn": churn, "hold": hold, "full": full, "open": func(dir string) error { _, err := Open(dir, "f"); return err },
}

func child(role, dir string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), childRole+"="+role+" "+dir)
	return c
}

const (
	fillers   = 8
	fillSteps = 12
)

// fill is one of several processes that open a new store at once and write to
// it: facts in common and of its own, directories, and segments when it gets the lease.
func fill(dir string) error {
	var self int
	if _, err := fmt.Sscan(os.Getenv("SEXTANT_STORE_TEST_SELF"), &self); err != nil {
		return err
	}
	db, err := Open(dir, "f")
	if err != nil {
		return err
	}
	defer db.Close()
	for i := range fillSteps {
		own := 1000*(self+1) + i
		if err := db.PutFacts(1, []FactsRow{row(i), row(own)}); err != nil {
			return err
		}
		if err := db.SaveDirs(fmt.Sprint("/root", self), map[string][]byte{fmt.Sprint("dir", i): []byte("state")}, nil); err != nil {
			return err
		}
		if release, ok := db.Lease(); ok {
			err := db.Sweep()
			if err == nil {
				_, err = db.ReplaceSegments(nil, 1, segmentOf(own))
			}
			release()
			if err != nil {
				return err
			}
		}
		if b, ok, err := db.Outline(key(own), 1); err != nil || !ok || string(b) != string(row(own).Outline) {
			return fmt.Errorf("reading back: %q %v %w", b, ok, err)
		}
		if _, err := db.Segments(); err != nil {
			return err
		}
	}
	return nil
}

func TestManyProcessesFillOneStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache", "family")
	var wg sync.WaitGroup
	for i := range fillers {
		wg.Go(func() {
			c := child("fill", dir)
			c.Env = append(c.Env, fmt.Sprint("SEXTANT_STORE_TEST_SELF=", i))
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("process %d: %v: %s", i, err, out)
			}
		})
	}
	wg.Wait()
	db := open(t, dir)
	known, err := db.KnownFacts(1)
	must(t, err)
	if want := fillSteps * (fillers + 1); len(known) != want {
		t.Errorf("%d facts, want %d", len(known), want)
	}
	for i := range fillers {
		if dirs, err := db.LoadDirs(fmt.Sprint("/root", i)); err != nil || len(dirs) != fillSteps {
			t.Errorf("process %d: %d directories, %v", i, len(dirs), err)
		}
	}
	if ids := segmentsOpen(t, db); len(ids) == 0 {
		t.Error("nobody ever had the lease")
	}
	if n := leftovers(t, db); n != 0 {
		t.Errorf("%d files are left over", n)
	}
	if n := len(generations(db.home)); n != 1 {
		t.Errorf("%d generations", n)
	}
}

// churn writes for ever, each step in two or three transactions, and prints
// the number of each step when it is done.
func churn(dir string) error {
	db, err := Open(dir, "f")
	if err != nil {
		return err
	}
	release, ok := db.Lease()
	if !ok {
		return errors.New("no lease")
	}
	defer release()
	if err := db.Sweep(); err != nil {
		return err
	}
	known, err := db.KnownFacts(1)
	if err != nil {
		return err
	}
	for i := len(known) / 2; ; i++ {
		if err := db.PutFacts(1, []FactsRow{row(2 * i), row(2*i + 1)}); err != nil {
			return err
		}
		state := fmt.Append(nil, i)
		if err := db.SaveDirs("/r", map[string][]byte{"a": state, "b": state}, nil); err != nil {
			return err
		}
		infos, err := db.Segments()
		if err != nil {
			return err
		}
		var old []int64
		if len(infos) > 3 {
			for _, s := range infos {
				old = append(old, s.ID)
			}
		}
		if _, err := db.ReplaceSegments(old, 1, segmentOf(i)); err != nil {
			return err
		}
		fmt.Println(i)
	}
}

func TestKilledWriters(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	last := -1
	for round := range 30 {
		c := child("churn", dir)
		var stderr strings.Builder
		c.Stderr = &stderr
		out, err := c.StdoutPipe()
		must(t, err)
		must(t, c.Start())
		lines := bufio.NewScanner(out)
		for range 1 + r.IntN(6) {
			if !lines.Scan() {
				break
			}
			_, _ = fmt.Sscan(lines.Text(), &last)
		}
		// A little work of random length moves the blow within the step.
		noise(round, r.IntN(4<<20))
		must(t, c.Process.Kill())
		for lines.Scan() {
			_, _ = fmt.Sscan(lines.Text(), &last)
		}
		_ = c.Wait()
		if stderr.Len() > 0 {
			t.Fatalf("round %d: %s", round, stderr.String())
		}

		db := open(t, dir)
		known, err := db.KnownFacts(1)
		must(t, err)
		if len(known)%2 != 0 || len(known) < 2*(last+1) || len(known) > 2*(last+2) {
			t.Fatalf("round %d: %d facts after step %d", round, len(known), last)
		}
		for i := range len(known) {
			if _, b, ok, err := db.Facts(key(i), 1); err != nil || !ok || string(b) != string(row(i).Detail) {
				t.Fatalf("round %d: facts %d: %q %v %v", round, i, b, ok, err)
			}
		}
		dirs, err := db.LoadDirs("/r")
		must(t, err)
		if string(dirs["a"]) != string(dirs["b"]) || len(dirs) != 2 {
			t.Fatalf("round %d: directories %q", round, dirs)
		}
		if ids := segmentsOpen(t, db); len(ids) == 0 || len(ids) > 5 {
			t.Fatalf("round %d: segments %v", round, ids)
		}
		release, ok := db.Lease()
		if !ok {
			t.Fatalf("round %d: the lease of a dead process is still held", round)
		}
		must(t, db.Sweep())
		release()
		if n := leftovers(t, db); n != 0 {
			t.Fatalf("round %d: %d files are left over", round, n)
		}
		must(t, db.Close())
	}
	if last < 30 {
		t.Errorf("only %d steps were made", last)
	}
}

// hold takes the lease, says so, and keeps it until it is killed.
func hold(dir string) error {
	db, err := Open(dir, "f")
	if err != nil {
		return err
	}
	if _, ok := db.Lease(); !ok {
		return errors.New("no lease")
	}
	fmt.Println("held")
	_, err = os.Stdin.Read(make([]byte, 1))
	return err
}

func TestLease(t *testing.T) {
	dir := t.TempDir()
	db := open(t, dir)
	release, ok := db.Lease()
	if !ok {
		t.Fatal("not given")
	}
	if _, ok := db.Lease(); ok {
		t.Error("given twice in one process")
	}
	release()
	c := child("hold", dir)
	in, err := c.StdinPipe()
	must(t, err)
	defer in.Close()
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if _, ok := db.Lease(); ok {
		t.Error("given while another process has it")
	}
	// Readers, and writers of facts, need no lease; a reset needs none either.
	must(t, db.PutFacts(1, []FactsRow{row(1)}))
	must(t, c.Process.Kill())
	_ = c.Wait()
	if release, ok = db.Lease(); !ok {
		t.Fatal("not given after its holder was killed")
	}
	release()
}

// full writes under a limit on the size of files until it is refused.
func full(dir string) error {
	db, err := Open(dir, "f")
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.PutFacts(1, []FactsRow{row(0)}); err != nil {
		return err
	}
	if _, err := db.ReplaceSegments(nil, 1, segmentOf(0)); err != nil {
		return err
	}
	limit := unix.Rlimit{Cur: 1 << 20, Max: 1 << 20}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	return untilRefused(db)
}

// untilRefused fills the store and then checks that it is as sound as before.
func untilRefused(db *DB) error {
	stored := 1
	for i := 1; i < 1000; i++ {
		err := db.PutFacts(1, []FactsRow{{FactsKey: key(i), Outline: noise(i, 100_000)}})
		if errors.Is(err, ErrDamaged) {
			return fmt.Errorf("no room counts as damage: %w", err)
		}
		if err != nil {
			break
		}
		stored++
	}
	if stored == 1000 {
		return errors.New("nothing was refused")
	}
	_, err := db.ReplaceSegments(nil, 1, noise(7, 4<<20))
	if err == nil || errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "storing a segment: ") {
		return fmt.Errorf("a segment without room: %w", err)
	}
	known, err := db.KnownFacts(1)
	if err != nil || len(known) != stored {
		return fmt.Errorf("%d facts, %d were stored: %w", len(known), stored, err)
	}
	if b, ok, err := db.Outline(key(0), 1); err != nil || !ok || string(b) != string(row(0).Outline) {
		return fmt.Errorf("facts from before: %q %v %w", b, ok, err)
	}
	infos, err := db.Segments()
	if err != nil || len(infos) != 1 {
		return fmt.Errorf("segments %v: %w", infos, err)
	}
	if _, err := db.MapSegment(infos[0].ID); err != nil {
		return err
	}
	return nil
}

func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	if out, err := child("full", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	db := open(t, dir)
	if ids := segmentsOpen(t, db); len(ids) != 1 || leftovers(t, db) != 0 {
		t.Errorf("segments %v, %d left over", ids, leftovers(t, db))
	}
	must(t, db.PutFacts(1, []FactsRow{row(5000)}))
}

func TestReadOnlyCache(t *testing.T) {
	dir := t.TempDir()
	db := open(t, dir)
	must(t, db.PutFacts(1, []FactsRow{row(1)}))
	must(t, db.Close())
	for _, p := range []string{db.Dir(), db.home, dir} {
		must(t, os.Chmod(p, 0o555))
	}
	defer func() {
		for _, p := range []string{dir, db.home, db.Dir()} {
			_ = os.Chmod(p, 0o700)
		}
	}()
	c := child("open", dir)
	if os.Getuid() == 0 {
		// Permissions do not bind root: let nobody try.
		bin := filepath.Join(t.TempDir(), "child")
		b, err := os.ReadFile(os.Args[0])
		must(t, err)
		must(t, os.WriteFile(bin, b, 0o755))
		for p := filepath.Dir(bin); len(p) > len(os.TempDir()); p = filepath.Dir(p) {
			must(t, os.Chmod(p, 0o755))
		}
		for p := filepath.Dir(dir); len(p) > len(os.TempDir()); p = filepath.Dir(p) {
			must(t, os.Chmod(p, 0o755))
		}
		c.Path = bin
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, err := c.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "opening the index cache: ") || !strings.Contains(string(out), "permission denied") {
		t.Errorf("%v: %s", err, out)
	}
	for _, p := range []string{dir, db.home, db.Dir()} {
		must(t, os.Chmod(p, 0o700))
	}
	if known, err := open(t, dir).KnownFacts(1); err != nil || !reflect.DeepEqual(known, map[FactsKey]bool{key(1): true}) {
		t.Errorf("afterwards: %v, %v", known, err)
	}
}
