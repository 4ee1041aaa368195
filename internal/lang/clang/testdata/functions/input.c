/*
 * Ring buffer of bytes.
 */
#include <stddef.h>
#include "ring.h"

static size_t mask(size_t n);
extern int ring_debug;
int ring_errors = 0;
static const int kLimit = 4096;
const char *const names[] = { "a", "b" };

/* Makes a ring of at least n bytes. Returns NULL on failure. */
struct ring *
ring_new(size_t n, unsigned flags)
{
	struct ring *r = malloc(sizeof(*r));
	if (!r)
		return NULL;
	r->size = mask(n);
	r->flags |= flags;
	ring_errors++;
	return r;
}

static inline size_t mask(size_t n) { return n & (size_t)-2; }

void ring_walk(struct ring *r, int (*visit)(void *ctx, int byte), void *ctx)
{
	for (size_t i = 0; i < r->size; i++) {
		if (visit(ctx, r->data[i]) < 0)
			goto out;
	}
out:
	return;
}

int (*ring_hook)(struct ring *, ...) = NULL;
int (*pick(int which))(int a, int b);
int ring_printf(struct ring *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int a, *b, c[4] = {1, 2, 3, 4};
int (isdigit)(int c);
_Noreturn void die(void);

int main(int argc, char **argv)
{
	extern int outside(void);
	struct ring *r = ring_new(argc, 0), copy = { .size = 1, .flags = kLimit };
	copy.size = outside();
	ring_hook = &ring_report;
	return ring_hook(r) + names[0][0];
}

API_DATA void (*api_free)(void *reply) API_ATTRIBUTE;
API_DATA void *(*api_alloc)(size_t n) API_ATTRIBUTE_PRINTF(1, 2);
API_DATA int (*api_last)(void) API_ATTRIBUTE, api_count;
