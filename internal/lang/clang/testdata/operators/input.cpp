struct Big {
  Big &operator=(const Big &other);
  bool operator==(const Big &o) const { return v == o.v; }
  bool operator<(const Big &o) const;
  auto operator<=>(const Big &) const = default;
  int operator[](int i) const;
  int operator()(int a, int b) { return a + b; }
  operator bool() const { return v; }
  explicit operator const char *() const;
  Big *operator->();
  void *operator new(size_t n);
  void operator delete[](void *p);
  int v;
};

std::ostream &operator<<(std::ostream &out, const Big &b) { return out << b.v; }
Big &Big::operator=(const Big &other) { v = other.v; return *this; }
Big operator""_big(unsigned long long n);
Big::operator bool() const { return true; }
bool a = x < y, b = (p > q);
