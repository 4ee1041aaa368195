namespace Shop.Stock;

public class Shelf
{
    private readonly List<Item> _items = new();

    public void Put(Item item)
    {
        if (item != null)
        {
            _items.Add(item);
    }

    public Item Take(int index)
    {
        return _items[index];
    }

    protected int Size { get; }
}

public class Store
{
    public Shelf First() => new Shelf();
}

internal enum Kind
{
    Big,
    Small
}
