class Patterns
{
    string Describe(object shape, Node node)
    {
        if (shape is Circle circle && circle.Radius > Max) return circle.Name;
        if (shape is not Square square) return null;
        if (shape is Point { X: 0, Y: var y, Owner.Name: { Length: > 3 } name } point) return Format(y, name, point);
        if (node is (var left, Leaf right)) Use(left, right);
        if (node is { Left: not null } or null and not Leaf) Use(square);
        if (shape is Colors.Red or Colors.Blue) return "";
        if (shape is > 5 and < Limit) return "";
        switch (shape)
        {
            case Circle c when c.Radius == 0:
                return c.Name;
            case Square { Side: var side }:
                Use(side);
                break;
            case Kinds.Round:
            case null:
                goto case Kinds.Other;
            default:
                return "none";
        }
        while (node is Branch branch) node = branch.Next;
        var text = shape switch
        {
            Circle { Radius: 1 } => "unit",
            Square s => s.ToString(),
            (int a, int b) => Format(a, b),
            [1, 2, ..] => "list",
            string or char => "text",
            var other when other != null => other.ToString(),
            _ => throw new Unknown(shape),
        };
        var (first, (second, _)) = Split(text);
        foreach (var (key, value) in map) Use(key, value, first, second);
        return square.Name;
    }
}
