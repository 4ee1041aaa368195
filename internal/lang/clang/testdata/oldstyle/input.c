main(argc, argv)
	int argc;
	char **argv;
{
	return add(argc, 1);
}

int add(a, b)
int a, b;
{
	return a + b;
}

static char *
copy(from, count)
	register char *from;
	int (*count)();
{
	return count(from);
}
