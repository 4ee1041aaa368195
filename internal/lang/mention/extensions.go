package mention

// longest bounds known extensions in bytes; unknown ones have at most five.
const longest = 10

// known reports whether files usually have this extension. It tells
// "store.ts" from "store.get" where no directory part does.
func known(ext []byte) bool {
	var low [longest]byte
	if len(ext) == 0 || len(ext) > len(low) {
		return false
	}
	for i, b := range ext {
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		low[i] = b
	}
	_, ok := extensions[string(low[:len(ext)])]
	return ok
}

var extensions = func() map[string]struct{} {
	m := make(map[string]struct{})
	for _, e := range [...]string{
		// code
		"asm", "astro", "awk", "bash", "bat", "bzl", "c", "cc", "cjs", "cl", "clj", "cls", "cmake", "cmd", "cpp", "cr", "cs", "csx",
		"cu", "cxx", "d", "dart", "ejs", "el", "elm", "erb", "erl", "ex", "exs", "f90", "fish", "fs", "fsx", "go", "gql", "groovy",
		"h", "haml", "hbs", "hcl", "hh", "hpp", "hrl", "hs", "hxx", "inc", "ino", "java", "jl", "js", "jsx", "kt", "kts", "less", "lisp",
		"lua", "m", "mak", "mjs", "mk", "ml", "mli", "mm", "mts", "cts", "nim", "nix", "php", "phtml", "pl", "pm", "proto", "ps1",
		"psm1", "py", "pyi", "pyx", "r", "rake", "rb", "re", "rkt", "rs", "s", "sass", "scm", "scss", "sh", "sol", "sql", "styl",
		"sv", "swift", "t", "tcl", "tf", "tpl", "tmpl", "ts", "tsx", "twig", "v", "vala", "vb", "vhd", "vim", "vue", "wat",
		"wgsl", "xsl", "zig", "zsh", "css", "glsl", "hlsl", "metal", "y", "pug", "slim", "kdl", "cue", "rego",
		"svelte", "blade", "coffee", "graphql", "prisma", "liquid", "handlebars", "mustache", "scala", "groovy", "bicep",
		// documents and data
		"adoc", "bib", "cfg", "cnf", "conf", "csv", "dot", "env", "htm", "html", "ics", "in", "ini", "ipynb", "json", "json5", "jsonc",
		"log", "lock", "map", "md", "mdx", "mmd", "odt", "org", "pdf", "plist", "po", "pot", "puml", "rst", "rtf",
		"srt", "svg", "tex", "texi", "toml", "tsv", "txt", "vtt", "xhtml", "xlsx", "docx", "pptx", "xml", "xsd", "yaml", "yml", "sum", "mod",
		"work", "patch", "diff", "snap", "har", "pem", "crt", "key", "csr", "spec", "props", "avsc", "dtd", "rng", "jsonl", "thrift", "markdown", "geojson", "properties", "asciidoc", "jsonld", "bazel", "cff",
		// images, sound, archives, binaries
		"apk", "avif", "bin", "bmp", "bz2", "class", "dat", "db", "deb", "dll", "dmg", "eot", "exe", "flac", "gif", "gz", "ico", "icns",
		"iso", "jar", "jpeg", "jpg", "mov", "mp3", "mp4", "o", "ogg", "otf", "png", "rpm", "so", "tar", "tgz", "tiff", "ttf", "war", "wasm",
		"wav", "webm", "webp", "whl", "woff", "woff2", "xz", "zip", "zst", "psd", "ai", "fig",
		// projects
		"sln", "iml", "cabal", "csproj", "fsproj", "vbproj", "vcxproj", "pbxproj", "gemspec", "nuspec", "gradle", "service", "podspec",
	} {
		m[e] = struct{}{}
	}
	return m
}()
