// What headers of libraries put around their declarations.
[[noreturn]] API_PUBLIC void fail(const char *why);
extern "C" __declspec(dllimport) void __stdcall Notify(const char *text);
int __cdecl compare(const void *a, const void *b);

class API_PUBLIC error : public base {
 public:
  const char *what() const API_NOEXCEPT override;
  friend API_CONSTEXPR error operator|(error a, error b);
};

API_INLINE error::error(error &&other) API_NOEXCEPT
    : base(other),
      text_{other.text_} {}

API_INLINE error &error::operator=(error other) API_NOEXCEPT {
  swap(other);
  return *this;
}

API_INLINE error::operator bool() const { return true; }

API_INLINE void error::send() {
  API_TRY {
    write(text_);
  }
  API_CATCH(...) { retry(); }
}

template class API_PUBLIC list<int>;
template API_PUBLIC error::error(error &&other);

const int table[][2] = {
#if API_FULL
    {1, 2},
    {3, 4}
#else
    {5, 6},
#endif
};
