package php

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// linking says how PHP's names are looked up.
func linking() *lang.Linking {
	return &lang.Linking{
		Resolves:        "namespaces and use in every form, $this, self, static and parent, traits, constructor promotion, property types, PHPDoc types, instanceof, closures, foreach over typed values",
		Beyond:          "@mixin, @property and @method, facades, several namespaces in one file without braces",
		Type:            typeOf,
		Known:           known,
		Common:          common,
		Spelled:         fullNames,
		CallsApart:      true,
		InheritsResults: true,
		CallMakes:       true, // new $class
		ItemMembers:     []string{"offsetGet"},
		IteratorMembers: []string{"getIterator", "current"},
	}
}

// fullNames says what a name means by the file's namespace and its use
// statements. Variables have no full name.
func fullNames(f *code.Facts, i int32, name string) (first, second string) {
	if name == "" || name[0] == '$' {
		return "", ""
	}
	if name[0] == '\\' {
		return strings.TrimLeft(name, `\`), ""
	}
	if isReserved(name) {
		return name, ""
	}
	before, rest, qualified := strings.Cut(name, `\`)
	space := namespaceOf(f, i)
	if qualified && strings.EqualFold(before, "namespace") {
		return inNamespace(space, rest), ""
	}
	for k := range f.Imports {
		im := &f.Imports[k]
		if im.Form != code.ImportUse {
			continue
		}
		for _, n := range im.Names {
			if len(n.Local()) == len(before) && strings.EqualFold(n.Local(), before) {
				if qualified {
					return im.Specifier + `\` + rest, ""
				}
				return im.Specifier, ""
			}
		}
	}
	full := inNamespace(space, name)
	if qualified || space == "" {
		return full, ""
	}
	return full, name
}

// namespaceOf is the namespace in which the code inside definition i stands.
func namespaceOf(f *code.Facts, i int32) string {
	for ; i != code.NoDefinition; i = f.Definitions[i].Container {
		if d := &f.Definitions[i]; d.Kind == code.KindNamespace {
			return d.Name
		}
	}
	return f.Package
}

// isReserved tells the words that are types and never classes.
func isReserved(name string) bool {
	switch name {
	case "int", "string", "float", "bool", "array", "void", "null", "false", "true", "mixed", "object", "iterable", "callable", "never",
		"integer", "boolean", "double", "resource", "scalar", "numeric":
		return true
	}
	return strings.IndexByte(name, '-') >= 0
}

// known gives PHP's own iterators their shape.
func known(t lang.Type) lang.Type {
	if len(t.Args) == 0 {
		return t
	}
	switch strings.TrimPrefix(t.Name, `\`) {
	case "Generator", "Traversable", "Iterator", "IteratorAggregate", "ArrayAccess", "ArrayObject", "ArrayIterator", "SplFixedArray",
		"SplDoublyLinkedList", "SplQueue", "SplStack", "IteratorIterator", "FilterIterator", "OuterIterator", "Countable", "WeakMap":
		if len(t.Args) == 1 {
			return list(t.Args[0])
		}
		return lang.Type{Name: lang.TypeMap, Args: t.Args[:2]}
	case "SplObjectStorage":
		return list(t.Args[0])
	}
	return t
}

// common reports whether PHP's own classes have a method of that name.
func common(member string) bool {
	switch member {
	case "getMessage", "getCode", "getPrevious", "getFile", "getLine", "getTrace", "getTraceAsString", "__toString", "__construct",
		"__destruct", "__get", "__set", "__call", "__invoke", "format", "modify", "add", "sub", "diff", "getTimestamp", "setTimezone",
		"current", "key", "next", "rewind", "valid", "count", "getIterator", "offsetGet", "offsetSet", "offsetExists", "offsetUnset",
		"getName", "getShortName", "newInstance", "newInstanceArgs", "getAttributes", "getMethods", "getProperties", "invoke",
		"query", "prepare", "execute", "fetch", "fetchAll", "exec", "bind", "bindTo", "call", "fromCallable", "attach", "detach",
		"contains", "push", "pop", "shift", "unshift", "top", "isEmpty", "toArray", "append", "getSize", "isDir", "isFile", "getPathname",
		"getRealPath", "getFilename", "getExtension", "value", "name", "cases", "from", "tryFrom", "open", "close", "read", "write", "item",
		"jsonSerialize", "serialize", "unserialize", "send", "throw", "getReturn", "get", "set", "has", "appendChild", "getAttribute":
		return true
	}
	return false
}
