// The tags of an XML document one after the other, as far as trace files need them: text between them is passed over.
#ifndef TRACE_XML_TAGS_H
#define TRACE_XML_TAGS_H

#include "base/arena.h"

enum { XML_ATTRIBUTES = 8 }; // more are passed over

typedef struct xml_tags {
  arena *memory; // for names and values
  const char *at, *end;
  const char *name; // of the tag, "/x" for </x>
  struct {
    const char *name, *value;
  } attributes[XML_ATTRIBUTES];
  uint32_t count;
} xml_tags;

bool xml_next_tag(xml_tags *x);                                 // false = there is none, or what follows is no XML
const char *xml_attribute(const xml_tags *x, const char *name); // "" = it has none

#endif
