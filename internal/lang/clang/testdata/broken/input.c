int before(int a) { return a; }

int half(int a {
	return a +;
}

struct pair { int left; int right };

int between(void) { return before(1); }

@@@ what is this ???

int unclosed(int x)
{
	if (x) {
		call(x);

int after(void)
{
	return between();
}

static int last(char *s) { return *s; }
