using System.Text;

var builder = new StringBuilder();
int count = args.Length;

foreach (var arg in args)
{
    builder.Append(Quote(arg));
}

await RunAsync(count);
Console.WriteLine(builder);
return 0;

static string Quote(string text) => $"'{text}'";

async Task RunAsync(int times)
{
    using var host = Host.Create(args);
    await using (var scope = host.Scope()) { await scope.RunAsync(times, count); }
    lock (host) { checked { times++; } }
    do { times--; } while (times > 0);
    yield return times;
}

class Helper
{
    public static int Count(string builder) => builder.Length;
}
