namespace outer {
inline namespace v1 {
int one();
}
namespace a::b {
struct Deep { int n; };
static int local = 1;
}  // namespace a::b
}  // namespace outer

namespace {
int secret(int x) { return x; }
struct Hidden {};
}  // namespace

namespace ob = outer::a::b;
using namespace outer;
using outer::one;

extern "C" {
int c_function(int a);
void c_body(void) { secret(1); }
}
extern "C" int c_single(void);

FMT_BEGIN_NAMESPACE
namespace detail {
void helper() { ::one(); outer::v1::one(); ob::Deep d; d.n = 2; }
}
FMT_END_NAMESPACE

void outer::late() {}

namespace shop {
class Cart { public: Cart(); void add(int n); static int count; class Item; };
namespace detail { void log(int n); }
Cart::Cart() {}
void Cart::add(int n) { count += n; }
int Cart::count = 0;
class Cart::Item { void paint(); };
void Cart::Item::paint() {}
void shop::Cart::twice() {}
void ::shop::Cart::absolute() {}
void detail::log(int n) {}
inline namespace v2 {
void Deep::run() {}
}
namespace {
void Hidden::run() {}
}
}  // namespace shop
