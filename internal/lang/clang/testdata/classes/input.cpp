#include "shape.h"

/// @brief A shape on the plane.
class EXPORT Shape final : public Base, protected virtual ns::Other<int>, private Third {
  int id_ = next();
  static int count;
  mutable std::string name_;  ///< what it is called

 public:
  Shape() = default;
  explicit Shape(int id, const std::string &name = "x") : Base(id), id_(id), name_{name} { ++count; }
  Shape(const Shape &) = delete;
  virtual ~Shape();
  virtual double area() const = 0;
  void draw(Canvas &c) const noexcept override final;
  static Shape *make(int id) { return new Shape(id); }
  auto begin() const -> Iterator<Shape>;
  template <typename T> T as() const { return static_cast<T>(*this); }
  friend class Factory;
  friend bool same(const Shape &a, const Shape &b) { return a.id_ == b.id_; }
  friend void swap(Shape &a, Shape &b);
  enum class Mode : unsigned char { Fill, Line = 2 };
  using Ptr = std::shared_ptr<Shape>;
  typedef int Id;
  using Base::draw;
  static constexpr int kMax = 10;
  int bits : 3, more : 5;
  void (*callback)(int);
  struct Point { int x, y; };
  union { int i; float f; };

 protected:
  Q_OBJECT
  int hidden(int);

 private slots:
  void onClick();
};

int Shape::count = 0;

Shape::~Shape() { clear(); }

void Shape::draw(Canvas &c) const noexcept {
  this->draw(c);
  c.line(id_).width = 2;
  (*this).hidden(1);
  Shape::make(3)->area();
  ns::Inner::Type t{4};
  points[0].x = callback ? 1 : t.size();
}

struct Plain { int a; } plain, *pointer;
class Later;

class Guarded {
  Stats stats_[kLevels] GUARDED_BY(mutex_);
  int table_[2][3] GUARDED_BY(mutex_) = {};
  Status status_ GUARDED_BY(mutex_);
  void run();
};
