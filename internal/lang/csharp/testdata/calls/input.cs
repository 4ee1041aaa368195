class Calls : Base
{
    int count;
    Item[] items;

    void Run(Service service, Func<int, int> map)
    {
        Plain();
        this.Plain();
        base.Run(service, map);
        service.Start();
        service.Client.Options.Apply(count);
        service?.Stop();
        service?.Client?.Close(count);
        Make().Use();
        new Builder().Build();
        new Outer.Inner<int>(count);
        Factory.Create<Item>(items[0]);
        System.Console.WriteLine(nameof(Service.Start));
        global::System.GC.Collect();
        map(1);
        map.Invoke(2);
        count++;
        --this.count;
        service.Size += 2;
        items[count] = null;
        items[0].Owner.Name = "x";
        service!.Restart();
        (service as Worker).Work();
        ((Worker)service).Work();
        var size = sizeof(int) + typeof(Item).Name.Length;
        if (!Parse("1", out var parsed, out int second) || TryGet(ref count, out this.count)) Use(parsed, second);
        Named(value: count, other: parsed);
        (count, size) = (size, count);
        string.Join(",", items);
        Action<int> action = x => Use(x, size);
        Func<int, int, int> add = static (a, b) => a + b;
        action += delegate(int y) { Use(y); };
        event1 += OnEvent;
        Target target = new(count) { Field = 1 };
        var copy = target with { Field = size };
        var wait = await service.WaitAsync();
        throw new InvalidOperationException(Messages.Bad);
    }

    int Plain() { goto done; done: return count; }
}
