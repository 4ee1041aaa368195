namespace Shop.Orders
{
    /// <summary>Works on orders.</summary>
    public static class OrderExtensions
    {
        public const int Limit = 10;

        /// <summary>
        /// Sums the lines of an order, taxes included.
        /// More words.
        /// </summary>
        /// <param name="order">The order.</param>
        public static decimal Total(this Order order, decimal rate = 0.2m, params int[] extra)
        {
            decimal sum = 0;
            foreach (var line in order.Lines)
            {
                sum += line.Price * line.Count;
            }

            for (int i = 0; i < extra.Length; i++)
                sum += extra[i];

            return Round(sum * (1 + rate));

            static decimal Round(decimal value) => Math.Round(value, 2);
        }

        internal static async Task<bool> TrySaveAsync(ref Order order, out string error, in Options options, CancellationToken token = default)
        {
            error = null;
            try
            {
                await options.Store.SaveAsync(order, token).ConfigureAwait(false);
                return true;
            }
            catch (StoreException ex) when (ex.Code > Limit)
            {
                error = ex.Message;
                return false;
            }
        }

        static (int Count, string Name) Pair(int count, string name) => (count, name);

        private static unsafe void Copy(byte* from, Span<byte> to)
        {
            fixed (byte* p = to)
            {
                *p = *from;
            }
        }

        [DllImport("kernel32")]
        private static extern bool Beep(uint frequency, uint duration);
    }
}
