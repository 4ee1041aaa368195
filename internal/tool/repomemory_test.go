package tool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/internal/testkit"
)

// keysOf lists the keys of a JSON value as paths, sorted: arrays are "[]", and
// what has a path of a file for a key is "*".
func keysOf(v any) []string {
	found := make(map[string]bool)
	var walk func(v any, at string)
	walk = func(v any, at string) {
		switch x := v.(type) {
		case map[string]any:
			for k, inner := range x {
				if strings.ContainsAny(k, "./") {
					k = "*"
				}
				p := strings.TrimPrefix(at+"."+k, ".")
				found[p] = true
				walk(inner, p)
			}
		case []any:
			for _, inner := range x {
				walk(inner, at+"[]")
			}
		}
	}
	walk(v, "")
	out := make([]string, 0, len(found))
	for k := range found {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// repoMemoryProject looks like what repo-memory's page shows answers about.
var repoMemoryProject = map[string]string{
	"package.json":                  `{"name": "app", "version": "1.0.0"}` + "\n",
	"src/server.ts":                 "import { z } from 'zod'\nimport { getFileSummary } from './tools/get-file-summary'\n\nconst server = z.object({})\nexport function main() { return getFileSummary(server) }\nmain()\n",
	"src/tools/get-file-summary.ts": "import { CacheStore } from '../cache/store'\n\nexport function getFileSummary(x: unknown) { return new CacheStore().get(x) }\n",
	"src/cache/store.ts":            "import { open } from '../persistence/db'\n\n/** SQLite-backed cache of file summaries */\nexport class CacheStore {\n  get(x: unknown) { return open() }\n  set() {}\n}\n",
	"src/cache/invalidation.ts":     "import { CacheStore } from './store'\n\nexport class CacheInvalidator { store = new CacheStore() }\n",
	"src/cache/many.ts":             "export const a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, manyThings = 7\n",
	"src/persistence/db.ts":         "export function open() { return 1 }\n",
	"src/cache/.gitkeep":            "",
	"README.md":                     "# App\n\nServes.\n",
}

// TestRepoMemoryKeys compares the keys of each answer with those of the examples
// on repo-memory's page; what stands in brackets is of ours.
func TestRepoMemoryKeys(t *testing.T) {
	root := t.TempDir()
	for path, text := range repoMemoryProject {
		testkit.Write(t, root, path, text)
	}
	a := open(t, root, map[string]string{"tools": "full"})
	if _, err := a.Index.Complete(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	a.Deps.Budget = time.Minute
	a.Deps.NewID = func() string { return "TASK" }
	const summaryKeys = "summary summary.confidence summary.exports summary.imports summary.lineCount summary.purpose summary.topLevelDeclarations"
	const truncated = "summary.topLevelDeclarationsTruncated summary.importsTruncated summary.exportsTruncated"
	for _, c := range []struct{ call, want, more string }{
		{`get_file_summary {"path":"src/server.ts"}`, "path fromCache cacheAge suggestFullRead " + summaryKeys, truncated},
		{`force_reread {"path":"src/cache/store.ts"}`, "path fromCache suggestFullRead " + summaryKeys, truncated},
		{`batch_file_summaries {"paths":["src/server.ts","src/cache/store.ts","src/missing.ts"]}`,
			"results results[].path results[].fromCache results[].suggestFullRead results[].summary results[].summary.confidence results[].summary.exports results[].summary.imports results[].summary.lineCount results[].summary.purpose results[].summary.topLevelDeclarations " +
				"totalFiles cacheHits cacheMisses errors errors[].path errors[].error", "results[].cacheAge results[].summary.topLevelDeclarationsTruncated results[].summary.importsTruncated results[].summary.exportsTruncated"},
		{`get_changed_files {"since":"last_check"}`, "changed added deleted checkedAt", ""},
		{`search_by_purpose {"query":"cache invalidation","limit":10,"pathPrefix":"src/cache"}`,
			"results results[].path results[].purpose results[].exports results[].confidence totalCached scope", "results[].exportsTruncated"},
		{`search_by_purpose {"query":"manyThings"}`, "results results[].path results[].purpose results[].exports results[].exportsTruncated results[].confidence totalCached", ""},
		{`get_project_map {"depth":2}`, "tree tree.name tree.children tree.fileCount tree.children[].name tree.children[].children tree.children[].fileCount tree.children[].children[].name tree.children[].children[].fileCount entryPoints totalFiles languageBreakdown languageBreakdown.*",
			"tree.files tree.files[].name tree.files[].purpose tree.children[].files tree.children[].files[].name tree.children[].files[].purpose tree.children[].children[].files tree.children[].children[].files[].name tree.children[].children[].files[].purpose coverage omitted"},
		{`get_related_files {"path":"src/cache/store.ts","limit":5}`, "path relatedFiles relatedFiles[].path relatedFiles[].score relatedFiles[].relationship", "omitted"},
		{`get_dependency_graph {"path":"src/server.ts"}`, "deps deps.* dependents dependents.* stats stats.totalFiles stats.totalEdges", ""},
		{`get_dependency_graph {"limit":2}`, "deps deps.* stats stats.totalFiles stats.totalEdges stats.mostConnected stats.mostConnected[].path stats.mostConnected[].connections truncated", "omitted stats.mostCentral"},
		{`create_task {"name":"investigate auth flow"}`, "id name state createdAt updatedAt sessionId metadata", ""},
		{`get_task_context {}`, "tasks tasks[].id tasks[].name tasks[].state tasks[].createdAt tasks[].updatedAt tasks[].sessionId tasks[].metadata", ""},
		{`mark_explored {"task_id":"TASK","path":"src/server.ts","status":"explored","notes":"Starts everything."}`, "path status notes", "exploredAt code"},
		{`get_task_context {"task_id":"TASK"}`, "task task.id task.name task.state task.createdAt task.updatedAt task.sessionId task.metadata exploredFiles exploredFiles[].path exploredFiles[].status exploredFiles[].notes frontier", "exploredFiles[].exploredAt exploredFiles[].code"},
		{`invalidate {"path":"src/cache/store.ts"}`, "invalidated entriesRemoved", ""},
		{`invalidate {}`, "invalidated entriesRemoved", ""},
	} {
		text := strings.TrimPrefix(callText(a, c.call), "= reply\n")
		var v any
		first, _, _ := strings.Cut(text, "\n")
		if err := json.Unmarshal([]byte(first), &v); err != nil {
			t.Errorf("%s: %v: %.200s", c.call, err, text)
			continue
		}
		got, want, more := keysOf(v), strings.Fields(c.want), strings.Fields(c.more)
		for _, k := range want {
			if !slices.Contains(got, k) {
				t.Errorf("%s: there is no %s", c.call, k)
			}
		}
		for _, k := range got {
			if !slices.Contains(want, k) && !slices.ContainsFunc(more, func(m string) bool { return k == m || strings.HasPrefix(k, m+".") }) {
				t.Errorf("%s: %s is not of repo-memory", c.call, k)
			}
		}
	}
	// .gitkeep is left out, and what is counted is what is shown.
	if text := callText(a, `get_project_map {"depth":5}`); strings.Contains(text, ".gitkeep") || !strings.Contains(text, fmt.Sprintf(`"totalFiles":%d`, len(repoMemoryProject)-1)) {
		t.Errorf("the map is %s", text)
	}
}
