package scala_test

import (
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/scala"
)

func TestScala(t *testing.T) { langtest.Run(t, scala.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, scala.Definition()) }
