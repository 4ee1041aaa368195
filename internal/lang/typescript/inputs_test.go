package typescript_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/typescript"
)

const input = `import { Größe } from "./größe.js";

/** A measure. */
export class Maß extends Größe {
    wert = 0;

    /**
     * Tells which is longer.
     */
    größer(
        anderes,
    ) {
        return this.wert > anderes.wert;
    }
}

export const Ωmega = "ö";

export const 測る = async (x) => await x;
`

const inputOutline = `4 class Maß: export class Maß extends Größe - A measure.
5 field Maß.wert: wert = 0
10 method Maß.größer: größer(anderes) - Tells which is longer.
17 constant Ωmega: export const Ωmega = "ö"
19 function 測る: export const 測る = async (x) =>
1 import ./größe.js
`

func TestInputs(t *testing.T) {
	for _, d := range typescript.Definitions() {
		t.Run(d.Name, func(t *testing.T) { langtest.Inputs(t, d, input, inputOutline) })
	}
}

// TestLongLine holds that code behind 10,000 columns is found like any other.
func TestLongLine(t *testing.T) {
	for _, d := range typescript.Definitions() {
		f := langtest.Extract(t, d, "const x=\""+strings.Repeat("y", 10000)+"\";export function after(){after()}")
		if got := langtest.Outline(f); got != "1 constant x: const x\n1 function after: export function after()\n" || f.Status != code.StatusComplete {
			t.Errorf("%s: %s\n%.300s", d.Name, f.Status, got)
		}
		if r := f.References[len(f.References)-1]; r.Name != "after" || r.Span.Start < 10000 {
			t.Errorf("%s: last reference %q at %d", d.Name, r.Name, r.Span.Start)
		}
	}
}
