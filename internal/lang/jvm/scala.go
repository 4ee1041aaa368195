package jvm

import (
	"maps"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// KnownScala gives the shape of a type of Scala's or Java's standard library.
func KnownScala(t lang.Type) lang.Type {
	if name := code.LastPart(t.Name); len(t.Args) > 0 && (strings.HasPrefix(name, "Tuple") || strings.HasPrefix(name, "Function")) && len(name) <= len("Function22") {
		if name[0] == 'T' {
			return lang.Type{Name: lang.TypeTuple, Args: t.Args}
		}
		return lang.Type{Name: lang.TypeFunc, Args: t.Args}
	}
	return known(t, scalaShapes)
}

var scalaShapes = func() map[string]shape {
	out := maps.Clone(shapes)
	for name := range set(`Seq IndexedSeq LinearSeq Vector Set Iterable IterableOnce TraversableOnce Traversable Iterator Option Some Array LazyList
		Future Try Success Promise Queue Stack ListBuffer ArrayBuffer Buffer ArraySeq SortedSet ListSet BitSet View NonEmptyList ::`) {
		out[name] = listOf
	}
	for name := range set("ListMap SortedMap TrieMap VectorMap MapView") {
		out[name] = mapOf
	}
	out["PartialFunction"] = function
	return out
}()

// LibraryScala is Library with Scala's own members.
func LibraryScala(name, member string) (lang.Type, bool) {
	switch name {
	case lang.TypeList:
		if t, ok := scalaList[member]; ok {
			return t, true
		}
	case lang.TypeMap:
		if t, ok := scalaMap[member]; ok {
			return t, true
		}
	case lang.TypeTuple:
		switch member {
		case "_1":
			return first, true
		case "_2":
			return second, true
		case "_3":
			return named("$2"), true
		}
		return lang.Type{}, true
	case lang.TypeFunc:
		if member == "apply" {
			return Returning(result), true
		}
	default:
		switch last := code.LastPart(name); {
		case scalaPlain[last]:
			return lang.Type{}, false
		case last == "Either" || last == "Right" || last == "Left":
			t, ok := scalaEither[member]
			return t, ok
		}
	}
	return Library(name, member)
}

var (
	pair      = lang.Type{Name: lang.TypeTuple, Args: []lang.Type{first, second}}
	sameMap   = lang.Type{Name: lang.TypeMap, Args: []lang.Type{first, second}}
	either    = lang.Type{Name: "Either", Args: []lang.Type{first, second}}
	given     = Function(lang.Type{}, first)
	givenPair = Function(lang.Type{}, pair)
	folding   = Function(lang.Type{}, lang.Type{}, Function(lang.Type{}, lang.Type{}, first))
)

var scalaList = table(
	first, "head last get value _1",
	Function(first), "min max next apply getOrElse dequeue pop sum",
	Function(first, given), "maxBy minBy reduce reduceLeft",
	List(first), "headOption lastOption tail init toList toSeq toVector toSet toIndexedSeq toArray toBuffer iterator reversed reverse distinct "+
		"view future toOption sorted indices",
	Function(same, given), "filter filterNot withFilter takeWhile dropWhile find sortBy distinctBy andThen tapEach",
	Function(same, Function(lang.Type{}, first, first)), "sortWith",
	Function(same), "take drop takeRight dropRight slice orElse prepended appended prependedAll appendedAll concat diff intersect updated lift "+
		"padTo ::: :: ++ :+ +: - + recover recoverWith",
	onItem, "foreach exists forall count groupBy foldMap toMap onComplete transform traverse indexWhere",
	Function(List(lang.Type{}), given), "map flatMap collect",
	Function(lang.Type{Name: lang.TypeList, Args: []lang.Type{{Name: lang.TypeTuple, Args: []lang.Type{first, named("Int")}}}}), "zipWithIndex",
	folding, "foldLeft aggregate",
	Function(lang.Type{}, lang.Type{}, Function(lang.Type{}, first, lang.Type{})), "foldRight",
	Function(lang.Type{}, lang.Type{}, given), "fold",
	Function(lang.Type{Name: lang.TypeTuple, Args: []lang.Type{same, same}}, given), "partition span",
)

var scalaMap = table(
	Function(second), "apply getOrElse getOrElseUpdate",
	Function(List(second)), "get remove put",
	Function(lang.Type{}, givenPair), "map flatMap foreach exists forall count collect groupBy foldMap",
	Function(sameMap, givenPair), "filter filterNot withFilter",
	List(first), "keys keySet keysIterator",
	List(second), "values valuesIterator",
	List(pair), "toList toSeq toVector iterator toSet view headOption",
	pair, "head last",
	sameMap, "toMap tail init updated removed",
	Function(lang.Type{}, lang.Type{}, Function(lang.Type{}, lang.Type{}, pair)), "foldLeft",
	Function(List(pair), givenPair), "find",
)

var scalaEither = table(
	Function(lang.Type{}, Function(lang.Type{}, second)), "map flatMap foreach exists forall",
	second, "[]",
	Function(second), "getOrElse",
	List(second), "toOption toSeq",
	Function(lang.Type{}, Function(lang.Type{}, first), Function(lang.Type{}, second)), "fold",
	lang.Type{Name: "Either", Args: []lang.Type{second, first}}, "swap",
	List(first), "left",
	either, "right",
)

var scalaPlain = set(`Any AnyRef AnyVal Unit Nothing Null Int Boolean Byte Char Short Long Float Double String CharSequence StringBuilder BigInt
	BigDecimal Regex Duration FiniteDuration Symbol Range Ordering Numeric`)

// InScala reports whether Scala knows a bare name without an import.
func InScala(name string) bool { return scalaNames[name] || InJavaLang(name) }

var scalaNames = set(`sys math Any AnyRef AnyVal Unit Nothing Null Int Boolean Byte Char Short Long Float Double String Array List Nil Seq IndexedSeq Vector
	Set Map Iterable Iterator Option Some None Either Left Right Function PartialFunction Function0 Function1 Function2 Function3 Tuple2 Tuple3
	Product Serializable Equiv Fractional Integral Numeric Ordered Ordering Range StringContext StringBuilder Stream LazyList BigInt BigDecimal
	Throwable Exception Error RuntimeException Symbol App Console DummyImplicit Manifest ClassManifest specialized deprecated inline noinline
	tailrec switch unchecked throws transient volatile native main implicitNotFound println print printf assert assume require classOf identity
	implicitly summon locally ??? valueOf CanEqual Tuple NonEmptyTuple EmptyTuple Matchable IArray Selectable uninitialized :: +: :+ -> <:< =:= *:`)

// CommonInScala is Common for the members of Scala's library.
func CommonInScala(member string) bool { return scalaCommon[member] || Common(member) }

var scalaCommon = set(`apply unapply unapplySeq update foreach foldLeft foldRight fold exists forall headOption lastOption head tail init mkString
	toString toList toSeq toVector toSet toMap toInt toLong toDouble toArray toOption toIndexedSeq zip zipWithIndex unzip groupBy partition span
	takeWhile dropWhile drop take slice getOrElse orElse isDefined nonEmpty isEmpty collect collectFirst flatten filterNot withFilter reduceLeft
	sortBy sortWith sorted distinct diff intersect union updated keys values keySet find recover recoverWith onComplete future success failure
	complete tupled curried andThen compose lift left right swap fst snd map2 pure flatTap void as some none const eq ne asInstanceOf isInstanceOf
	copy grouped sliding iterator >>> <<< productArity canEqual value name id result stripMargin format trim split length size add remove run show empty combine :: ::: ++ +: :+ += -=
	++= --= -> | & || && ! == != < > <= >= + - * / % ^ ~ << >> getClass synchronized notify wait hashCode equals max min abs until to by repeat`)
