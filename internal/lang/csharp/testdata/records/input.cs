namespace Rec;

/// <summary>A person.</summary>
public record Person(string FirstName, [property: JsonIgnore] string LastName, params int[] Scores) : Being(FirstName), INamed
{
    public string Full => FirstName + LastName;
    public static Person Of(string name) => new(name, "") { Age = 1 };
    public int Age { get; init; }
}

public readonly record struct Money(decimal Amount, Currency Currency = Currency.Euro);

record class Empty;

abstract record Shape<T>(T Unit) where T : struct
{
    protected Shape(Shape<T> other) { Unit = other.Unit; }
}

/// <summary>Primary.</summary>
public class Service(ILogger<Service> logger, int retries) : ServiceBase(logger), IService
{
    private readonly int _retries = retries;
    public void Log(string record) { logger.Info(record, _retries); var r = record; }
}

struct Vector(int x, int y)
{
    public int Length => x * x + y * y;
}
