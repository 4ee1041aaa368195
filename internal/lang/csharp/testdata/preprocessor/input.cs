#define TRACE
#if NET8_0_OR_GREATER && !MONO
using System.Threading.Channels;
#else
using System.Threading;
#endif

namespace Pre
{
#if DEBUG
    public class Probe : Base
#else
    public class Probe
#endif
    {
        #region Fields
#if A
        private int first;
#elif B
        private int second;
#else
        private int third;
#endif
        #endregion

#if A || B
        [Theory]
#endif
        public void Test(string value)
        {
#if A
            First(value);
#else
            Second(value);
#endif
            if (value == null)
            {
            }
#if B
            else if (value.Length > 1)
            {
                Third(value);
            }
#endif
            else
            {
                Fourth();
            }
        }

#if A
        public int Size(int x)
#else
        public long Size(long x)
#endif
        {
            return x;
        }

        enum Level
        {
            Low,
#if A
            Middle,
#endif
            High
        }
    }

    class Container : Component
#if HAVE_LIST
        , IList
#endif
#if HAVE_BINDING
        , IBinding
#endif
    {
        public void Clear() { }
    }

#pragma warning disable CS1591
    class Last { }
#warning "look"
#line hidden
}
