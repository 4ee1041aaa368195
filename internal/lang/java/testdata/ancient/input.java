class Vector {
    Enumeration enum_;
    int record, module, open, with, sealed, yield_;

    void module(int record) {
        record = 1;
        open(record, module);
        int with[] = new int[2], when = 0;
        this.open = with.length;
        record.module();
        Object permits = when;
    }

    void open(int a, int b) {}

    int $dollar_1, naïve, 变量;

    public int m() { return ((((1)))) << 2 >>> 3; };
    ;
    Vector(int n) throws java.io.IOException, Oops.Inner { super(); }
}
;
