#include "flatten.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { uint32_t row, column; } TSPoint;
typedef struct { uint32_t context[4]; const void *id; const void *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
typedef struct {
  void *payload;
  const char *(*read)(void *payload, uint32_t byte_index, TSPoint position, uint32_t *bytes_read);
  int encoding;  // 0 is UTF-8
  uint32_t (*decode)(const uint8_t *string, uint32_t length, int32_t *code_point);
} TSInput;
typedef struct { void *payload; uint32_t current_byte_offset; bool has_error; } TSParseState;
typedef struct { void *payload; bool (*progress_callback)(TSParseState *state); } TSParseOptions;

extern void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));
extern void *ts_parser_new(void);
extern void ts_parser_delete(void *);
extern bool ts_parser_set_language(void *, const void *);
extern void *ts_parser_parse_with_options(void *, const void *, TSInput, TSParseOptions);
extern void ts_tree_delete(void *);
extern TSNode ts_tree_root_node(const void *);
extern TSTreeCursor ts_tree_cursor_new(TSNode);
extern void ts_tree_cursor_delete(TSTreeCursor *);
extern TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
extern uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
extern bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
extern bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
extern bool ts_tree_cursor_goto_parent(TSTreeCursor *);
extern uint16_t ts_node_symbol(TSNode);
extern uint32_t ts_node_start_byte(TSNode);
extern uint32_t ts_node_end_byte(TSNode);
extern bool ts_node_is_named(TSNode);
extern bool ts_node_is_missing(TSNode);
extern bool ts_node_is_extra(TSNode);
extern bool ts_node_has_error(TSNode);
extern uint32_t ts_language_symbol_count(const void *);
extern const char *ts_language_symbol_name(const void *, uint16_t);
extern int ts_language_symbol_type(const void *, uint16_t);
extern uint32_t ts_language_field_count(const void *);
extern const char *ts_language_field_name_for_id(const void *, uint16_t);

enum { flag_named = 1, flag_error = 2, flag_missing = 4, flag_extra = 8 };

typedef struct { const char *source; uint32_t length; } buffer;

static const char *read_buffer(void *payload, uint32_t at, TSPoint position, uint32_t *n) {
  const buffer *b = payload;
  (void)position;
  if (at >= b->length) { *n = 0; return ""; }
  *n = b->length - at;
  return b->source + at;
}

static uint64_t now_ns(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// The limit is processor time of this thread, for facts are stored: a busy
// machine must not decide whether a file has them. Asking for that time is a
// system call, so the plain clock is asked first.
typedef struct { uint64_t wall, cpu; } deadline;

static deadline deadline_in(uint64_t ns) {
  deadline d = {now_ns(CLOCK_MONOTONIC) + ns, now_ns(CLOCK_THREAD_CPUTIME_ID) + ns};
  return d;
}

static bool past(const deadline *d) {
  return now_ns(CLOCK_MONOTONIC) > d->wall && now_ns(CLOCK_THREAD_CPUTIME_ID) > d->cpu;
}

static bool past_deadline(TSParseState *state) { return past(state->payload); }

void sx_use_libc(void) { ts_set_allocator(NULL, NULL, NULL, NULL); }

void *sx_parser_new(const void *language) {
  void *p = ts_parser_new();
  if (p && !ts_parser_set_language(p, language)) { ts_parser_delete(p); return NULL; }
  return p;
}

void sx_parser_delete(void *parser) { ts_parser_delete(parser); }

static sx_record *append(sx_result *r) {
  if (r->count == r->capacity) {
    uint32_t capacity = r->capacity ? r->capacity * 2 : 4096;
    sx_record *grown = realloc(r->records, (size_t)capacity * sizeof *grown);
    if (!grown) { r->no_memory = true; return NULL; }
    r->records = grown;
    r->capacity = capacity;
  }
  return &r->records[r->count++];
}

static void flatten(TSNode root, uint32_t max_nodes, uint32_t max_depth, deadline end, sx_result *r) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  int32_t parent = -1;
  uint32_t depth = 0;
  for (;;) {
    TSNode node = ts_tree_cursor_current_node(&cursor);
    if (r->count >= max_nodes || depth > max_depth || ((r->count & 0xfff) == 0 && past(&end))) { r->timed_out = true; break; }
    int32_t self = (int32_t)r->count;
    sx_record *rec = append(r);
    if (!rec) break;
    rec->start = ts_node_start_byte(node);
    rec->end = ts_node_end_byte(node);
    rec->parent = parent;
    rec->next = self + 1;
    rec->kind = ts_node_symbol(node);
    rec->field = ts_tree_cursor_current_field_id(&cursor);
    rec->flags = (ts_node_is_named(node) ? flag_named : 0) | (rec->kind == 0xffff ? flag_error : 0) |
                 (ts_node_is_missing(node) ? flag_missing : 0) | (ts_node_is_extra(node) ? flag_extra : 0);
    rec->pad = 0;
    if (ts_tree_cursor_goto_first_child(&cursor)) { parent = self; depth++; continue; }
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (parent < 0 || !ts_tree_cursor_goto_parent(&cursor)) goto done;
      r->records[parent].next = (int32_t)r->count;
      parent = r->records[parent].parent;
      depth--;
    }
  }
done:
  ts_tree_cursor_delete(&cursor);
  // A walk that stopped early leaves its open ancestors to be closed.
  for (int32_t p = parent; p >= 0; p = r->records[p].parent) r->records[p].next = (int32_t)r->count;
}

void sx_parse(void *parser, const char *source, uint32_t length, uint64_t limit_ns, uint32_t max_nodes, uint32_t max_depth, sx_result *r) {
  buffer b = {source, length};
  deadline end = deadline_in(limit_ns);
  TSInput input = {&b, read_buffer, 0, NULL};
  TSParseOptions options = {&end, past_deadline};
  r->count = 0;
  r->timed_out = r->has_error = r->no_memory = r->spoiled = false;
  void *tree = ts_parser_parse_with_options(parser, NULL, input, options);
  if (!tree) {
    // The parser would resume this file on its next call, and a reset does not
    // help: it forgets that balancing was cut short, and the next parse then
    // balances a tree that is not there.
    r->timed_out = r->spoiled = true;
    return;
  }
  TSNode root = ts_tree_root_node(tree);
  r->has_error = ts_node_has_error(root);
  flatten(root, max_nodes, max_depth, end, r);
  ts_tree_delete(tree);
}

void sx_result_free(sx_result *r) {
  free(r->records);
  memset(r, 0, sizeof *r);
}

uint32_t sx_kind_count(const void *l) { return ts_language_symbol_count(l); }
const char *sx_kind_name(const void *l, uint16_t id) { return ts_language_symbol_name(l, id); }
// Symbol type 0 is TSSymbolTypeRegular: a named kind.
bool sx_kind_named(const void *l, uint16_t id) { return ts_language_symbol_type(l, id) == 0; }
uint32_t sx_field_count(const void *l) { return ts_language_field_count(l); }
const char *sx_field_name(const void *l, uint16_t id) { return ts_language_field_name_for_id(l, id); }
