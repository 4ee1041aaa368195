#nullable enable
namespace G
{
    public class Cache<TKey, TValue> : Dictionary<TKey, List<TValue?>>, ICache<TKey, TValue>
        where TKey : notnull, IKey
        where TValue : class?, new()
    {
        private readonly ConcurrentDictionary<TKey, Lazy<Task<TValue>>> _entries = new();

        public TResult? Convert<TResult, T2>(TKey key, Func<TValue, TResult?> convert, T2[] rest)
            where TResult : Base<TValue>, IResult
            where T2 : unmanaged, System.Enum
        {
            Dictionary<string, List<int>> map = new Dictionary<string, List<int>>();
            var list = Enumerable.Empty<KeyValuePair<TKey, TValue>>().ToList<object>();
            if (a < b && c > d) Use(a < b, c > (d));
            return convert(Get<TValue>(key)!) ?? default(TResult);
        }

        public (TKey Key, List<TValue>? Values)? Find(Predicate<TKey> predicate) => null;
        delegate*<int, Foo, void> pointer;
        int? number; string[]? names; Nested<int>.Inner<string>? inner;
        Type open = typeof(Dictionary<,>);
    }
}
