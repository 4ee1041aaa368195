#ifdef _WIN32
#define SEP '\\'
static int open_file(const char *name) { return win_open(name); }
#elif defined(__APPLE__) && TARGET_OS
static int open_file(const char *name) { return mac_open(name); }
#else
static int open_file(const char *name) { return open(name); }
#endif

#ifdef WIDE
int convert(wchar_t c)
{
#else
int convert(char c)
{
#endif
	return c + 1;
}

int torn(int a)
{
	if (a) {
		step(a);
#ifdef TRACE
	} else if (trace(a)) {
		emit(a);
#endif
	}
#if A
	for (;;) {
#else
	while (a) {
#endif
		a--;
	}
	return a;
}

#if 0
int dead(void) { return 0; }
#endif

enum mode {
	MODE_A,
#ifdef EXTRA
	MODE_B,
#else
	MODE_C,
#endif
	MODE_D
};

int last(void) { return FALLBACK; }
