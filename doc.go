// Package sextant is the root of the module and holds no code but tests of
// the source as a whole. The map, from the bottom up:
//
//	code, syntax, tokens, bug, config   the words, flat syntax trees, estimates, broken invariants, settings
//	workspace/...                       which files exist and what their bytes are: workspace.Manifest
//	lang/...                            what a language is, one folder each; lang/all lists them
//	parse                               one file's bytes to code.Facts, no other file needed
//	index, index/words, index/store     facts and words of all files, stored by content: index.View
//	search, search/rank                 a question and a view to ranked answers
//	knowledge                           the committed analyses: .knowledge/summaries.json
//	tool                                every tool once: its words, its typed input, its handler
//	app, mcpserver, cli, cmd/sextant    wiring, the protocol, the command line
//	docgen                              the generated pages of docs/
//
// docs/architecture.md tells how they work together; layers_test.go holds who
// may import whom.
package sextant
