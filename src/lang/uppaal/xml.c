// Reads XML into a tree of elements. Nothing outside of the text is read: no DTD and no external entities.
#include "lang/uppaal/parser.h"

#include <expat.h>
#include <limits.h>
#include <string.h>

typedef struct {
  arena *memory;
  const char *file, *text;
  size_t length;
  const char *encoding; // NULL: as the file says
  XML_Parser expat;
  mem_status status; // of what the handlers keep
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

typedef struct { // an event from Expat
  reader *r;
  const XML_Char *text, **attributes;
  int length;
} event;

// Only elements without child elements have a text: the text around child elements is blank.
static void keep_start(void *argument) {
  const event *found = argument;
  reader *r = found->r;
  upp_element *e = ARENA_NEW(r->memory, upp_element);
  e->name = arena_string(r->memory, found->text);
  e->at = here(r);
  read_attributes(r, e, found->attributes);
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

static void keep_end(void *argument) {
  reader *r = ((const event *)argument)->r;
  upp_element *e = r->current;
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

// Expat delivers each line and each entity separately, so one mark for each piece makes all places exact.
static void keep_data(void *argument) {
  const event *found = argument;
  reader *r = found->r;
  place at = here(r);
  mem *m = arena_mem(r->memory);
  uint32_t length = (uint32_t)found->length;
  vec_push(m, &r->marks, ((upp_mark){r->data.count, at.line, at.column}));
  if (length > UINT32_MAX - r->data.count)
    mem_exhausted(m);
  if (r->data.room - r->data.count < length)
    vec_reserve(m, &r->data, r->data.count + length);
  memcpy(r->data.at + r->data.count, found->text, length);
  r->data.count += length;
}

// Expat has its own memory, which must be freed even if ours is exhausted. So the longjmp is caught here, and
// read_all() leaves again after it has freed the parser.
static void keep(void (*work)(void *), event found) {
  reader *r = found.r;
  if (r->status == MEM_OK)
    r->status = mem_try(arena_mem(r->memory), work, &found);
  if (r->status != MEM_OK)
    XML_StopParser(r->expat, XML_FALSE);
}

static void start_element(void *argument, const XML_Char *name, const XML_Char **attributes) {
  keep(keep_start, (event){.r = argument, .text = name, .attributes = attributes});
}

static void end_element(void *argument, const XML_Char *name) { keep(keep_end, (event){.r = argument, .text = name}); }

static void add_data(void *argument, const XML_Char *data, int length) {
  keep(keep_data, (event){.r = argument, .text = data, .length = length});
}

// Bytes above 127 can only be in comments, so it does not matter which characters they are.
static int any_encoding(void *argument, const XML_Char *name, XML_Encoding *encoding) {
  (void)argument;
  (void)name;
  for (int i = 0; i < 256; i++)
    encoding->map[i] = i;
  encoding->data = NULL;
  encoding->convert = NULL;
  encoding->release = NULL;
  return XML_STATUS_OK;
}

// Returns the error, or XML_ERROR_NONE. Allocates nothing for it.
static enum XML_Error read_all(reader *r, place *at) {
  enum XML_Error error = XML_ERROR_NONE;
  r->expat = XML_ParserCreate(r->encoding);
  if (!r->expat)
    mem_exhausted(arena_mem(r->memory));
  XML_SetUserData(r->expat, r);
  XML_SetElementHandler(r->expat, start_element, end_element);
  XML_SetCharacterDataHandler(r->expat, add_data);
  XML_SetUnknownEncodingHandler(r->expat, any_encoding, NULL);
  if (XML_Parse(r->expat, r->text, (int)r->length, XML_TRUE) != XML_STATUS_OK)
    error = XML_GetErrorCode(r->expat);
  *at = here(r);
  XML_ParserFree(r->expat);
  if (error == XML_ERROR_NO_MEMORY)
    mem_exhausted(arena_mem(r->memory));
  if (r->status != MEM_OK)
    mem_leave(arena_mem(r->memory), r->status);
  return error;
}

static bool is_utf16(const char *text, size_t length) {
  return length >= 2 && (!memcmp(text, "\xFE\xFF", 2) || !memcmp(text, "\xFF\xFE", 2));
}

// The number of bytes of the UTF-8 character at text; 0 = there is none. Sequences that are too long are not noticed:
// Expat reports them.
static size_t character_length(const char *text, size_t length) {
  unsigned char first = (unsigned char)*text;
  size_t size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (size > length)
    return 0;
  for (size_t i = 1; i < size; i++)
    if (((unsigned char)text[i] & 0xC0) != 0x80)
      return 0;
  return size;
}

static bool is_forbidden(char c) { return (unsigned char)c < ' ' && c != '\t' && c != '\n' && c != '\r'; }

// UPPAAL reads files that are not quite XML: control characters are skipped, and what is not UTF-8 is read as Latin-1.
static void repair(reader *r) {
  char *text = NULL;
  bool is_utf8 = true;
  if (is_utf16(r->text, r->length))
    return;
  for (size_t i = 0, size; i < r->length; i += size ? size : 1) {
    size = character_length(r->text + i, r->length - i);
    is_utf8 &= size > 0;
    if (!is_forbidden(r->text[i]))
      continue;
    if (!text)
      text = arena_copy(r->memory, r->text, r->length);
    text[i] = ' ';
  }
  r->text = text ? text : r->text;
  r->encoding = is_utf8 ? NULL : "ISO-8859-1";
}

upp_element *upp_read_xml(arena *memory, diags *d, const char *file, const char *text, size_t length) {
  reader r = {.memory = memory, .file = file, .text = text, .length = length};
  place at;
  if (length > INT_MAX) {
    diag_add(d, DIAG_ERROR, (place){file, 1, 1}, NULL, "the file is too large");
    return NULL;
  }
  repair(&r);
  enum XML_Error error = read_all(&r, &at);
  vec_free(arena_mem(memory), &r.data);
  vec_free(arena_mem(memory), &r.marks);
  if (error == XML_ERROR_NONE)
    return r.root;
  diag_add(d, DIAG_ERROR, at, "write < and & in texts as &lt; and &amp;", "XML: %s", XML_ErrorString(error));
  return NULL;
}
