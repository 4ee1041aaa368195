package python_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/python"
)

const input = `"""Measures lengths."""
import os.path
from .größe import Länge


class Maß(Länge):
    """A measure.

    More of it.
    """

    wert: int = 0

    # Compares.
    def größer(
        self,
        other: "Maß",
    ) -> bool:
        """Tells which is longer."""
        return self.wert > other.wert


ΩMEGA = "ö"


async def 測る(x):
    return await x
`

const inputOutline = `6 class Maß: class Maß(Länge) - A measure.
12 field Maß.wert: wert: int = 0
15 method Maß.größer: def größer(self, other: "Maß") -> bool - Tells which is longer.
23 constant ΩMEGA: ΩMEGA = "ö"
26 function 測る: async def 測る(x)
2 import os.path
3 import .größe
`

func TestInputs(t *testing.T) { langtest.Inputs(t, python.Definition(), input, inputOutline) }

// TestLongLine holds that code behind 10,000 columns is found like any other.
func TestLongLine(t *testing.T) {
	f := langtest.Extract(t, python.Definition(), "x = \""+strings.Repeat("y", 10000)+"\"; after = lambda: x; print(after)")
	if got := langtest.Outline(f); !strings.Contains(got, " after: after = lambda\n") || f.Status != code.StatusComplete {
		t.Errorf("%s\n%.300s", f.Status, got)
	}
	if r := f.References[len(f.References)-1]; r.Name != "after" || r.Span.Start < 10000 {
		t.Errorf("last reference %q at %d", r.Name, r.Span.Start)
	}
}
