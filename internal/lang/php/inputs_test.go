package php_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/php"
)

const input = `<?php
namespace Maß\Länge;

use Grund\Größe;

/**
 * A measure.
 */
final class Maß extends Größe
{
    private int $wert = 0;

    /** Tells which is longer. */
    public function größer(
        Maß $anderes,
    ): bool {
        return $this->wert > $anderes->wert;
    }
}

const ΩMEGA = 'ö';

function 測る(?Maß $x) { return $x; }
`

const inputOutline = `9 class Maß: final class Maß extends Größe - A measure.
11 property Maß.wert: private int $wert = 0
14 method Maß.größer: public function größer(Maß $anderes): bool - Tells which is longer.
21 constant ΩMEGA: const ΩMEGA = 'ö'
23 function 測る: function 測る(?Maß $x)
4 import Grund\Größe
`

func TestInputs(t *testing.T) { langtest.Inputs(t, php.Definition(), input, inputOutline) }

// TestLongLine holds that code behind 10,000 columns is found like any other.
func TestLongLine(t *testing.T) {
	f := langtest.Extract(t, php.Definition(), "<?php $x = '"+strings.Repeat("y", 10000)+"'; function after() { after(); }")
	if got := langtest.Outline(f); !strings.HasSuffix(got, "1 function after: function after()\n") || f.Status != code.StatusComplete {
		t.Errorf("%s\n%.300s", f.Status, got)
	}
	if r := f.References[len(f.References)-1]; r.Name != "after" || r.Span.Start < 10000 {
		t.Errorf("last reference %q at %d", r.Name, r.Span.Start)
	}
}
