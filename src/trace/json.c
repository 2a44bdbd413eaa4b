#include "trace/json.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// The length of the UTF-8 sequence at text, 0 if there is none. Overlong forms and surrogates are none.
static int sequence(const unsigned char *text) {
  static const struct {
    unsigned char mask, lead;
    uint32_t least;
  } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
  for (int extra = 0; extra < 4; extra++) {
    if ((text[0] & forms[extra].mask) != forms[extra].lead)
      continue;
    uint32_t code = text[0] & (unsigned char)~forms[extra].mask;
    for (int i = 1; i <= extra; i++) {
      if ((text[i] & 0xc0) != 0x80)
        return 0;
      code = code << 6 | (text[i] & 0x3f);
    }
    bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    return code >= forms[extra].least && code <= 0x10ffff && !is_surrogate ? extra + 1 : 0;
  }
  return 0;
}

void json_put_string(FILE *out, const char *text) {
  fputc('"', out);
  while (*text) {
    unsigned char c = (unsigned char)*text;
    int length = sequence((const unsigned char *)text);
    if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
    else if (c == '\n')
      fputs("\\n", out);
    else if (c < 0x20 || c == 0x7f)
      fprintf(out, "\\u%04x", c);
    else if (length == 0)
      fputs("\\ufffd", out);
    else
      fwrite(text, 1, (size_t)length, out);
    text += length == 0 ? 1 : length;
  }
  fputc('"', out);
}
