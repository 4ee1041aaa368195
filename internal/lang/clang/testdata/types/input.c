#ifndef SHAPES_H
#define SHAPES_H

struct point {
	int x, y;            /* coordinates */
	unsigned flag : 1;   // a bit
	struct point *next;
	int (*area)(const struct point *p);
	char name[16];
};

typedef struct {
	double re;
	double im;
} complex_t;

typedef struct node {
	union {
		int number;
		char *text;
	};
	struct { int a; } inner;
	enum { LEAF, BRANCH } kind;
} node_t, *node_p;

enum color { RED, GREEN = 1 << 1, BLUE /* the last */ };
typedef enum color color_t;
typedef int (*compare_fn)(const void *a, const void *b);
typedef unsigned long size_type;
typedef int row_t[4];
typedef int visitor(struct point *p);

union word {
	unsigned char bytes[4];
	unsigned value;
};

struct opaque;
static struct point origin = { .x = 0, .y = 0 };
struct point corners[] = { { 1, 2 }, { 3, 4 } };
struct { int depth; } globals;

static inline int point_x(const struct point *p) { return p->x; }

color_t mix(enum color a, color_t b);

#endif
