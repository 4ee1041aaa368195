package kotlin_test

import (
	"testing"

	"sextant/internal/lang/kotlin"
	"sextant/internal/lang/langtest"
)

func TestKotlin(t *testing.T) { langtest.Run(t, kotlin.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, kotlin.Definition()) }
