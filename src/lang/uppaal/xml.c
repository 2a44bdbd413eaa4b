// Reads XML into a tree of elements. Nothing outside of the text is ever looked at: neither the DTD nor other entities.
#include "lang/uppaal/parser.h"

#include "base/text.h"
#include <expat.h>
#include <limits.h>
#include <string.h>

typedef struct {
  arena *memory;
  diags *d;
  const char *file, *text;
  size_t length;
  XML_Parser expat;
  enum XML_Status status;
  upp_element *root, *current;
  VEC(char) data; // of the current element so far
  VEC(upp_mark) marks;
} reader;

static place here(const reader *r) {
  return (place){r->file, (uint32_t)XML_GetCurrentLineNumber(r->expat),
                 (uint32_t)XML_GetCurrentColumnNumber(r->expat) + 1};
}

static void read_attributes(reader *r, upp_element *e, const XML_Char **attributes) {
  const struct { const char *name, **value; } KNOWN[] = {{"id", &e->id}, {"ref", &e->ref}, {"kind", &e->kind}};
  for (size_t k = 0; k < sizeof KNOWN / sizeof *KNOWN; k++) {
    *KNOWN[k].value = "";
    for (size_t i = 0; attributes[i]; i += 2) {
      if (!strcmp(attributes[i], KNOWN[k].name))
        *KNOWN[k].value = arena_string(r->memory, attributes[i + 1]);
    }
  }
}

// A text lies in elements without elements: what surrounds others is blanks.
static void start_element(void *argument, const XML_Char *name, const XML_Char **attributes) {
  reader *r = argument;
  upp_element *e = ARENA_NEW(r->memory, upp_element);
  e->name = arena_string(r->memory, name);
  e->at = here(r);
  read_attributes(r, e, attributes);
  e->parent = r->current;
  if (!r->current)
    r->root = e;
  else if (r->current->last)
    r->current->last->next = e;
  else
    r->current->first = e;
  if (r->current)
    r->current->last = e;
  r->current = e;
  r->data.count = r->marks.count = 0;
}

static void end_element(void *argument, const XML_Char *name) {
  reader *r = argument;
  upp_element *e = r->current;
  (void)name;
  e->text = (upp_text){.file = r->file, .text = ""};
  if (!e->first && r->data.count > 0) {
    e->text.text = arena_copy(r->memory, r->data.at, r->data.count);
    e->text.length = r->data.count;
    upp_mark *marks = ARENA_ARRAY(r->memory, upp_mark, r->marks.count);
    memcpy(marks, r->marks.at, r->marks.count * sizeof *marks);
    e->text.marks = marks;
    e->text.mark_count = r->marks.count;
  }
  r->data.count = r->marks.count = 0;
  r->current = e->parent;
}

// Expat hands out each line and each entity on its own, so that a mark for each piece makes all places exact.
static void add_data(void *argument, const XML_Char *data, int length) {
  reader *r = argument;
  place at = here(r);
  mem *m = arena_mem(r->memory);
  vec_push(m, &r->marks, ((upp_mark){r->data.count, at.line, at.column}));
  if ((uint32_t)length > UINT32_MAX - r->data.count)
    mem_exhausted(m);
  if (r->data.room - r->data.count < (uint32_t)length)
    vec_reserve(m, &r->data, r->data.count + (uint32_t)length);
  memcpy(r->data.at + r->data.count, data, (size_t)length);
  r->data.count += (uint32_t)length;
}

static void parse(void *argument) {
  reader *r = argument;
  r->status = XML_Parse(r->expat, r->text, (int)r->length, XML_TRUE);
}

static bool report(reader *r) {
  enum XML_Error error = XML_GetErrorCode(r->expat);
  if (r->length == 0 || error == XML_ERROR_NO_ELEMENTS)
    diag_add(r->d, DIAG_ERROR, here(r), NULL, "the file holds no XML element");
  else
    diag_add(r->d, DIAG_ERROR, here(r), "within texts, < and & are written &lt; and &amp;", "XML: %s",
             XML_ErrorString(error));
  return false;
}

// Expat has memory of its own, which must be given back also when ours is exhausted inside of it.
static bool read_all(reader *r) {
  r->expat = XML_ParserCreate(NULL);
  if (!r->expat)
    mem_exhausted(arena_mem(r->memory));
  XML_SetUserData(r->expat, r);
  XML_SetElementHandler(r->expat, start_element, end_element);
  XML_SetCharacterDataHandler(r->expat, add_data);
  mem_status status = mem_try(arena_mem(r->memory), parse, r);
  bool is_read = status == MEM_OK && (r->status == XML_STATUS_OK || report(r));
  XML_ParserFree(r->expat);
  if (status != MEM_OK)
    mem_exhausted(arena_mem(r->memory));
  return is_read;
}

upp_element *upp_read_xml(arena *memory, diags *d, const char *file, const char *text, size_t length) {
  reader r = {.memory = memory, .d = d, .file = file, .text = text, .length = length};
  if (length > INT_MAX) {
    diag_add(d, DIAG_ERROR, (place){file, 1, 1}, NULL, "the file is too large");
    return NULL;
  }
  bool is_read = read_all(&r);
  vec_free(arena_mem(memory), &r.data);
  vec_free(arena_mem(memory), &r.marks);
  return is_read ? r.root : NULL;
}
