package python

import (
	"path"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// linking says how Python's names are looked up.
func linking() *lang.Linking {
	return &lang.Linking{
		Resolves:    "modules and their submodules, __init__ re-exports, star imports, self and cls, inheritance in the linear order, super(), annotations and quoted types, type variables told by arguments, properties and decorators, with, for and comprehension variables, isinstance",
		Beyond:      "fixtures that a framework passes by name, types told by docstrings only, narrowing of self.x, attributes set from outside of the class",
		Type:        typeOf,
		Known:       known,
		Library:     library,
		Common:      common,
		Predeclared: func(name string) bool { return predeclared[name] },
		CallMakes:   true,
		ModuleNames: moduleNames,
		Submodule:   submodule,
		ItemMembers: []string{"__getitem__", "__class_getitem__"},
		IterMembers: []string{"__iter__", "__aiter__", "__next__", "__anext__", "__getitem__"},
		CallMember:  "__call__",
		GetMember:   "__get__",
		Receivers:   []string{"self", "cls", "mcs"},

		Linear:        true,
		TypeVariables: true,
		InheritParams: true,
	}
}

// moduleNames is the name by which a file knows the module of "import a.b" or
// "import a.b as c".
func moduleNames(im *code.Import, _ string) []string {
	if len(im.Names) == 1 && im.Names[0].Name == "*" && im.Names[0].Alias != "" {
		return []string{im.Names[0].Alias}
	}
	return nil
}

// submodule finds a module inside a package by the package's own file.
func submodule(p lang.Project, file, name string) []string {
	switch path.Base(file) {
	case "__init__.py", "__init__.pyi":
		if found, ok := moduleFile(p, lang.Dir(file), []string{name}); ok {
			return []string{found}
		}
	}
	return nil
}

// common reports whether values of Python's own types, or of its library's,
// have a member of that name.
func common(member string) bool { return commonMembers[member] }

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

var commonMembers = set(
	"append", "extend", "insert", "remove", "pop", "clear", "index", "count", "sort", "reverse", "copy", "get", "items", "keys", "values",
	"update", "setdefault", "fromkeys", "popitem", "add", "discard", "union", "intersection", "difference", "issubset", "issuperset",
	"join", "split", "rsplit", "splitlines", "strip", "lstrip", "rstrip", "startswith", "endswith", "replace", "format", "encode", "decode",
	"lower", "upper", "title", "capitalize", "casefold", "find", "rfind", "partition", "rpartition", "isdigit", "isalpha", "zfill", "ljust", "rjust",
	"center", "translate", "expandtabs", "swapcase", "hex", "read", "readline", "readlines", "write", "writelines", "close", "closed", "flush",
	"seek", "tell", "truncate", "fileno", "name", "mode", "open", "exists", "mkdir", "unlink", "rename", "stat", "resolve", "parent", "parts",
	"suffix", "stem", "glob", "iterdir", "group", "groups", "groupdict", "match", "search", "fullmatch", "sub", "findall", "finditer", "start",
	"end", "span", "pattern", "send", "throw", "put", "run", "wait", "cancel", "done", "result", "set_result", "exception", "acquire", "release",
	"submit", "shutdown", "connect", "bind", "listen", "accept", "recv", "debug", "info", "warning", "error", "critical", "log", "args", "strftime",
	"isoformat", "timestamp", "date", "time", "year", "month", "day", "total_seconds", "path", "port", "host", "value", "key", "type", "next",
	"stop", "execute", "commit", "rollback", "fetchall", "fetchone", "cursor", "dump", "dumps", "load", "loads", "parse", "text", "content",
	"data", "status", "code", "message", "headers", "body", "url", "json", "id", "size", "shape", "kind", "level", "line", "__init__", "__name__",
	"__class__", "__dict__", "__doc__", "__module__", "__enter__", "__exit__", "__iter__", "__len__", "__call__", "__eq__", "__hash__", "__repr__",
	"__str__", "__getitem__", "__setitem__", "__contains__", "__new__", "__next__")

// predeclared are Python's own names.
var predeclared = set(
	"abs", "aiter", "all", "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes", "callable", "chr", "classmethod",
	"compile", "complex", "copyright", "credits", "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec", "exit", "filter", "float",
	"format", "frozenset", "getattr", "globals", "hasattr", "hash", "help", "hex", "id", "input", "int", "isinstance", "issubclass", "iter",
	"len", "license", "list", "locals", "map", "max", "memoryview", "min", "next", "object", "oct", "open", "ord", "pow", "print", "property",
	"quit", "range", "repr", "reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum", "super", "tuple", "type",
	"vars", "zip", "__import__", "__name__", "__file__", "__doc__", "__package__", "__spec__", "__loader__", "__path__", "__builtins__",
	"__debug__", "__dict__", "__annotations__", "None", "True", "False", "Ellipsis", "NotImplemented", "self", "cls",
	"basestring", "unicode", "unichr", "xrange", "raw_input", "reduce", "long", "file", "cmp", "execfile", "reload", "intern", "apply", "buffer", "coerce",
	"reveal_type", "reveal_locals", "WindowsError", "StandardError",
	"ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BaseExceptionGroup", "BlockingIOError", "BrokenPipeError",
	"BufferError", "BytesWarning", "ChildProcessError", "ConnectionAbortedError", "ConnectionError", "ConnectionRefusedError",
	"ConnectionResetError", "DeprecationWarning", "EOFError", "EncodingWarning", "EnvironmentError", "Exception", "ExceptionGroup",
	"FileExistsError", "FileNotFoundError", "FloatingPointError", "FutureWarning", "GeneratorExit", "IOError", "ImportError", "ImportWarning",
	"IndentationError", "IndexError", "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt", "LookupError", "MemoryError",
	"ModuleNotFoundError", "NameError", "NotADirectoryError", "NotImplementedError", "OSError", "OverflowError", "PendingDeprecationWarning",
	"PermissionError", "ProcessLookupError", "PythonFinalizationError", "RecursionError", "ReferenceError", "ResourceWarning", "RuntimeError",
	"RuntimeWarning", "StopAsyncIteration", "StopIteration", "SyntaxError", "SyntaxWarning", "SystemError", "SystemExit", "TabError",
	"TimeoutError", "TypeError", "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError", "UnicodeTranslateError",
	"UnicodeWarning", "UserWarning", "ValueError", "Warning", "ZeroDivisionError")
