// Where includes are found.

#include <stdio.h>
#include "util/list.h"
#  include  "spaced.h"  // why
#include <sys/types.h>
#include CONFIG_HEADER
#ifdef HAVE_X
#include "x.h"
#endif

static const int table[] = {
#include "table.inc"
};

int f(void)
{
	const char *s = "#include \"no.h\"";
	return table[0] + s[0];
}
