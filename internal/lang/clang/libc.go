package clang

import "strings"

// libc are functions and macros of the C library and of POSIX: a file of the
// checkout that has one of those names means the others' only where it says so.
var libc = func() map[string]bool {
	out := make(map[string]bool)
	for _, name := range strings.Fields(`
abort abs accept access acos alarm alloca asctime asin assert atan atan2 atexit atof atoi atol atoll bind bsearch bzero calloc ceil
chdir chmod chown clearerr clock clock_gettime close closedir connect cos cosh ctime difftime div dlclose dlerror dlopen dlsym dprintf
dup dup2 errno exec execl execle execlp execv execve execvp exit _exit exp fabs fchmod fclose fcntl fdatasync fdopen feof ferror fflush ffs
fgetc fgetpos fgets fileno flock floor fmod fopen fork fprintf fputc fputs fread free freeaddrinfo freopen frexp fscanf fseek fseeko
fsetpos fstat fsync ftell ftello ftruncate fwrite gai_strerror getaddrinfo getc getchar getcwd getegid getenv geteuid getgid gethostbyname
gethostname getline getnameinfo getopt getopt_long getpagesize getpeername getpid getppid getpwnam getpwuid getrlimit getrusage gets
getsockname getsockopt gettimeofday getuid gmtime gmtime_r htonl htons inet_ntop inet_pton ioctl isalnum isalpha isascii isatty isblank
iscntrl isdigit isgraph isinf islower isnan isprint ispunct isspace isupper isxdigit kill labs ldexp ldiv link listen llabs localeconv
localtime localtime_r log log10 log2 longjmp lrint lround lseek lstat malloc mblen mbstowcs mbtowc memchr memcmp memcpy memmove memset
mkdir mkfifo mkstemp mktime mlock mmap modf mprotect munmap nanosleep ntohl ntohs offsetof open opendir pause pclose perror pipe poll popen
posix_memalign pow pread printf pthread_create pthread_join pthread_mutex_lock pthread_mutex_unlock putc putchar putenv puts pwrite qsort
raise rand rand_r random read readdir readlink readv realloc realpath recv recvfrom recvmsg remove rename rewind rewinddir rmdir round
scanf select send sendmsg sendto setbuf setenv setjmp setlocale setrlimit setsid setsockopt setuid setvbuf shutdown sigaction sigaddset
sigemptyset signal sigprocmask sin sinh sleep snprintf socket socketpair sprintf sqrt srand srandom sscanf stat stderr stdin stdout stpcpy
strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup strerror strerror_r strftime strlen strncasecmp strncat strncmp strncpy
strndup strnlen strpbrk strrchr strsep strsignal strspn strstr strtod strtof strtok strtok_r strtol strtold strtoll strtoul strtoull
strtoumax strxfrm symlink sysconf system tan tanh time times tmpfile tolower toupper trunc truncate umask uname ungetc unlink unsetenv
usleep utime utimes va_arg va_copy va_end va_list va_start vasprintf vfprintf vprintf vsnprintf vsprintf vsscanf wait waitpid wcslen
wcstombs wctomb write writev
size_t ssize_t ptrdiff_t intptr_t uintptr_t intmax_t uintmax_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t off_t
pid_t uid_t gid_t mode_t dev_t ino_t time_t clock_t suseconds_t useconds_t wchar_t wint_t FILE DIR fd_set sigset_t socklen_t jmp_buf div_t
NULL EOF true false bool BUFSIZ RAND_MAX EXIT_SUCCESS EXIT_FAILURE INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN
ULLONG_MAX CHAR_BIT SIZE_MAX UINT32_MAX UINT64_MAX INT64_MAX INT64_MIN DBL_MAX HUGE_VAL INFINITY NAN SEEK_SET SEEK_CUR SEEK_END
__FILE__ __LINE__ __func__ __FUNCTION__ __VA_ARGS__ __cplusplus std defined`) {
		out[name] = true
	}
	return out
}()
