package php_test

import (
	"slices"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/php"
)

func TestPrograms(t *testing.T) {
	tree := langtest.Tree{
		"composer.json": `{"bin": ["bin/tool", "bin/gone"]}`, "bin/tool": "#!/usr/bin/env php\n<?php\n", "bin/console": "", "public/index.php": "<?php\n",
		"vendor/a/composer.json": `{"bin": "run"}`, "vendor/a/run": "", "sub/composer.json": `{"bin": "go.php"}`, "sub/go.php": "<?php\n",
		"lib/index.php": "<?php\n", "bad/composer.json": "{",
	}
	got := php.Definition().Programs(tree)
	if want := []string{"bin/console", "bin/tool", "public/index.php", "sub/go.php"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
