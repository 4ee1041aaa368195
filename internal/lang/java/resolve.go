package java

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
)

// resolve finds the file of the type that an import names, or the files of a
// package. What the checkout does not hold is external under its specifier.
func resolve(p lang.Project, from string, f *code.Facts, im *code.Import) lang.Target {
	external := lang.Target{Key: im.Specifier}
	if im.Form == code.ImportRequire {
		if file := modules(p)[im.Specifier]; file != "" {
			return lang.Target{Files: []string{file}, Key: file}
		}
		return external
	}
	at := jvm.From(from, f.Package)
	find := at.Import
	if len(im.Names) == 1 && im.Names[0].Name == "*" {
		find = at.Everything
	}
	if target, ok := find(p, im.Specifier); ok {
		return target
	}
	return external
}

// visible lists the files of the file's package in its module.
func visible(p lang.Project, from string, f *code.Facts) []lang.Target {
	at := jvm.From(from, f.Package)
	return at.Visible(p)
}

// modules maps the names of the checkout's modules to their declarations.
func modules(p lang.Project) map[string]string {
	return p.Memo("java modules", func() any {
		out := make(map[string]string)
		for _, file := range p.Named("module-info.java") {
			src, ok := p.Read(file)
			if name := moduleName(src); ok && name != "" && out[name] == "" {
				out[name] = file
			}
		}
		return out
	}).(map[string]string)
}
