package jvm

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Family says that Java, Kotlin and Scala share their names.
const Family = "jvm"

// shape is what a type of the standard libraries is to those who use it.
type shape uint8

const (
	noShape  shape = iota
	listOf         // holds, gives or iterates values of its first argument
	mapOf          // gives values of its second argument for those of its first
	function       // a function with its arguments as parameters and result
	tuple
	supplier  // a function that gives its argument
	consumer  // a function of its arguments that gives nothing of interest
	operator  // from T to T
	operator2 // from T and T to T
	comparing // of T and T
)

// shapes are the standard libraries' types that pass on values of the types
// they are made with.
var shapes = map[string]shape{
	"Iterable": listOf, "Collection": listOf, "List": listOf, "ArrayList": listOf, "LinkedList": listOf, "Vector": listOf, "Stack": listOf,
	"Set": listOf, "HashSet": listOf, "LinkedHashSet": listOf, "TreeSet": listOf, "SortedSet": listOf, "NavigableSet": listOf, "EnumSet": listOf,
	"Queue": listOf, "Deque": listOf, "ArrayDeque": listOf, "PriorityQueue": listOf, "BlockingQueue": listOf, "BlockingDeque": listOf,
	"LinkedBlockingQueue": listOf, "LinkedBlockingDeque": listOf, "ArrayBlockingQueue": listOf, "PriorityBlockingQueue": listOf,
	"ConcurrentLinkedQueue": listOf, "ConcurrentLinkedDeque": listOf, "CopyOnWriteArrayList": listOf, "CopyOnWriteArraySet": listOf,
	"ConcurrentSkipListSet": listOf, "AbstractList": listOf, "AbstractSet": listOf, "AbstractCollection": listOf,
	"SequencedCollection": listOf, "Iterator": listOf, "ListIterator": listOf, "Enumeration": listOf, "Spliterator": listOf,
	"Stream": listOf, "Optional": listOf, "AtomicReference": listOf, "AtomicReferenceArray": listOf, "ThreadLocal": listOf, "Reference": listOf,
	"WeakReference": listOf, "SoftReference": listOf, "Future": listOf, "CompletableFuture": listOf, "CompletionStage": listOf,
	"ImmutableList": listOf, "ImmutableSet": listOf, "ServiceLoader": listOf,

	"Map": mapOf, "HashMap": mapOf, "LinkedHashMap": mapOf, "TreeMap": mapOf, "SortedMap": mapOf, "NavigableMap": mapOf, "EnumMap": mapOf,
	"ConcurrentMap": mapOf, "ConcurrentHashMap": mapOf, "ConcurrentSkipListMap": mapOf, "WeakHashMap": mapOf, "IdentityHashMap": mapOf,
	"Hashtable": mapOf, "AbstractMap": mapOf, "ImmutableMap": mapOf,

	"Function": function, "BiFunction": function, "Supplier": supplier, "Callable": supplier, "PrivilegedAction": supplier,
	"PrivilegedExceptionAction": supplier, "Consumer": consumer, "BiConsumer": consumer, "Predicate": consumer, "BiPredicate": consumer,
	"ToIntFunction": consumer, "ToLongFunction": consumer, "ToDoubleFunction": consumer, "ToIntBiFunction": consumer, "ObjIntConsumer": consumer,
	"UnaryOperator": operator, "BinaryOperator": operator2, "Comparator": comparing,
}

// Known gives the shape of a type of the standard libraries.
func Known(t lang.Type) lang.Type { return known(t, shapes) }

func known(t lang.Type, shapes map[string]shape) lang.Type {
	args := t.Args
	switch shapes[code.LastPart(t.Name)] {
	case listOf:
		return lang.Type{Name: lang.TypeList, Args: args}
	case mapOf:
		return lang.Type{Name: lang.TypeMap, Args: args}
	case tuple:
		return lang.Type{Name: lang.TypeTuple, Args: args}
	case function, supplier:
		if len(args) == 0 {
			args = make([]lang.Type, 1)
		}
		return lang.Type{Name: lang.TypeFunc, Args: args}
	case consumer:
		return Function(lang.Type{}, args...)
	case operator:
		if len(args) == 1 {
			return Function(args[0], args[0])
		}
		return Function(lang.Type{})
	case operator2:
		if len(args) == 1 {
			return Function(args[0], args[0], args[0])
		}
		return Function(lang.Type{})
	case comparing:
		if len(args) == 1 {
			return Function(lang.Type{Name: "int"}, args[0], args[0])
		}
		return Function(lang.Type{})
	}
	return t
}

