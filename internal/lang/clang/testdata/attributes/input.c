__attribute__((visibility("default"))) int visible(void);
static __attribute__((noinline, cold)) void slow(void) { die(); }
__declspec(dllexport) int __stdcall exported(int a);
[[nodiscard]] int checked(void) { return 1; }
struct __attribute__((packed)) packed { char a; int b; };
struct aligned { int a; } __attribute__((aligned(16)));
int table[4] __attribute__((section(".data"))) = { 0 };
_Static_assert(sizeof(int) == 4, "int");
static int asm_user(int x)
{
	int y;
	__asm__ volatile ("mov %1, %0" : [out] "=r" (y) : "r" (x) : "memory");
	return y;
}
int renamed(void) __asm__("real_name");
_Thread_local int per_thread;
typeof(int) typed;
int naïve(int größe) { return größe; }
DWORD WINAPI ThreadMain(LPVOID param) { return run(param); }
