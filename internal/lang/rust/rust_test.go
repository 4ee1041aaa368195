package rust_test

import (
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/rust"
)

func TestRust(t *testing.T) { langtest.Run(t, rust.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, rust.Definition()) }
