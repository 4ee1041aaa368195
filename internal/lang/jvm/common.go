package jvm

import "strings"

func set(words string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// InJavaLang reports whether Java knows a bare name without an import.
func InJavaLang(name string) bool { return javaLang[name] }

var javaLang = set(`boolean byte char short int long float double void
	AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException AssertionError AutoCloseable
	Boolean BootstrapMethodError Byte CharSequence Character Class ClassCastException ClassCircularityError ClassFormatError ClassLoader
	ClassNotFoundException ClassValue CloneNotSupportedException Cloneable Comparable Deprecated Double Enum EnumConstantNotPresentException
	Error Exception ExceptionInInitializerError Float FunctionalInterface IllegalAccessError IllegalAccessException IllegalArgumentException
	IllegalCallerException IllegalMonitorStateException IllegalStateException IllegalThreadStateException IncompatibleClassChangeError
	IndexOutOfBoundsException InheritableThreadLocal InstantiationError InstantiationException Integer InternalError InterruptedException
	Iterable LinkageError Long Math Module NegativeArraySizeException NoClassDefFoundError NoSuchFieldError NoSuchFieldException
	NoSuchMethodError NoSuchMethodException NullPointerException Number NumberFormatException Object OutOfMemoryError Override Package
	Process ProcessBuilder ProcessHandle Readable Record ReflectiveOperationException Runnable Runtime RuntimeException RuntimePermission
	SafeVarargs SecurityException SecurityManager Short StackOverflowError StackTraceElement StackWalker StrictMath String StringBuffer
	StringBuilder StringIndexOutOfBoundsException SuppressWarnings System Thread ThreadDeath ThreadGroup ThreadLocal Throwable
	TypeNotPresentException UnknownError UnsatisfiedLinkError UnsupportedClassVersionError UnsupportedOperationException VerifyError
	VirtualMachineError Void`)

// plainTypes are library types of whose methods none gives what was passed to it.
var plainTypes = set(`boolean byte char short int long float double void String StringBuilder StringBuffer CharSequence Boolean Byte Character
	Short Integer Long Float Double Number Math StrictMath System Throwable Exception RuntimeException Error IllegalArgumentException
	IllegalStateException IOException StackTraceElement Thread Runtime Object BigInteger BigDecimal Random Date Calendar TimeZone Locale UUID Pattern
	Matcher File Path Files Paths Field Method Type ParameterizedType Reader Writer InputStream OutputStream PrintStream PrintWriter StringWriter
	StringReader BufferedReader BufferedWriter ByteArrayOutputStream ByteArrayInputStream AtomicInteger AtomicLong AtomicBoolean Charset
	StandardCharsets ByteBuffer CharBuffer IntStream LongStream DoubleStream BitSet Scanner Duration Instant LocalDate LocalDateTime LocalTime
	ZonedDateTime OffsetDateTime ZoneId SimpleDateFormat DateFormat NumberFormat DecimalFormat MessageFormat URL URI Process Properties
	GregorianCalendar TimeUnit CountDownLatch Lock ReentrantLock`)

// Common reports whether library types often have a member of that name.
func Common(member string) bool { return common[member] }

var common = set(`equals hashCode toString getClass clone finalize notify notifyAll wait compareTo compare name ordinal valueOf values
	get set add addAll put putAll remove removeAll clear size length isEmpty contains containsKey containsValue containsAll indexOf lastIndexOf
	iterator next hasNext forEach stream map filter flatMap collect reduce of from to copy copyOf toArray toList keySet entrySet getKey
	getValue setValue getOrDefault first last min max sum count sort sorted limit skip findFirst findAny orElse orElseGet orElseThrow
	isPresent ifPresent test accept apply run call invoke execute submit start stop close flush open read write append insert delete replace
	reset skip mark peek pop push poll offer take join split trim substring charAt matches match format parse print println printf
	startsWith endsWith toLowerCase toUpperCase getBytes intValue longValue doubleValue floatValue shortValue byteValue booleanValue
	charValue getName getMessage getCause printStackTrace getStackTrace getType getModifiers getParameterTypes getReturnType
	getDeclaringClass getAnnotation getAnnotations isInstance isAssignableFrom getSimpleName newInstance getTime getId getPath
	exists toPath resolve getParent lock unlock tryLock await signal countDown sleep interrupt newLine readLine ready
	compute merge putIfAbsent computeIfAbsent replaceAll getField getMethod setAccessible getActualTypeArguments getRawType negate and or
	not identity andThen compose asList emptyList singletonList unmodifiableList group find reverse build builder`)
