class Strings
{
    const char Quote = '"', Brace = '{', Escaped = '\'', Wide = '\u0041';
    const string Path = @"C:\dir\""name""";
    const string Multi = @"first // not a comment
second { } class No";

    string Build(User user, int n)
    {
        var a = $"Hello {user.Name}, {n + 1:D4} and {(n > 1 ? "many" : "one"),-10}!";
        var b = $@"{user.Home}\{Path} {{no}} ""quoted""";
        var c = """
            raw "text" { class Raw }
            """;
        var d = $"""
            raw {user.Name.ToUpper()} {{n}}
            """;
        var e = $$"""
            {"json": {{user.Id}}, "x": { } }
            """;
        var f = "tab\t\"quote\" // no" + 'x' + "u8"u8.Length;
        return a + b + c + d + e + f + $"{Inner($"{n}")}";
    }
}
