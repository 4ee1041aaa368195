class Outer {
 public:
  class Inner {
   public:
    struct Leaf {
      int value;
      int get() const { return value; }
    };
    void work();
    enum State { On, Off };
  };
  struct Forward;
  int use(Inner::Leaf leaf) {
    class Temp : public Inner {
      void run() {}
    };
    enum { kA, kB };
    return leaf.get() + kA;
  }
};

struct Outer::Forward {
  int z;
};

void Outer::Inner::work() {}
int Outer::Inner::Leaf::extra = 1;
