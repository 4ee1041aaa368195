package golang_test

import (
	"testing"

	"sextant/internal/lang/golang"
	"sextant/internal/lang/langtest"
)

func TestLanguage(t *testing.T) { langtest.Run(t, golang.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, golang.Definition()) }
