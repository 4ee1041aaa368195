package tool

import (
	"sort"
	"strings"
)

// All lists every tool, sorted by name.
func All() []*Tool {
	rows := []Tool{queryTool, mapTool, outlineTool, readTool, treeTool, findTool, grepTool, grepContextTool, countTool, multiTool, astTool, gitChangedTool, fileDiffTool, grepChangedTool,
		definitionTool, classTool, methodTool, routeTool, usagesTool, callersTool, calleesTool, implementationsTool, extendsTool, testsTool, sourceTool, impactTool, symbolTool, graphTool, relatedTool, changedTool, summaryTool, batchTool, purposeTool, rereadTool, createTaskTool, taskContextTool, markTool, notesTool, statusTool, invalidateTool, reportTool}
	out := make([]*Tool, len(rows))
	for i := range rows {
		out[i] = &rows[i]
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// ByName returns a tool, or nil.
func ByName(name string) *Tool {
	for _, t := range All() {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Groups that are on unless configured otherwise.
var defaultGroups = []Group{Knowledge, Navigation, Summaries, Files, Search, Code, Git}

// leanTools are the tools of the preset "lean", of which those count that exist.
var leanTools = []string{"query", "get_project_map", "get_file_summary", "read_file", "grep_code", "get_symbol",
	"find_usages", "get_impact", "scan"}

// Select returns the tools that a selection such as "standard,-scan,tasks"
// switches on, and a sentence for each word of it that means nothing.
func Select(selection string) (on []*Tool, warnings []string) {
	all := All()
	enabled := make(map[string]bool)
	set := func(want bool, match func(t *Tool) bool) bool {
		found := false
		for _, t := range all {
			if match(t) {
				enabled[t.Name] = want
				found = true
			}
		}
		return found
	}
	words := strings.FieldsFunc(selection, func(r rune) bool { return r == ',' || r == ' ' })
	if len(words) == 0 || strings.HasPrefix(words[0], "-") {
		words = append([]string{"standard"}, words...)
	}
	for _, word := range words {
		name, without := strings.CutPrefix(word, "-")
		var known bool
		switch name {
		case "standard":
			known = true
			set(!without, func(t *Tool) bool { return inGroups(t, defaultGroups) })
		case "full":
			known = true
			set(!without, func(*Tool) bool { return true })
		case "lean":
			known = true
			set(!without, func(t *Tool) bool { return inNames(t, leanTools) })
		default:
			known = set(!without, func(t *Tool) bool { return t.Name == name || string(t.Group) == name }) || isGroup(name)
		}
		if !known {
			warnings = append(warnings, "tools: "+name+" is no tool, group or preset; sextant tools --tools full lists them")
		}
	}
	for _, t := range all {
		if enabled[t.Name] {
			on = append(on, t)
		}
	}
	return on, warnings
}

func inGroups(t *Tool, groups []Group) bool {
	for _, g := range groups {
		if t.Group == g {
			return true
		}
	}
	return false
}

func inNames(t *Tool, names []string) bool {
	for _, n := range names {
		if t.Name == n {
			return true
		}
	}
	return false
}

func isGroup(name string) bool {
	for _, g := range append([]Group{Tasks, Telemetry}, defaultGroups...) {
		if string(g) == name {
			return true
		}
	}
	return false
}
