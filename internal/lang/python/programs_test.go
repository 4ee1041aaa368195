package python_test

import (
	"slices"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/python"
)

func TestPrograms(t *testing.T) {
	for name, c := range map[string]struct {
		manifest, text string
		want           []string
	}{
		"project scripts": {"pyproject.toml", "[project]\nname = \"tool\"\n[project.scripts]\ntool = \"tool.cli:main\"\nother = \"elsewhere:main\"\n[project.urls]\nhome = \"tool.server:x\"\n", []string{"tool/cli.py"}},
		"poetry":          {"pyproject.toml", "[tool.poetry.scripts]\nrun = 'tool.server:app.run'\r\n", []string{"tool/server.py"}},
		"setup.cfg":       {"setup.cfg", "[options.entry_points]\nconsole_scripts =\n    tool = tool.cli:main\n    serve = tool.server:main\n\n[flake8]\nx = a:b\n", []string{"tool/cli.py", "tool/server.py"}},
		"setup.py":        {"setup.py", "setup(\n  entry_points={\n    'console_scripts': [\n      'tool = tool.cli:main',\n    ],\n  },\n)\n", []string{"tool/cli.py"}},
		"a package":       {"pyproject.toml", "[project.scripts]\nt = \"tool:main\"\n", []string{"tool/__init__.py"}},
		"none":            {"pyproject.toml", "[project]\nname = \"tool.cli:x\"\n", nil},
	} {
		tree := langtest.Tree{"tool/__init__.py": "", "tool/cli.py": "", "tool/server.py": "", c.manifest: c.text}
		if got := python.Definition().Programs(tree); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
