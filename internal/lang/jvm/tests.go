package jvm

import (
	"path"
	"strings"
)

// suffixes are the endings of a test's name by language: what Surefire,
// Failsafe, Gradle, Kotest, ScalaTest, specs2 and munit go by.
var suffixes = map[string][]string{
	".java":  {"Test", "Tests", "TestCase"},
	".kt":    {"Test", "Tests", "TestCase", "Spec"},
	".scala": {"Test", "Tests", "Spec", "Specs", "Suite", "Specification", "TestCase"},
}

// IsTest reports whether a source file is a test by its path.
func IsTest(p string) bool {
	if inTests(p) {
		return true
	}
	if inMain(p) {
		return false
	}
	ext := path.Ext(p)
	name := strings.TrimSuffix(path.Base(p), ext)
	for _, suffix := range suffixes[ext] {
		if before, ok := strings.CutSuffix(name, suffix); ok && (before != "" || suffix == "Test" || suffix == "Tests" || suffix == "TestCase") {
			return true
		}
	}
	if ext != ".java" && ext != ".kt" {
		return false
	}
	// "TestParser" is a test and "Testament" is not; "CacheIT" is and "UNIT" is not.
	if rest, ok := strings.CutPrefix(name, "Test"); ext == ".java" && ok && !lower(rest[0]) {
		return true
	}
	before, ok := strings.CutSuffix(name, "IT")
	return ok && before != "" && !upper(before[len(before)-1])
}

// inTests reports whether a path lies in a test source set.
func inTests(p string) bool {
	dir := "/" + path.Dir(p) + "/"
	set, before := "", dir
	if at := strings.LastIndex(dir, "/src/"); at >= 0 {
		before = dir[:at+1]
		set, _, _ = strings.Cut(dir[at+len("/src/"):], "/")
	}
	if strings.HasPrefix(set, "test") || strings.HasSuffix(set, "Test") || set == "it" {
		return true
	}
	// Kotlin and Scala builds also keep tests in a directory beside "src".
	return path.Ext(p) != ".java" && (strings.Contains(before, "/test/") || strings.Contains(before, "/tests/"))
}

// inMain reports whether a path lies in a source set of the program itself:
// src/main, src/commonMain. What such a file is called does not matter.
func inMain(p string) bool {
	rest := "/" + path.Dir(p) + "/"
	for {
		at := strings.Index(rest, "/src/")
		if at < 0 {
			return false
		}
		rest = rest[at+len("/src"):]
		set, _, more := strings.Cut(rest[1:], "/")
		if more && (set == "main" || strings.HasSuffix(set, "Main")) {
			return true
		}
	}
}

func lower(c byte) bool { return 'a' <= c && c <= 'z' }
func upper(c byte) bool { return 'A' <= c && c <= 'Z' }
