package bug

import (
	"slices"
	"testing"
)

func TestReportPanicsInTests(t *testing.T) {
	before := Count()
	defer func() {
		if p := recover(); p != "bug: 2 is odd" {
			t.Errorf("got %v", p)
		}
		if Count() != before+1 {
			t.Error("not counted")
		}
	}()
	Report("%d is odd", 2)
}

func TestToleratedReportsArePrintedOnce(t *testing.T) {
	var got []string
	old := sink
	sink = func(text string) { got = append(got, text) }
	defer func() { sink = old }()
	undo, inner := Tolerate(), Tolerate()
	inner()
	inner()
	before := Count()
	Report("once %d", 1)
	Report("once %d", 2)
	Report("another")
	undo()
	if !slices.Equal(got, []string{"once 1", "another"}) {
		t.Errorf("got %q", got)
	}
	if Count() != before+3 {
		t.Errorf("%d reports counted", Count()-before)
	}
	defer func() {
		if recover() == nil {
			t.Error("still tolerated")
		}
	}()
	Report("after")
}
