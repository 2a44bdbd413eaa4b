// Rows of 32-bit numbers, packed in one, two or four bytes each, as the greatest of them needs. INT32_MAX, which often
// means infinity, is stored as the greatest number of any width.
#ifndef STORE_NARROW_H
#define STORE_NARROW_H

#include <stdint.h>

// The bytes that each number needs. 4 = not packed, as for a size that is no multiple of 4.
uint32_t narrow_width(const uint8_t *bytes, uint32_t size);
uint32_t narrow_size(uint32_t size, uint32_t width); // of size bytes, in this width
// Equal rows become equal bytes.
void narrow_pack(uint8_t *out, const uint8_t *bytes, uint32_t size, uint32_t width);
void narrow_unpack(uint8_t *out, const uint8_t *packed, uint32_t size, uint32_t width); // size: when unpacked

#endif
