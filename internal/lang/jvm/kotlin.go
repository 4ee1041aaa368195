package jvm

import (
	"maps"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// KnownKotlin gives the shape of a type of Kotlin's or Java's standard library.
func KnownKotlin(t lang.Type) lang.Type { return known(t, kotlinShapes) }

var kotlinShapes = func() map[string]shape {
	out := maps.Clone(shapes)
	maps.Copy(out, map[string]shape{
		"MutableList": listOf, "MutableSet": listOf, "MutableCollection": listOf, "MutableIterable": listOf, "MutableIterator": listOf,
		"Sequence": listOf, "Array": listOf, "ArrayDeque": listOf, "Flow": listOf, "StateFlow": listOf, "SharedFlow": listOf,
		"MutableStateFlow": listOf, "MutableSharedFlow": listOf, "Channel": listOf, "ReceiveChannel": listOf, "SendChannel": listOf,
		"Deferred": listOf, "CompletableDeferred": listOf, "Lazy": listOf, "Result": listOf, "AtomicRef": listOf,
		"MutableMap": mapOf, "Pair": tuple, "Triple": tuple,
	})
	return out
}()

// LibraryKotlin is Library with Kotlin's own members.
func LibraryKotlin(name, member string) (lang.Type, bool) {
	switch name {
	case lang.TypeList:
		if t, ok := kotlinList[member]; ok {
			return t, true
		}
	case lang.TypeMap:
		if t, ok := kotlinMap[member]; ok {
			return t, true
		}
	case lang.TypeTuple:
		switch member {
		case "first":
			return first, true
		case "second":
			return second, true
		case "third":
			return named("$2"), true
		}
		return lang.Type{}, true
	default:
		if kotlinPlain[code.LastPart(name)] {
			return lang.Type{}, false
		}
		switch code.LastPart(name) {
		case "Entry", "MutableEntry":
			switch member {
			case "key":
				return first, true
			case "value":
				return second, true
			}
		}
	}
	return Library(name, member)
}

var onIndexed = Function(lang.Type{}, Function(lang.Type{}, named("Int"), first))

var kotlinList = table(
	Function(first, Function(lang.Type{}, first)), "first last find findLast firstOrNull lastOrNull single singleOrNull maxByOrNull minByOrNull "+
		"maxBy minBy random",
	first, "value",
	Returning(first), "await receive getOrNull getOrElse getOrThrow removeAt component1 component2",
	Function(same, Function(lang.Type{}, first)), "filter filterNot sortedBy sortedByDescending distinctBy dropWhile dropLastWhile takeWhile "+
		"takeLastWhile onEach also apply",
	Returning(same), "asSequence toList toMutableList toSet toMutableSet asIterable asReversed reversed drop take dropLast takeLast sorted "+
		"filterNotNull plus minus union intersect subtract shuffled asFlow consumeAsFlow toTypedArray",
	onItem, "forEach map mapNotNull flatMap any all none count sumOf sumBy associateBy associateWith associate groupBy partition joinToString "+
		"collect collectLatest onSuccess let indexOfFirst indexOfLast removeAll retainAll sortBy",
	onIndexed, "forEachIndexed mapIndexed filterIndexed",
)

var kotlinMap = table(
	Returning(second), "getValue getOrPut getOrElse",
	Function(lang.Type{}, Function(lang.Type{}, entry)), "map flatMap any all none count filter mapValues mapKeys mapNotNull",
	Function(lang.Type{}, Function(lang.Type{}, entry)), "forEach",
	same, "keys",
	List(second), "values",
	List(entry), "entries",
)

var kotlinPlain = set(`Any Unit Nothing Int UInt ULong UByte Boolean Byte Char Short Long Float Double String CharSequence StringBuilder Regex
	ByteArray IntArray LongArray CharArray BooleanArray IntRange LongRange CharRange MatchResult Duration`)

// InKotlin reports whether Kotlin knows a bare name without an import.
func InKotlin(name string) bool { return kotlinNames[name] || InJavaLang(name) }

var kotlinNames = set(`Any Unit Nothing Int UInt ULong UByte UShort Boolean Byte Char Short Long Float Double String CharSequence Array ByteArray
	IntArray LongArray CharArray BooleanArray ShortArray FloatArray DoubleArray List MutableList Set MutableSet Map MutableMap Collection
	MutableCollection Iterable MutableIterable Iterator MutableIterator Sequence Pair Triple Lazy Result Comparable Comparator Throwable
	Exception Error Number Enum Annotation Function Regex StringBuilder ArrayList HashMap HashSet LinkedHashMap LinkedHashSet ArrayDeque
	AutoCloseable JvmStatic JvmField JvmName JvmOverloads JvmInline Throws Deprecated Suppress Synchronized Volatile Transient
	println print listOf mutableListOf setOf mutableSetOf mapOf mutableMapOf arrayOf arrayListOf hashMapOf hashSetOf emptyList emptyMap emptySet
	lazy require requireNotNull check checkNotNull error TODO run let apply also with repeat buildString buildList buildMap sequence sequenceOf
	synchronized runCatching maxOf minOf linkedMapOf linkedSetOf listOfNotNull byteArrayOf intArrayOf arrayOfNulls emptyArray use takeIf`)
