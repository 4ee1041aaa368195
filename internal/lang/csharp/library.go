package csharp

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// shape is what a type of the base library is to those who use it.
type shape uint8

const (
	listOf    shape = iota + 1 // holds, gives or iterates values of its last argument
	mapOf                      // gives values of its second argument for those of its first
	lookupOf                   // gives lists of those
	function                   // its arguments are the parameters and the result
	action                     // its arguments are the parameters
	handler                    // an event's: the sender and the argument
	comparing                  // of two values
	tuple
	promise
	quoted // an expression that says what its argument does
)

var shapes = func() map[string]shape {
	out := make(map[string]shape)
	for s, names := range map[shape]string{
		listOf: `IEnumerable IEnumerator IList List ICollection IReadOnlyList IReadOnlyCollection HashSet ISet IReadOnlySet SortedSet Queue Stack
			LinkedList ConcurrentBag ConcurrentQueue ConcurrentStack BlockingCollection ImmutableArray ImmutableList ImmutableHashSet
			ImmutableQueue ImmutableStack IImmutableList IImmutableSet ObservableCollection Collection ReadOnlyCollection KeyedCollection
			IQueryable IOrderedEnumerable IOrderedQueryable ParallelQuery IAsyncEnumerable IAsyncEnumerator Span ReadOnlySpan Memory
			ReadOnlyMemory ArraySegment Lazy Nullable WeakReference ThreadLocal AsyncLocal DbSet IOptions IOptionsMonitor IOptionsSnapshot
			IGrouping FrozenSet IReadOnlyObservableCollection BindingList ReadOnlySet PriorityQueue EqualityComparer`,
		mapOf: `Dictionary IDictionary IReadOnlyDictionary ConcurrentDictionary SortedDictionary SortedList ImmutableDictionary
			IImmutableDictionary ImmutableSortedDictionary ReadOnlyDictionary FrozenDictionary ConditionalWeakTable OrderedDictionary`,
		lookupOf:  "ILookup Lookup",
		function:  "Func Converter",
		action:    "Action Predicate",
		handler:   "EventHandler",
		comparing: "Comparison",
		tuple:     "KeyValuePair Tuple ValueTuple",
		promise:   "Task ValueTask ConfiguredTaskAwaitable TaskAwaiter",
		quoted:    "Expression",
	} {
		for _, name := range strings.Fields(names) {
			out[name] = s
		}
	}
	return out
}()

// shapeOf gives the shape of a type of the base library.
func shapeOf(t lang.Type) lang.Type {
	args := t.Args
	switch shapes[code.LastPart(t.Name)] {
	case listOf:
		if len(args) > 1 && code.LastPart(t.Name) != "PriorityQueue" {
			args = args[len(args)-1:]
		}
		return lang.Type{Name: lang.TypeList, Args: args}
	case mapOf:
		return lang.Type{Name: lang.TypeMap, Args: args}
	case lookupOf:
		if len(args) == 2 {
			return lang.Type{Name: lang.TypeMap, Args: []lang.Type{args[0], list(args[1])}}
		}
	case function:
		if len(args) > 0 {
			return lang.Type{Name: lang.TypeFunc, Args: args}
		}
	case action:
		return calling(lang.Type{}, args...)
	case handler:
		return calling(lang.Type{}, append([]lang.Type{object}, args...)...)
	case comparing:
		if len(args) == 1 {
			return calling(lang.Type{}, args[0], args[0])
		}
	case tuple:
		return lang.Type{Name: lang.TypeTuple, Args: args}
	case promise:
		if len(args) == 1 {
			return awaited(args[0])
		}
	case quoted:
		if len(args) == 1 {
			return shapeOf(args[0])
		}
	}
	return t
}

// calling is the type of a function.
func calling(result lang.Type, params ...lang.Type) lang.Type {
	return lang.Type{Name: lang.TypeFunc, Args: append(append([]lang.Type(nil), params...), result)}
}

