// One parse and one walk in a single call: fills an array of records in
// reading order (package syntax describes them). The declarations below are
// the part of tree-sitter's C interface that is used, as version 0.25 has it;
// the runtime itself is linked in by the official Go module.
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint32_t start, end;
  int32_t parent, next;
  uint16_t kind, field, flags, pad;
} sx_record;

typedef struct {
  sx_record *records;
  uint32_t count, capacity;
  bool timed_out, has_error, no_memory, spoiled;
} sx_result;

// sx_use_libc has the runtime call malloc and free themselves. The Go module
// routes each of its allocations through Go and back, which is a third of the
// time of a parse; both ways end in the same malloc, so memory may cross over.
void sx_use_libc(void);

// sx_parser_new returns a parser for the language, or NULL when the runtime
// does not accept the grammar's version.
void *sx_parser_new(const void *language);
void sx_parser_delete(void *parser);

// sx_parse parses length bytes at source within limit_ns of processor time and
// flattens the tree into result, whose buffer is kept and grown between calls.
// After a result that says spoiled the parser can only be deleted.
void sx_parse(void *parser, const char *source, uint32_t length, uint64_t limit_ns, uint32_t max_nodes, uint32_t max_depth, sx_result *result);

void sx_result_free(sx_result *result);

uint32_t sx_kind_count(const void *language);
const char *sx_kind_name(const void *language, uint16_t id);
bool sx_kind_named(const void *language, uint16_t id);
uint32_t sx_field_count(const void *language);
const char *sx_field_name(const void *language, uint16_t id);
