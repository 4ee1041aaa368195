// Package lua reads Lua 5.1 to 5.4 and LuaJIT: modules, scripts, rockspecs.
// In go the parsed tree of one file; out come its facts. Lua has no syntax
// for modules and classes, so the usual idioms are recognised: a table that
// the chunk returns, a table with methods or a metatable, class libraries.
// Resolve finds the files behind require, dofile and loadfile.
//
// The main function is Definition.
package lua

import (
	"path"
	"strings"

	lua "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// Definition declares Lua.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "lua",
		Name:       "Lua",
		Extensions: []string{".lua", ".rockspec"},
		FileNames:  []string{".luacheckrc", ".busted", ".luacov", "config.ld"},
		Shebangs:   []string{"lua", "luajit", "lua5.1", "lua5.2", "lua5.3", "lua5.4", "resty"},
		Comments:   lang.Comments{Line: []string{"--"}, Block: [][2]string{{"--[[", "]]"}}},
		Patterns:   &lang.Patterns{},
		Grammar: &lang.Grammar{
			Name:     "lua",
			Load:     lua.Language,
			Comments: []string{"comment", "hash_bang_line"},
			Strings:  []string{"string"},
			Rules: map[string]lang.Handler{
				"comment":              comment,
				"function_declaration": functionDeclaration,
				"function_definition":  functionDefinition,
				"parameters":           unfinishedFunction,
				"variable_declaration": variableDeclaration,
				"assignment_statement": assignment,
				"table_constructor":    tableConstructor,
				"field":                field,
				"function_call":        functionCall,
				"block":                block,
				"for_statement":        blockScope,
				"repeat_statement":     blockScope,
				"identifier":           identifier,
			},
			End: finish,
		},
		Kinds: []code.Kind{code.KindModule, code.KindClass, code.KindFunction, code.KindMethod, code.KindField,
			code.KindConstant, code.KindVariable},
		Resolve:  resolve,
		Programs: programs,
		IsTest:   isTest,
		IsEntryPoint: func(p string, _ *code.Facts) bool {
			return path.Base(p) == "main.lua"
		},
	}
}

func blockScope(w *lang.Walk, _ syntax.Node) { w.OpenScope(lang.ScopeBlock) }

// block opens a scope unless the block's locals are seen by the statement
// around it too: the condition after "until".
func block(w *lang.Walk, n syntax.Node) {
	if w.Kind(w.Parent(n)) != "repeat_statement" {
		w.OpenScope(lang.ScopeBlock)
	}
}

// isTest follows busted, luaunit and plenary.
func isTest(p string) bool {
	dir, base := path.Split(p)
	name := strings.TrimSuffix(base, path.Ext(base))
	if strings.HasSuffix(name, "_spec") || strings.HasSuffix(name, "_test") || strings.HasPrefix(name, "test_") || name == "test" {
		return true
	}
	for part := range strings.SplitSeq(dir, "/") {
		if part == "spec" || part == "test" || part == "tests" {
			return true
		}
	}
	return false
}