func awaited(t lang.Type) lang.Type { return lang.Type{Name: lang.TypeAwait, Args: []lang.Type{t}} }

var (
	nothing = lang.Type{}
	object  = lang.Type{Name: "object"}
	first   = lang.Type{Name: "$0"}
	second  = lang.Type{Name: "$1"}
	result  = lang.Type{Name: "$r"}
	self    = lang.Type{Name: code.ChainSelf}
	same    = list(first)
	pair    = lang.Type{Name: lang.TypeTuple, Args: []lang.Type{first, second}}
	onItem  = calling(nothing, first)
)

// library gives the types of members of the base library's own types.
func library(name, member string) (lang.Type, bool) {
	switch name {
	case lang.TypeList:
		return listMembers[member], true
	case lang.TypeMap:
		if t, ok := mapMembers[member]; ok {
			return t, true
		}
		return paired(listMembers[member]), true
	case lang.TypeTuple:
		return tupleMembers[member], true
	case lang.TypeAwait:
		return taskMembers[member], true
	case lang.TypeFunc:
		switch member {
		case "Invoke":
			return calling(result), true
		case "#assign":
			return calling(nothing, self), true
		}
		return object, true
	}
	if plainTypes[code.LastPart(name)] {
		return calling(object), true // outside, and all that comes of it
	}
	return nothing, true
}

// paired is the type of a list's member for one that holds pairs.
func paired(t lang.Type) lang.Type {
	if t.Name == first.Name {
		return pair
	}
	if len(t.Args) > 0 {
		args := make([]lang.Type, len(t.Args))
		for i := range t.Args {
			args[i] = paired(t.Args[i])
		}
		t.Args = args
	}
	return t
}

var listMembers = table(
	first, "Current Value Result CurrentValue Target Key",
	calling(first, onItem), "First FirstOrDefault Last LastOrDefault Single SingleOrDefault ElementAt ElementAtOrDefault Find FindLast Min Max "+
		"MinBy MaxBy Aggregate Dequeue Pop Peek Get GetValueOrDefault",
	calling(awaited(first), onItem), "FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync LastAsync LastOrDefaultAsync FindAsync",
	calling(same, onItem), "Where OrderBy OrderByDescending ThenBy ThenByDescending TakeWhile SkipWhile DistinctBy FindAll Include ThenInclude "+
		"ToList ToArray ToHashSet ToImmutableArray ToImmutableList ToImmutableHashSet ToFrozenSet AsEnumerable AsQueryable AsReadOnly Reverse Skip Take "+
		"TakeLast SkipLast Distinct Concat Union Intersect Except Append Prepend DefaultIfEmpty GetRange GetEnumerator GetAsyncEnumerator AsSpan "+
		"Slice AsNoTracking AsTracking AsParallel WithCancellation ConfigureAwait AsMemory Shuffle Order OrderDescending Cast ToImmutableSortedSet",
	calling(awaited(same), onItem), "ToListAsync ToArrayAsync ToHashSetAsync",
	onEach(), "ForEach Any All Count Sum Average Select SelectMany Exists RemoveAll ConvertAll TrueForAll FindIndex FindLastIndex RemoveWhere "+
		"AnyAsync AllAsync CountAsync LongCount SumAsync ForEachAsync CountBy",
	calling(list(same), onItem), "GroupBy Chunk",
	calling(lang.Type{Name: lang.TypeMap, Args: []lang.Type{nothing, first}}, onItem, onItem), "ToDictionary ToImmutableDictionary ToFrozenDictionary",
	calling(lang.Type{Name: lang.TypeMap, Args: []lang.Type{nothing, same}}, onItem, onItem), "ToLookup",
	calling(nothing, calling(nothing, first, first)), "Sort",
	calling(object, calling(nothing, first)), "TryDequeue TryPop TryPeek TryTake TryGetTarget",
	calling(object, nothing, calling(nothing, first)), "TryGetValue",
)

