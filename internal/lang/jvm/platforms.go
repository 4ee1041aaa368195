package jvm

import "strings"

// platforms are the directories in which builds for several platforms keep
// one module's sources apart.
var platforms = [...]string{"common", "shared", "jvm", "js", "native", "jvm-js", "jvm-native", "js-native", "jvmAndPosix",
	"jvmAndNix", "posix", "nix", "desktop", "darwin", "apple", "windows", "linux", "web", "wasmJs", "jsAndWasmShared",
	"jsAndWasmJsShared", "concurrent", "android", "ios"}

// machines are the platforms that never compile together, as bits.
const (
	onJVM uint8 = 1 << iota
	onJS
	onNative
)

// compiled maps the names of source sets to the machines that they are for;
// others are for all.
var compiled = map[string]uint8{"jvm": onJVM, "js": onJS, "native": onNative, "jvm-js": onJVM | onJS, "js-jvm": onJVM | onJS,
	"jvm-native": onJVM | onNative, "js-native": onJS | onNative, "android": onJVM}

// platformOf is what the source set of a path is compiled for, 0 for all: by
// the directory above "src" ("js/src/main"), or the set ("src/jsMain").
func platformOf(file string) uint8 {
	at := strings.LastIndex("/"+file, "/src/")
	if at < 0 {
		return 0
	}
	set, _, _ := strings.Cut(("/" + file)[at+len("/src/"):], "/")
	for _, suffix := range [...]string{"Main", "Test"} {
		if platform, ok := strings.CutSuffix(set, suffix); ok {
			return compiled[platform]
		}
	}
	above := file[:max(at-1, 0)]
	return compiled[strings.TrimPrefix(above[strings.LastIndexByte(above, '/')+1:], ".")]
}

// together reports whether sources for two platforms are ever compiled together.
func together(a, b uint8) bool { return a == 0 || b == 0 || a&b != 0 }
