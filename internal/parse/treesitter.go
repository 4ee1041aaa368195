package parse

// #include "flatten.h"
import "C"

import (
	"errors"
	"fmt"
	"sync"
	"time"
	"unsafe"

	// The C runtime that flatten.c calls is compiled by this module.
	_ "github.com/tree-sitter/go-tree-sitter"

	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// errTimeout says that a file took more processor time than its limit.
var errTimeout = errors.New("parsing took longer than its limit")

// grammar is a loaded grammar with a pool of parsers for it. Parsers are C
// memory, so the pool is a bounded channel and never leaves one to the
// garbage collector.
type grammar struct {
	language *syntax.Language
	pointer  unsafe.Pointer
	idle     chan *parser
	handlers *lang.Handlers
}

// parser is one tree-sitter parser with the buffer its results go into.
type parser struct {
	handle unsafe.Pointer
	result C.sx_result
}

// idleParsers bounds what a grammar keeps ready between files.
const idleParsers = 4

// keptRecords bounds the buffer an idle parser holds on to (24 bytes each):
// enough for a source of some 200 kB, and little beside its parse to make anew.
const keptRecords = 1 << 16

var (
	grammarsMu sync.Mutex
	grammars   = make(map[*lang.Grammar]*grammar)
	libc       sync.Once
)

// loadGrammar returns the loaded form of g. The error is a grammar whose
// version the runtime refuses, or rules that name unknown kinds.
func loadGrammar(g *lang.Grammar) (*grammar, error) {
	grammarsMu.Lock()
	defer grammarsMu.Unlock()
	if l, ok := grammars[g]; ok {
		return l, nil
	}
	libc.Do(func() { C.sx_use_libc() })
	ptr := g.Load()
	kinds := make([]string, C.sx_kind_count(ptr))
	for i := range kinds {
		kinds[i] = C.GoString(C.sx_kind_name(ptr, C.uint16_t(i)))
	}
	fields := make([]string, C.sx_field_count(ptr)+1)
	for i := 1; i < len(fields); i++ {
		fields[i] = C.GoString(C.sx_field_name(ptr, C.uint16_t(i)))
	}
	l := syntax.NewLanguage(g.Name, kinds, fields, func(id int) bool {
		return bool(C.sx_kind_named(ptr, C.uint16_t(id)))
	})
	handlers, err := g.Compile(l)
	if err != nil {
		return nil, fmt.Errorf("loading grammar %s: %w", g.Name, err)
	}
	loaded := &grammar{language: l, pointer: ptr, idle: make(chan *parser, idleParsers), handlers: handlers}
	p, err := loaded.take()
	if err != nil {
		return nil, err
	}
	loaded.give(p)
	grammars[g] = loaded
	return loaded, nil
}

func (g *grammar) take() (*parser, error) {
	select {
	case p := <-g.idle:
		return p, nil
	default:
	}
	h := C.sx_parser_new(g.pointer)
	if h == nil {
		return nil, fmt.Errorf("loading grammar %s: this tree-sitter runtime does not accept its version", g.language.Name)
	}
	return &parser{handle: h}, nil
}

func (g *grammar) give(p *parser) {
	if p.result.capacity > keptRecords {
		C.sx_result_free(&p.result)
	}
	if !p.result.spoiled {
		select {
		case g.idle <- p:
			return
		default:
		}
	}
	C.sx_result_free(&p.result)
	C.sx_parser_delete(p.handle)
}

// maxNodes bounds a tree's memory: 24 bytes a node. A file of the largest
// size that is parsed has fewer unless it is built to hurt.
const maxNodes = 8 << 20

// maxDepth is the deepest tree that is walked. People stay under a hundred,
// generated chains of operators reach thousands; what is deeper is built to
// hurt, and every look at what encloses a name would cost the whole way up.
const maxDepth = 1 << 14

// noLimit stands for a limit of zero; as nanoseconds it is added to a
// clock, so it is far from the end of the type.
const noLimit = 24 * time.Hour

// withTree parses a text and hands the tree to use as that of src, whose
// positions are the same. The tree's records live in
// C memory and are valid only inside the call.
func (g *grammar) withTree(src, parsed []byte, limit time.Duration, use func(t *syntax.Tree, hasError bool)) error {
	if limit <= 0 || limit > noLimit {
		limit = noLimit
	}
	p, err := g.take()
	if err != nil {
		return err
	}
	defer g.give(p)
	var at *C.char
	if len(parsed) > 0 {
		at = (*C.char)(unsafe.Pointer(unsafe.SliceData(parsed)))
	}
	C.sx_parse(p.handle, at, C.uint32_t(len(parsed)), C.uint64_t(limit), maxNodes, maxDepth, &p.result)
	switch {
	case bool(p.result.no_memory):
		return errors.New("parsing: out of memory")
	case bool(p.result.timed_out):
		return errTimeout
	}
	records := unsafe.Slice((*syntax.Record)(unsafe.Pointer(p.result.records)), int(p.result.count))
	use(syntax.NewTree(src, g.language, records), bool(p.result.has_error))
	return nil
}

// The C and the Go record must have one layout.
var _ = [1]struct{}{}[unsafe.Sizeof(C.sx_record{})-unsafe.Sizeof(syntax.Record{})]
