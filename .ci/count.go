// Command count reads the output of go test -json and prints a line for each
// package, everything that failing tests said, and at the end how many tests
// passed and failed. A test with subtests counts as its subtests.
//
// It exits with 1 when anything failed, a package that does not build
// included, and when there was no test at all.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

type event struct {
	Action      string
	Package     string
	ImportPath  string // of build output
	Test        string
	Elapsed     float64
	Output      string
	FailedBuild string
}

type test struct {
	said   strings.Builder
	action string
	parent bool
}

func main() {
	tests := make(map[string]map[string]*test) // by package, then name; "" is the package itself
	built := make(map[string]*strings.Builder)
	passed, failed, skipped, packages := 0, 0, 0, 0
	broken := false // go test itself says that something failed
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		var e event
		if json.Unmarshal([]byte(line), &e) != nil {
			fmt.Print(line) // not from a test
		} else if e.Action == "failed" {
			broken = true // from the Makefile
		} else if e.Action == "build-output" {
			if built[e.ImportPath] == nil {
				built[e.ImportPath] = new(strings.Builder)
			}
			built[e.ImportPath].WriteString(e.Output)
		} else if e.Package != "" {
			of := tests[e.Package]
			if of == nil {
				of = make(map[string]*test)
				tests[e.Package] = of
			}
			for name := e.Test; ; {
				if of[name] == nil {
					of[name] = new(test)
				}
				i := strings.LastIndexByte(name, '/')
				if i < 0 {
					break
				}
				name = name[:i]
				if of[name] == nil {
					of[name] = new(test)
				}
				of[name].parent = true
			}
			switch e.Action {
			case "output":
				of[e.Test].said.WriteString(e.Output)
			case "pass", "fail", "skip":
				of[e.Test].action = e.Action
				if e.Test != "" {
					if e.Action != "fail" {
						of[e.Test].said.Reset()
					}
					break
				}
				p, f, s := sum(e, of, built)
				passed, failed, skipped, packages = passed+p, failed+f, skipped+s, packages+1
				delete(tests, e.Package)
			}
		}
		if err != nil {
			break
		}
	}
	for pkg := range tests { // the run ended before these did
		fmt.Printf("FAIL %s did not finish\n", pkg)
		failed++
	}
	fmt.Printf("%d packages, %d tests skipped\n%d passed, %d failed\n", packages, skipped, passed, failed)
	if broken || failed > 0 || passed == 0 {
		os.Exit(1)
	}
}

// sum prints what there is to say of a finished package and counts its tests.
func sum(e event, of map[string]*test, built map[string]*strings.Builder) (passed, failed, skipped int) {
	for name, t := range of {
		if name == "" || t.parent {
			continue
		}
		switch t.action {
		case "pass":
			passed++
		case "skip":
			skipped++
		default:
			failed++
		}
	}
	if e.Action != "fail" {
		if passed+skipped > 0 {
			fmt.Printf("ok   %-40s %4d tests %8.1fs\n", e.Package, passed+skipped, e.Elapsed)
		}
		return passed, failed, skipped
	}
	// A package may fail although no test of it did: it does not build, or
	// the process died. A parent may fail by itself as well.
	failed = max(failed, 1)
	fmt.Printf("FAIL %s\n", e.Package)
	if b := built[e.FailedBuild]; b != nil {
		fmt.Print(b.String())
	}
	for name, t := range of {
		if name == "" || t.action != "pass" && t.action != "skip" {
			fmt.Print(t.said.String())
		}
	}
	return passed, failed, skipped
}
