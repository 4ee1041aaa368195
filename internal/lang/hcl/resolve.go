package hcl

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the folder of a local module, of a Terragrunt dependency, or
// the file that a function reads. Sources in registries and repositories are
// outside, whatever they are called.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	outside := lang.Target{Key: im.Specifier}
	folder, rest, ok := base(im.Specifier)
	if !ok || im.Form == code.ImportUse || strings.HasPrefix(rest, "/") {
		return outside
	}
	dir := path.Dir(from)
	if folder == "root" {
		dir = "."
	}
	if im.Form == code.ImportDynamic {
		if f := upwards(p, dir, rest); f != "" {
			return lang.Target{Files: []string{f}, Key: f}
		}
		return outside
	}
	// "modules//vpc" is the folder vpc of the package modules.
	at := path.Join(dir, strings.Replace(rest, "//", "/", 1))
	if at == ".." || strings.HasPrefix(at, "../") {
		return outside
	}
	if p.File(at) && at != from {
		return lang.Target{Files: []string{at}, Key: at}
	}
	if im.Form == code.ImportInclude || folder == "" && !strings.HasPrefix(rest, "./") && !strings.HasPrefix(rest, "../") && rest != "." && rest != ".." {
		return outside
	}
	return module(p, at, outside)
}

// module is the files of a folder: Terragrunt's one, else all of Terraform's,
// each of which takes part whatever the caller uses of the module.
func module(p lang.Project, dir string, outside lang.Target) lang.Target {
	t := lang.Target{Key: dir, Every: true}
	terragrunt := ""
	for _, name := range p.Entries(strings.TrimPrefix(dir, ".")) {
		switch f := path.Join(dir, name); {
		case isModuleFile(name):
			t.Files = append(t.Files, f)
		case name == "terragrunt.hcl", name == "terragrunt.stack.hcl" && terragrunt == "":
			terragrunt = f
		}
	}
	if terragrunt != "" {
		return lang.Target{Files: []string{terragrunt}, Key: terragrunt}
	}
	if len(t.Files) == 0 {
		return outside
	}
	return t
}

func isModuleFile(name string) bool {
	return strings.HasSuffix(name, ".tf") || strings.HasSuffix(name, ".tofu")
}

// upwards finds a file in the folders above the importing file's own.
func upwards(p lang.Project, dir, name string) string {
	for dir != "." && dir != "/" {
		dir = path.Dir(dir)
		if f := path.Join(dir, name); p.File(f) {
			return f
		}
	}
	return ""
}

// visible lists the files of the module or of the Packer template that a file
// is part of, itself among them: all of them are one namespace.
func visible(p lang.Project, from string, _ *code.Facts) []lang.Target {
	dir, base := path.Dir(from), path.Base(from)
	member := isModuleFile
	switch {
	case isModuleFile(base), strings.HasSuffix(base, ".tfvars"):
	case strings.HasSuffix(base, ".pkr.hcl") || strings.HasSuffix(base, ".pkrvars.hcl"):
		member = func(name string) bool { return strings.HasSuffix(name, ".pkr.hcl") }
	case strings.HasSuffix(base, ".tftest.hcl") || strings.HasSuffix(base, ".tofutest.hcl"):
		if path.Base(dir) == "tests" {
			dir = path.Dir(dir) // they test the module around their folder
		}
	default:
		return nil
	}
	t := lang.Target{Key: dir}
	for _, name := range p.Entries(strings.TrimPrefix(dir, ".")) {
		if member(name) {
			t.Files = append(t.Files, path.Join(dir, name))
		}
	}
	if len(t.Files) == 0 || len(t.Files) == 1 && t.Files[0] == from {
		return nil
	}
	return []lang.Target{t}
}
