namespace A
{
    namespace B.C
    {
        public class Outer
        {
            private class Middle
            {
                public interface IInner { void Go(); }
                internal enum Level { Low, High }
                public void Act()
                {
                    int depth = 0;
                    void Step(int by)
                    {
                        depth += by;
                        int Twice() => Step2(depth);
                        Twice();
                        int Step2(int n) { return n; }
                    }
                    Step(1);
                    Func<Func<int>> f = () => () => depth;
                }
            }
            public struct Cell { public int Value { get { return value; } set { this.value = value; } } int value; }
            public Middle Make() { return new Middle(); }
        }
    }

    class After { Outer.Cell cell; B.C.Outer outer; }
}

class Global { }
