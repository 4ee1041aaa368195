package golang_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/golang"
	"sextant/internal/lang/langtest"
)

const input = `// Package größe measures.
package größe

import "fmt"

// Länge is a length.
type Länge struct {
    // Wert is the value.
    Wert int
}

// Größer tells which is longer.
func (l Länge) Größer(
    other Länge,
) bool {
    世界 := fmt.Sprint(l)
    return 世界 != ""
}

const Ωmega = "ö"
`

const inputOutline = `7 struct Länge: type Länge struct - Länge is a length.
9 field Länge.Wert: Wert int - Wert is the value.
13 method Länge.Größer: func (l Länge) Größer(other Länge) bool - Größer tells which is longer.
20 constant Ωmega: const Ωmega = "ö"
4 import fmt
`

func TestInputs(t *testing.T) { langtest.Inputs(t, golang.Definition(), input, inputOutline) }

// TestLongLine holds that code behind 10,000 columns is found like any other.
func TestLongLine(t *testing.T) {
	f := langtest.Extract(t, golang.Definition(), "package p; var x = \""+strings.Repeat("y", 10000)+"\"; func After() { After() }")
	if got := langtest.Outline(f); got != "1 variable x: var x\n1 function After: func After()\n" || f.Status != code.StatusComplete {
		t.Errorf("%s\n%s", f.Status, got)
	}
	if r := f.References[len(f.References)-1]; r.Name != "After" || r.Span.Start < 10000 {
		t.Errorf("last reference %q at %d", r.Name, r.Span.Start)
	}
}
