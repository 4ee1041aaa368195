class Init
{
    readonly Dictionary<string, Rule> rules = new Dictionary<string, Rule>(Comparer)
    {
        ["a"] = new Rule { Name = "a", Limits = { Low = 1, High = Max } },
        { "b", new Rule(Create()) },
    };
    int[] numbers = { 1, 2, Three };
    int[] more = new[] { One, Two };
    int[][] jagged = new int[Size][];
    Rule rule = new() { Name = Default.Name };
    List<int> list = [1, .. other, Last];
    object anonymous = new { Id = Next(), Rule.Name };
    Func<int, Rule> make = n => new Rule { Name = n.ToString() };
    static Init() { Span<int> x = stackalloc int[3]; }
    int range = items[1..^2].Length + items[^1];
    string cond = a ? b : c ?? d;
    dynamic any = (dynamic)thing;
    Action handler = delegate { Fire(); };
}
