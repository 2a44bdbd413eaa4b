// The tags of an XML document one after the other, as trace files need them: text between tags is skipped.
#ifndef TRACE_XML_TAGS_H
#define TRACE_XML_TAGS_H

#include "base/arena.h"

enum { XML_ATTRIBUTES = 8 }; // of a tag; further ones are ignored

typedef struct xml_tags {
  arena *memory; // for names and values
  const char *at, *end;
  const char *name; // of the tag, "/x" for </x>
  struct {
    const char *name, *value;
  } attributes[XML_ATTRIBUTES];
  uint32_t count;
} xml_tags;

bool xml_next_tag(xml_tags *x);                                 // false = there is none, or the rest is not XML
const char *xml_attribute(const xml_tags *x, const char *name); // "" = not present

#endif
