namespace Modern;

public class Marker;

public interface IEmpty;

public class Point3(int x)
{
    public int X { get; } = x;
    public List<int> Empty { get; } = [];

    public string Kind(int[] values) => values switch
    {
        [] => "empty",
        [var one] => Show(one),
        [1, .. var rest] => Show(rest),
        _ => "many",
    };

    public int Field { get => field; set => field = value; }

    public void Sum(params ReadOnlySpan<int> numbers) { var map = [type]; }

    public void Later() { X?.Y = 3; }
}

public static class Extensions
{
    extension(string text)
    {
        public bool IsBlank => text.Trim().Length == 0;
    }

    public static int Twice(this int n) => n * 2;
}