// Function is the type of a function.
func Function(result lang.Type, params ...lang.Type) lang.Type {
	return lang.Type{Name: lang.TypeFunc, Args: append(append([]lang.Type(nil), params...), result)}
}

// Returning is the type of a method of which only the result is known.
func Returning(result lang.Type) lang.Type { return Function(result) }

// List is a list of the type.
func List(t lang.Type) lang.Type { return lang.Type{Name: lang.TypeList, Args: []lang.Type{t}} }

func named(name string) lang.Type { return lang.Type{Name: name} }

// The arguments of a library type, and the result of a function.
var (
	first  = named("$0")
	second = named("$1")
	result = named("$r")
)

// Library gives the types of members of the standard library's own types.
func Library(name, member string) (lang.Type, bool) {
	var t lang.Type
	switch name {
	case lang.TypeList:
		t = listMembers[member]
	case lang.TypeMap:
		t = mapMembers[member]
	case lang.TypeFunc:
		switch member {
		case "get", "apply", "call", "accept", "test", "run", "compare", "invoke":
			return Returning(result), true
		}
	default:
		name = code.LastPart(name)
		if plainTypes[name] {
			return lang.Type{}, false // outside, and all that comes of it
		}
		switch name {
		case "Entry", "SimpleEntry", "SimpleImmutableEntry":
			t = entryMembers[member]
		case "Class", "Constructor", "KClass":
			t, ok := classMembers[member]
			return t, ok
		}
	}
	// Of what is not known the result may be anything that was passed to it.
	return t, true
}

var (
	same    = List(first)
	entry   = lang.Type{Name: "Map.Entry", Args: []lang.Type{first, second}}
	onItem  = Function(lang.Type{}, Function(lang.Type{}, first))
	onItems = Function(lang.Type{}, Function(lang.Type{}, first, first))
	sifting = Function(same, Function(lang.Type{}, first))
	sorting = Function(same, Function(lang.Type{}, first, first))
	onEntry = Function(lang.Type{}, Function(lang.Type{}, first, second))
)

var listMembers = table(
	Returning(first), "get next previous orElse orElseThrow orElseGet remove poll pop peek element first last getFirst getLast removeFirst "+
		"removeLast pollFirst pollLast peekFirst peekLast take takeFirst takeLast floor ceiling higher lower join getNow nextElement elementAt "+
		"firstElement lastElement getAndSet getPlain getAcquire set",
	Returning(same), "stream parallelStream iterator listIterator subList descendingIterator descendingSet headSet tailSet subSet distinct limit "+
		"skip sequential parallel unordered onClose toList reversed findFirst findAny elements clone toArray boxed",
	onItem, "forEach anyMatch allMatch noneMatch ifPresent removeIf forEachRemaining forEachOrdered ifPresentOrElse map flatMap mapToInt "+
		"mapToLong mapToDouble mapMulti thenApply thenAccept thenCompose thenApplyAsync thenAcceptAsync thenComposeAsync replaceAll "+
		"getAndUpdate updateAndGet",
	sifting, "filter takeWhile dropWhile or whenComplete",
	sorting, "sorted min max",
	onItems, "sort reduce",
)

var mapMembers = table(
	Returning(second), "get getOrDefault put remove putIfAbsent replace merge compute",
	Function(second, lang.Type{}, Function(lang.Type{}, first)), "computeIfAbsent",
	Function(second, lang.Type{}, Function(lang.Type{}, first, second)), "computeIfPresent",
	Returning(same), "keySet navigableKeySet descendingKeySet keys",
	Returning(List(second)), "values elements",
	Returning(List(entry)), "entrySet",
	Returning(entry), "firstEntry lastEntry floorEntry ceilingEntry higherEntry lowerEntry pollFirstEntry pollLastEntry",
	Returning(first), "firstKey lastKey floorKey ceilingKey higherKey lowerKey",
	onEntry, "forEach replaceAll",
	Returning(lang.Type{Name: lang.TypeMap, Args: []lang.Type{first, second}}), "headMap tailMap subMap descendingMap clone",
)

var entryMembers = table(
	Returning(first), "getKey",
	Returning(second), "getValue setValue",
)

var classMembers = table(
	Returning(first), "cast newInstance",
	Returning(same), "getEnumConstants",
	Returning(lang.Type{Name: "Constructor", Args: []lang.Type{first}}), "getConstructor getDeclaredConstructor",
)

// table makes a table of members from types, each followed by the names of the
// members that have it.
func table(pairs ...any) map[string]lang.Type {
	out := make(map[string]lang.Type)
	for i := 0; i+1 < len(pairs); i += 2 {
		for _, name := range strings.Fields(pairs[i+1].(string)) {
			out[name] = pairs[i].(lang.Type)
		}
	}
	return out
}
