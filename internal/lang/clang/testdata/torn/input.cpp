class Good {
 public:
  int ok() { return 1; }
};

class MACRO_API(3) Odd : public Good {
  UNKNOWN_MACRO(a, b) int weird;
  int method() UNKNOWN { return weird; }
};

BEGIN_TABLE(Odd)
  ENTRY(1, ok)
  ENTRY(2, method)
END_TABLE()

IMPLEMENT_DYNAMIC(Odd, Good)

DEPRECATED("old") [[nodiscard]] static int old_one(int a) NOEXCEPT_IF(true) { return a; }

template <typename T struct Bad { int x; };

int survivor(Good &g) { return g.ok(); }