func onEach() lang.Type { return calling(nothing, onItem) }

var mapMembers = table(
	list(first), "Keys",
	list(second), "Values",
	calling(second, nothing, calling(second, first)), "GetOrAdd GetValueOrDefault GetValue",
	calling(second, nothing, calling(second, first), calling(second, first, second)), "AddOrUpdate",
	calling(object, first, calling(nothing, second)), "TryGetValue TryRemove Remove",
)

var tupleMembers = table(
	first, "Key Item1",
	second, "Value Item2",
	lang.Type{Name: "$2"}, "Item3",
	lang.Type{Name: "$3"}, "Item4",
)

var taskMembers = table(
	first, "Result",
	calling(first), "GetResult",
	calling(awaited(first)), "ConfigureAwait GetAwaiter AsTask WaitAsync Preserve",
	calling(nothing, calling(nothing, awaited(first))), "ContinueWith",
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

func set(words string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

var predefinedTypes = set(`bool byte sbyte char decimal double float int uint nint nuint long ulong short ushort object string void dynamic`)

// plainTypes are library types of whose members none gives what was passed to it.
var plainTypes = set(`bool byte sbyte char decimal double float int uint nint nuint long ulong short ushort object string String Boolean Byte Char
	Int16 Int32 Int64 UInt16 UInt32 UInt64 Double Single Decimal Object StringBuilder StringComparer StringComparison DateTime DateTimeOffset
	DateOnly TimeOnly TimeSpan Guid Uri UriBuilder Version Type Exception ArgumentException InvalidOperationException Math Console Convert
	Environment GC Path File Directory FileInfo DirectoryInfo Stream FileStream MemoryStream StreamReader StreamWriter TextReader TextWriter
	StringReader StringWriter BinaryReader BinaryWriter Encoding Regex Match Group CultureInfo Thread CancellationToken
	CancellationTokenSource SemaphoreSlim Stopwatch Process Assembly MethodInfo PropertyInfo FieldInfo ParameterInfo MemberInfo Random
	HttpClient HttpRequestMessage HttpResponseMessage HttpContext HttpRequest HttpResponse XmlReader XmlWriter XDocument XElement
	XmlDocument JsonDocument JsonElement Utf8JsonWriter Utf8JsonReader BigInteger BitConverter Debug Trace Interlocked Monitor Volatile
	ILogger ILoggerFactory IConfiguration`)

// common are names of members that library types often have.
var common = set(`ToString Equals GetHashCode GetType CompareTo Clone Dispose DisposeAsync Close Open Flush Read Write ReadAsync WriteAsync
	Add AddRange Remove RemoveAt Insert Clear Contains ContainsKey ContainsValue TryGetValue TryAdd Count Length Any All First FirstOrDefault
	Last LastOrDefault Single SingleOrDefault Select SelectMany Where OrderBy GroupBy Join ToList ToArray ToDictionary Sum Min Max Average
	Take Skip Distinct Union Concat Aggregate IndexOf LastIndexOf CopyTo GetEnumerator MoveNext Current Reset Keys Values Key Value Item
	HasValue GetValueOrDefault Result Wait ContinueWith ConfigureAwait GetAwaiter GetResult Invoke BeginInvoke Start Stop Run Cancel Join
	Name FullName Id Type Message InnerException StackTrace Source Data Text Parse TryParse Format Replace Split Trim Substring StartsWith
	EndsWith PadLeft PadRight ToUpper ToLower Append AppendLine Capacity Position Seek Exists Delete Create Move Copy Combine Next
	Push Pop Peek Enqueue Dequeue Sort Reverse Find FindAll Exists ForEach GetValue SetValue Set Get Load Save Send Execute Encoding
	Token IsCancellationRequested Task Write WriteLine ReadLine Path Content Headers Body Status StatusCode Method Host Port Url Uri
	Date Year Month Day Hour Minute Second Ticks Now Build Use Map Configure Register Resolve`)
