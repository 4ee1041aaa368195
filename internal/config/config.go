// Package config turns flags, environment variables and JSON files into one
// resolved, read-only Config.
//
// In: a Sources value (flags, an environment look-up, the bytes of the
// settings files). Out: a *Config and the warnings that arose. Every setting
// is declared once, in the table behind Settings; parsing, bounds, defaults,
// warnings, help and the documentation all follow from that row. Resolve is
// pure; Load is the thin part that reads the real environment and files.
//
// Precedence, highest first: flag, environment (this program's names before
// those of project-intel-tool and project_search), the project's
// .sextant.json (or .repo-memory.json when that is absent), the user's file,
// the default. An invalid value never stops the program: it is skipped with a
// warning and the next source below applies.
package config

import "time"

// Config is the resolved configuration. It is shared by everything that runs,
// so nothing may change it, its slices or its maps after Resolve.
type Config struct {
	// Root is the directory to serve; empty means that the caller decides.
	// Load makes it absolute.
	Root string
	// Include lists gitignore-style patterns of files to take although they are ignored.
	Include []string
	// Exclude lists gitignore-style patterns of files to leave out.
	Exclude []string
	// Ignore lists repo-memory's extra ignore patterns; they act like Exclude.
	Ignore []string
	// Extensions limits the files to these extensions, lower case and without
	// the leading dot; empty means every file.
	Extensions []string
	// ExcludeDirs lists names of directories to leave out wherever they stand.
	ExcludeDirs []string
	// MaxFiles is the largest number of files to index; 0 means no limit.
	MaxFiles int
	// Summarizer is "ast" or "regex".
	Summarizer string
	// GC says how long derived data is kept.
	GC GC
	// Tools is the canonical tool selection: comma-separated presets (lean,
	// standard, full), groups and tools, in order, each `-name` taking one
	// out. Whether the names exist is for the tool table to check.
	Tools string

	// MaxParseBytes is the largest file that is parsed, in bytes.
	MaxParseBytes int64
	// MaxTextBytes is the largest file whose text is indexed, in bytes. It
	// bounds parsing too.
	MaxTextBytes int64
	// MaxLineBytes is the longest line, in bytes, of source that is parsed.
	MaxLineBytes int64
	// MaxReplyChars is the size that a reply stays under, in characters.
	MaxReplyChars int
	// ParseTimeout bounds the parsing of one file.
	ParseTimeout time.Duration
	// MaxResults is the number of results that find_files and the text searches
	// list when the call does not say.
	MaxResults int
	// Backend is the search engine: "auto", "index", "scan" or "rg".
	Backend string
	// Watch lets a server watch the tree instead of sweeping it on every call.
	Watch bool

	// MaxBatchTokens is the token budget of one analysis batch.
	MaxBatchTokens int
	// CharsPerToken is the number of characters taken for one token when a
	// batch is budgeted.
	CharsPerToken float64

	// MCPSampling makes scan ask the client's model instead of writing batch files.
	MCPSampling bool
	// MCPLogging sends log lines over MCP instead of stderr.
	MCPLogging bool
	// MCPProgress sends progress notifications during a scan.
	MCPProgress bool
	// UserAudience appends a short text for the person to each reply.
	UserAudience bool
	// StructuredContent adds structuredContent to replies.
	StructuredContent bool
	// RepeatReplies says what a session is sent for a call whose answer it has
	// been sent already: "short", one line, or "full".
	RepeatReplies string
	// SavingsFooter ends replies with one line about the tokens saved.
	SavingsFooter bool
	// Meta holds, per tool name, an object merged into the _meta of the tool's
	// registration. Numbers are json.Number, so they keep their digits.
	Meta map[string]map[string]any

	// CacheDir is the directory of derived data; Load fills in the user's
	// cache directory when nothing names one.
	CacheDir string
	// StateDir is the directory of what cannot be derived again: tasks and token
	// accounts. Load fills it in: the cache directory where that is set, else the
	// user's directory of state.
	StateDir string
	// MemoryLimit is the soft memory limit in bytes; 0 means that the
	// container's limit decides.
	MemoryLimit int64
	// Jobs is the number of files worked on at once; 0 means one a processor.
	Jobs int

	// Warnings lists what was skipped and why, one sentence each, lowest
	// precedence first.
	Warnings []string
	// Origins names, for each setting's Name, the source its value came from.
	Origins map[string]string
}

// GC holds how many days derived data is kept.
type GC struct {
	CacheMaxAgeDays     int // facts and segments nothing uses any more
	TaskMaxAgeDays      int // finished tasks and their notes
	TelemetryMaxAgeDays int // token accounts
}
