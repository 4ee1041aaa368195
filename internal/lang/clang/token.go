package clang

// kind is what a token is; punctuation is its own byte.
type kind = byte

// Kinds of tokens beside punctuation.
const (
	kindEnd      kind = 0
	kindName     kind = 'n' // identifiers and keywords
	kindNumber   kind = '1'
	kindString   kind = '"'
	kindChar     kind = '\''
	kindScope    kind = 'S' // ::
	kindArrow    kind = 'A' // ->
	kindEllipsis kind = 'E' // ...
	kindIf       kind = 'I' // #if, #ifdef, #ifndef
	kindDead     kind = 'D' // #if 0
	kindElse     kind = 'L' // #else, #elif
	kindEndif    kind = 'F'
)

// token is one word, literal or sign of the text.
type token struct {
	start, end uint32 // bytes
	column     uint32 // bytes before it on its line
	kind       kind
	word       word
	first      bool // the first of its line
}

// word is a keyword that matters to the scan.
type word uint8

// Keywords, by what the scan does with them.
const (
	wordNone word = iota
	wordClass
	wordStruct
	wordUnion
	wordEnum
	wordNamespace
	wordTemplate
	wordTypedef
	wordUsing
	wordExtern
	wordStatic
	wordInline
	wordConst     // const, volatile and other qualifiers
	wordConstexpr // constexpr, constinit
	wordVirtual
	wordStorage // explicit, mutable, register and others that change nothing here
	wordFriend
	wordOperator
	wordAccess    // public, private, protected
	wordBuiltin   // int, auto and the other types of the language
	wordGroup     // keywords that take something in parentheses: alignas, __attribute__
	wordTypeof    // decltype and typeof, which stand for a type
	wordFinal     // final
	wordOverride  // override
	wordStatement // if, return and other words that no declaration begins with
	wordAssert    // static_assert
	wordConcept
	wordExport
	wordTry
	wordRequires
)

// keyword tells what a name means in C, and in C++ where cpp is set.
func keyword(s []byte, cpp bool) word {
	if len(s) < 2 || len(s) > 16 {
		return wordNone
	}
	switch string(s) {
	case "struct":
		return wordStruct
	case "union":
		return wordUnion
	case "enum":
		return wordEnum
	case "typedef":
		return wordTypedef
	case "extern":
		return wordExtern
	case "static":
		return wordStatic
	case "inline", "__inline", "__inline__", "__forceinline", "__always_inline":
		return wordInline
	case "const", "volatile", "restrict", "__restrict", "__restrict__", "__const", "__volatile__", "_Atomic":
		return wordConst
	case "register", "_Thread_local", "__thread", "__extension__", "_Noreturn",
		"__cdecl", "__stdcall", "__fastcall", "__thiscall", "__vectorcall":
		return wordStorage
	case "int", "char", "void", "long", "short", "signed", "unsigned", "float", "double", "auto", "_Bool", "bool", "_Complex":
		return wordBuiltin
	case "__attribute__", "__attribute", "__declspec", "_Alignas", "__asm__", "asm", "__asm", "_Pragma", "__pragma":
		return wordGroup
	case "typeof", "__typeof__", "__typeof", "typeof_unqual":
		return wordTypeof
	case "if", "else", "for", "while", "do", "switch", "case", "default", "return", "goto", "break", "continue", "sizeof":
		return wordStatement
	case "_Static_assert", "static_assert":
		return wordAssert
	case "constexpr":
		return wordConstexpr
	}
	if !cpp {
		return wordNone
	}
	switch string(s) {
	case "class":
		return wordClass
	case "namespace":
		return wordNamespace
	case "template":
		return wordTemplate
	case "using":
		return wordUsing
	case "constinit", "consteval":
		return wordConstexpr
	case "virtual":
		return wordVirtual
	case "explicit", "mutable", "thread_local", "typename":
		return wordStorage
	case "friend":
		return wordFriend
	case "operator":
		return wordOperator
	case "public", "private", "protected":
		return wordAccess
	case "wchar_t", "char8_t", "char16_t", "char32_t":
		return wordBuiltin
	case "alignas", "noexcept", "throw":
		return wordGroup
	case "decltype":
		return wordTypeof
	case "final":
		return wordFinal
	case "override":
		return wordOverride
	case "catch", "new", "delete", "this", "co_return", "co_await", "co_yield", "and", "or", "not",
		"static_cast", "dynamic_cast", "reinterpret_cast", "const_cast", "typeid":
		return wordStatement
	case "concept":
		return wordConcept
	case "export":
		return wordExport
	case "try":
		return wordTry
	case "requires":
		return wordRequires
	}
	return wordNone
}

func letter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80 || c == '$'
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// capitals reports whether a name is written as macros are: in capitals.
func capitals(s []byte) bool {
	some := false
	for _, c := range s {
		switch {
		case 'a' <= c && c <= 'z':
			return false
		case 'A' <= c && c <= 'Z':
			some = true
		}
	}
	return some && len(s) > 1
}
