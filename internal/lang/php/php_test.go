package php_test

import (
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/php"
)

func TestPHP(t *testing.T) { langtest.Run(t, php.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, php.Definition()) }
