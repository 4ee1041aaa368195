#pragma once
template <typename T, int N = 4>
class Array {
 public:
  T &at(int i);
  T data[N];
};

template <typename T, int N>
T &Array<T, N>::at(int i) { return data[i]; }

template <>
struct Hash<std::string> : Base<std::string>::type {
  size_t operator()(const std::string &s) const;
};

template <class T>
concept Printable = requires(T t) { t.print(); };

template <Printable T>
  requires std::is_class_v<T>
void show(const T &value) { value.print(); }

template <typename... Args>
auto sum(Args &&...args) -> decltype((args + ...)) { return (args + ...); }

template <typename T> using Vec = std::vector<T>;
template <typename T> constexpr bool is_small = sizeof(T) <= 4;
template class Array<int, 3>;
extern template class Array<char, 3>;
std::map<std::string, std::vector<int>> table;
std::function<void(int)> handler = nullptr;

int use() {
  Array<int> a;
  a.at(1) = std::max<int>(2, 3);
  auto v = make<Array<int>>(4);
  return v.template get<int>() + is_small<int>;
}
union Either { int left; char right; };
