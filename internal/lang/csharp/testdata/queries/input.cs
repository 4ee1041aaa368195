class Queries
{
    IEnumerable<Result> All(Store store, int least)
    {
        var q = from order in store.Orders
                join customer in store.Customers on order.CustomerId equals customer.Id
                join Line line in store.Lines on order.Id equals line.OrderId into lines
                from item in lines.DefaultIfEmpty()
                let total = lines.Sum(l => l.Price)
                where total > least && customer.IsActive
                orderby order.Date descending, customer.Name
                group new { order, total, customer.Name, Item = item } by customer.Region into region
                select new Result { Region = region.Key, Orders = region.Count() };
        var simple = store.Orders.Where(o => o.Total > least).Select((o, index) => new { o.Id, index });
        return q.Concat(from Order x in store.Old select Convert(x));
    }
}
