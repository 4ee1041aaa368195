public class Matrix : IMatrix, IEnumerable<int>
{
    public const string Version = "1.0", Build = "7";
    public static readonly Matrix Empty = new Matrix(0);
    private int[,] cells, copy;
    volatile bool busy = false;
    public event EventHandler Changed, Moved;
    public event EventHandler<int> Resized
    {
        add { handlers += value; }
        remove => handlers -= value;
    }

    public int Width { get; init; } = 3;
    public required string Title { get; set; }
    public int Height => cells.GetLength(1);
    public string Label
    {
        get => label;
        private set
        {
            label = value ?? throw new ArgumentNullException(nameof(value));
        }
    }
    string label;

    static Matrix() { Count = 0; }
    public Matrix(int size) : this(size, size) { }
    private Matrix(int width, int height) => (Width, cells) = (width, new int[width, height]);
    ~Matrix() { Dispose(); }

    public int this[int row, int column]
    {
        get { return cells[row, column]; }
        set { cells[row, column] = value; }
    }
    int IMatrix.this[Index i] => this[i.Value, 0];

    public static Matrix operator +(Matrix a, Matrix b) => a.Add(b);
    public static bool operator ==(Matrix a, Matrix b) { return Equals(a, b); }
    public static bool operator !=(Matrix a, Matrix b) => !(a == b);
    public static bool operator true(Matrix m) => m.Width > 0;
    public static explicit operator int(Matrix m) => m.Width;
    public static implicit operator Matrix(int size) => new(size);

    IEnumerator<int> IEnumerable<int>.GetEnumerator() => throw new NotImplementedException();
    int IMatrix.Rank { get { return 2; } }
    event EventHandler IMatrix.Done { add { } remove { } }

    public partial void Hook();
    public partial void Hook() { Log.Info("hook"); }
    public int @class, @event = 1;
    public void @new(int @params) { @class = @params; this.@event = @class; }
    public new virtual ref readonly int Ref(scoped ref int x) => ref x;
    unsafe fixed byte buffer[16];
}
