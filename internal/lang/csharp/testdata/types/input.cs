using System;

namespace Shop.Model
{
    /// <summary>An <see cref="IEntity"/> with a name &amp; an id.</summary>
    [Serializable]
    public abstract partial class Entity<TKey> : EntityBase, IEntity<TKey>, Storage.IStored
        where TKey : struct, IComparable<TKey>
    {
        protected Entity(TKey key) : base(key) { }

        ~Entity() => Release();

        protected internal abstract void Release();
        public virtual string Name { get; protected set; } = "none";
        private protected int generation;
    }

    interface IEntity<out TKey> : IDisposable
    {
        TKey Key { get; }
        event EventHandler Changed;
        void Touch();
        string Describe() => Key.ToString();
        static abstract IEntity<TKey> Create();
    }

    public struct Point : IEquatable<Point>
    {
        public readonly int X, Y;
        public Point(int x, int y) { X = x; Y = y; }
        public bool Equals(Point other) => X == other.X && Y == other.Y;
    }

    public readonly ref struct Slice
    {
        private readonly Span<byte> _bytes;
    }

    [Flags]
    public enum Access : byte
    {
        /// <summary>Nothing at all.</summary>
        None = 0,
        Read = 1 << 0,
        [Obsolete]
        Write,
        All = Read | Write,
    }

    enum Color { Red, Green }

    /// <summary>Called when something happens.</summary>
    /// <returns>Whether to go on.</returns>
    public delegate bool Handler<in T>(object sender, T args) where T : EventArgs;

    sealed class Leaf : Entity<int>
    {
        public Leaf() : base(0) { }
        protected internal override void Release() { }
        class Hidden { public int Value; }
        public class Shown { }
    }

    file class Local { }
    static class Globals { public static readonly Leaf Root = new Leaf(); }
}
