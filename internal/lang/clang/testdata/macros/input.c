#define VERSION "1.2"
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define LOG(fmt, ...) \
	log_write(__FILE__, fmt, ##__VA_ARGS__)
#define EMPTY
# define SPACED  1
#undef EMPTY

EXPORT_API int exported(void);
static FOO_INLINE void inlined(int n) { use(n); }
PUBLIC_FUNC(int) wrapped(int a, char b)
{
	return MAX(a, b);
}

SYSCALL_DEFINE2(kill, pid_t, pid, int, sig)
{
	return do_kill(pid, sig);
}

MODULE_LICENSE("GPL");
module_init(start);
DECLARE_LIST(things)
static int after_macro;
EXPORT_SYMBOL(exported)
int BSD_NAME after_symbol(void) ATTR(unused)
{
	return SPACED;
}

static DEFINE_MUTEX(lock);
LIST_HEAD(head, item) items = LIST_HEAD_INITIALIZER(items);

JEMALLOC_EXPORT void JEMALLOC_NOTHROW *
JEMALLOC_ALLOC_SIZE(2)
resize(void *ptr, unsigned long size) {
	LOG("%p %lu", ptr, size);
	return VERSION[0] ? ptr : 0;
}
