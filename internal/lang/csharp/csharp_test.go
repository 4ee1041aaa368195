package csharp_test

import (
	"testing"

	"sextant/internal/lang/csharp"
	"sextant/internal/lang/langtest"
)

func TestCSharp(t *testing.T) { langtest.Run(t, csharp.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, csharp.Definition()) }
