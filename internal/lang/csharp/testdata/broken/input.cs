using System;

namespace Shop
{
    /// <summary>A cart.</summary>
    public class Cart
    {
        private int total;

        public int Total => total;

        public void Add(int price)
        {
            total += price
            Console.WriteLine(total);
        }

        public void Remove(int price)
        {
            total -= (price;
        }

        void Half(

        public string Name { get; set; }

        public int Count(string s)
        {
            return s.;
        }

        public event EventHandler Changed
    }

    public class Other : Cart
    {
        public void Fine() { Add(1); }
    }

    interface ILast { void Go(); }
}
