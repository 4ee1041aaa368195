package config

import (
	"strings"
	"time"
	"unicode"
)

const (
	ours = "SEXTANT_"
	pi   = "PROJECT_INTEL_TOOL_" // project-intel-tool's variables
	ps   = "PROJECT_SEARCH_"     // project_search's variables

	kib = 1 << 10
	mib = 1 << 20
	gib = 1 << 30
)

// table declares every setting. A row without Env, Flags or Key gets those that
// follow from its name (see complete); an Env that is given lists the other
// tools' names only.
var table = complete([]Setting{
	{Name: "root", Key: "-", Env: []string{ps + "ROOT"}, Kind: Text,
		Doc:   "Directory to serve.",
		field: func(c *Config) any { return &c.Root }},
	{Name: "include", Env: []string{pi + "INCLUDE_PATHS"}, Kind: List,
		Doc:   "Gitignore-style patterns of files to take although they are ignored.",
		field: func(c *Config) any { return &c.Include }},
	{Name: "exclude", Env: []string{pi + "EXCLUDE_PATHS"}, Kind: List,
		Doc:   "Gitignore-style patterns of files to leave out.",
		field: func(c *Config) any { return &c.Exclude }},
	{Name: "ignore", Kind: List,
		Doc:   "More patterns of files to leave out, under repo-memory's name.",
		field: func(c *Config) any { return &c.Ignore }},
	{Name: "extensions", Env: []string{ps + "EXTENSIONS"}, Kind: Extensions,
		Doc:   "File extensions to take; without it, every file.",
		field: func(c *Config) any { return &c.Extensions }},
	{Name: "exclude_dirs", Env: []string{ps + "EXCLUDE_DIRS"}, Kind: List,
		Doc:   "Names of directories to leave out wherever they stand.",
		field: func(c *Config) any { return &c.ExcludeDirs }},
	{Name: "max_files", Kind: Int, Min: 0, Max: 100_000_000, Default: "0",
		Doc:   "Largest number of files to index; 0 means no limit.",
		field: func(c *Config) any { return &c.MaxFiles }},
	{Name: "tools", Kind: Tools, Default: "standard",
		Doc:   "Which tools the server offers: a preset (lean, standard, full) or a list of groups and tools; -name leaves one out.",
		field: func(c *Config) any { return &c.Tools }},
	{Name: "max_results", Env: []string{ps + "MAX_RESULTS"}, Kind: Int, Min: 1, Max: 500, Default: "50",
		Doc:   "Number of results that find_files and the text searches list when the call does not say.",
		field: func(c *Config) any { return &c.MaxResults }},
	{Name: "max_reply_chars", Kind: Int, Min: 1000, Max: 10_000_000, Default: "10000",
		Doc:   "Size that a reply stays under, in characters.",
		field: func(c *Config) any { return &c.MaxReplyChars }},
	{Name: "backend", Env: []string{ps + "BACKEND"}, Kind: Choice,
		Choices: []string{"auto", "index", "scan", "rg"}, Aliases: map[string]string{"python": "scan"}, Default: "auto",
		Doc:   "Search engine: the index, a scan of the files, or ripgrep when it is installed.",
		field: func(c *Config) any { return &c.Backend }},
	{Name: "watch", Kind: Bool, Default: "true",
		Doc:   "Whether a server watches the tree, so that a call need not compare all of it with the disk. Linux; elsewhere, and where watching fails, every call compares.",
		field: func(c *Config) any { return &c.Watch }},
	{Name: "summarizer", Kind: Choice, Choices: []string{"ast", "regex"}, Default: "ast",
		Doc:   "How a file is summarized: from its syntax tree or line by line.",
		field: func(c *Config) any { return &c.Summarizer }},
	{Name: "max_parse_bytes", Kind: Bytes, Min: kib, Max: gib, Default: "2MiB",
		Doc:   "Largest file that is parsed.",
		field: func(c *Config) any { return &c.MaxParseBytes }},
	{Name: "max_text_bytes", Kind: Bytes, Min: kib, Max: gib, Default: "8MiB",
		Doc:   "Largest file whose text is indexed; larger ones are listed with their size only.",
		field: func(c *Config) any { return &c.MaxTextBytes }},
	{Name: "max_line_bytes", Kind: Bytes, Min: kib, Max: 64 * mib, Default: "64KiB",
		Doc:   "Longest line of source that is parsed; a file with a longer one counts as minified.",
		field: func(c *Config) any { return &c.MaxLineBytes }},
	{Name: "parse_timeout", Kind: Duration, Min: float64(10 * time.Millisecond), Max: float64(10 * time.Minute), Default: "1.3s",
		Doc:   "Longest time that parsing one file may take; a number without a unit is seconds.",
		field: func(c *Config) any { return &c.ParseTimeout }},
	{Name: "max_batch_tokens", Env: []string{pi + "MAX_BATCH_TOKENS"}, Kind: Int, Min: 1000, Max: 10_000_000, Default: "50000",
		Doc:   "Token budget of one analysis batch.",
		field: func(c *Config) any { return &c.MaxBatchTokens }},
	{Name: "chars_per_token", Env: []string{pi + "CHARS_PER_TOKEN"}, Kind: Ratio, Min: 0.1, Max: 100, Default: "2.5",
		Doc:   "Characters taken for one token when a batch is budgeted.",
		field: func(c *Config) any { return &c.CharsPerToken }},
	{Name: "mcp_sampling", Env: []string{pi + "MCP_SAMPLING"}, Kind: Bool, Default: "false",
		Doc:   "Let scan ask the client's model instead of writing batch files.",
		field: func(c *Config) any { return &c.MCPSampling }},
	{Name: "mcp_logging", Env: []string{pi + "MCP_LOGGING"}, Kind: Bool, Default: "false",
		Doc:   "Send log lines over MCP instead of stderr.",
		field: func(c *Config) any { return &c.MCPLogging }},
	{Name: "mcp_progress", Env: []string{pi + "MCP_PROGRESS"}, Kind: Bool, Default: "false",
		Doc:   "Send progress notifications during a scan.",
		field: func(c *Config) any { return &c.MCPProgress }},
	{Name: "user_audience", Env: []string{pi + "MCP_ANNOTATIONS_USER_AUDIENCE"}, Kind: Bool, Default: "false",
		Doc:   "Append a short text for the person to each reply.",
		field: func(c *Config) any { return &c.UserAudience }},
	{Name: "structured_content", Env: []string{pi + "MCP_STRUCTURED_CONTENT"},
		Flags: []string{"mcp-structured-content", "structured-content"}, Kind: Bool, Default: "false",
		Doc:   "Add structuredContent to replies; some clients then hide the text.",
		field: func(c *Config) any { return &c.StructuredContent }},
	{Name: "savings_footer", Kind: Bool, Default: "false",
		Doc:   "End replies with one line about the tokens saved.",
		field: func(c *Config) any { return &c.SavingsFooter }},
	{Name: "repeat_replies", Kind: Choice, Choices: []string{"short", "full"}, Default: "short",
		Doc:   "What a server sends when a long reply would repeat an earlier one word for word: one line that says so (the same call once more sends it all), or everything.",
		field: func(c *Config) any { return &c.RepeatReplies }},
	{Name: "meta", Env: []string{pi + "<TOOL>_META"}, Flags: []string{"<tool>-meta"}, Kind: Meta,
		Doc:   "JSON object merged into the _meta of a tool's registration.",
		field: func(c *Config) any { return &c.Meta }},
	{Name: "gc_cache_max_age_days", Key: "gc.cacheMaxAgeDays", Kind: Int, Min: 1, Max: 36500, Default: "30",
		Doc:   "Days that the index of a repository is kept that nobody uses.",
		field: func(c *Config) any { return &c.GC.CacheMaxAgeDays }},
	{Name: "gc_task_max_age_days", Key: "gc.taskMaxAgeDays", Kind: Int, Min: 1, Max: 36500, Default: "30",
		Doc:   "Days that a task is kept after the last thing that happened to it.",
		field: func(c *Config) any { return &c.GC.TaskMaxAgeDays }},
	{Name: "gc_telemetry_max_age_days", Key: "gc.telemetryMaxAgeDays", Kind: Int, Min: 1, Max: 36500, Default: "90",
		Doc:   "Days that token accounts are kept.",
		field: func(c *Config) any { return &c.GC.TelemetryMaxAgeDays }},
	{Name: "cache_dir", Kind: Text, UserOnly: true,
		Doc:   "Directory of derived data; without it, the user's cache directory.",
		field: func(c *Config) any { return &c.CacheDir }},
	{Name: "state_dir", Kind: Text, UserOnly: true,
		Doc:   "Directory of tasks and token accounts; without it, cache_dir where that is set, else the user's state directory.",
		field: func(c *Config) any { return &c.StateDir }},
	{Name: "memory_limit", Kind: Bytes, Min: 0, Max: 1 << 50, Default: "0",
		Doc:   "Soft memory limit; 0 means that the container's limit decides.",
		field: func(c *Config) any { return &c.MemoryLimit }},
	{Name: "jobs", Kind: Int, Min: 0, Max: 1024, Default: "0",
		Doc:   "Files worked on at once; 0 means one a processor.",
		field: func(c *Config) any { return &c.Jobs }},
})

// complete fills in the names that follow from a setting's Name: max_files is
// SEXTANT_MAX_FILES, --max-files and maxFiles. A Key of "-" means none.
func complete(rows []Setting) []Setting {
	for i := range rows {
		s := &rows[i]
		own := ours + strings.ToUpper(s.Name)
		if s.Kind == Meta {
			own = ours + "<TOOL>_META"
		}
		s.Env = append([]string{own}, s.Env...)
		if s.Flags == nil {
			s.Flags = []string{strings.ReplaceAll(s.Name, "_", "-")}
		}
		switch s.Key {
		case "":
			s.Key = camel(s.Name)
		case "-":
			s.Key = ""
		}
	}
	return rows
}

func camel(name string) string {
	var b strings.Builder
	up := false
	for _, r := range name {
		if r == '_' {
			up = true
			continue
		}
		if up {
			r = unicode.ToUpper(r)
		}
		up = false
		b.WriteRune(r)
	}
	return b.String()
}
