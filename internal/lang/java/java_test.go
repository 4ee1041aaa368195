package java_test

import (
	"testing"

	"sextant/internal/lang/java"
	"sextant/internal/lang/langtest"
)

func TestJava(t *testing.T) { langtest.Run(t, java.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, java.Definition()) }
