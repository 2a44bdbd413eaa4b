// Rows of 32-bit numbers in one, two or four bytes each, whatever the greatest of them needs. The greatest number there
// is, which often stands for none at all, takes no more room than a small one.
#ifndef STORE_NARROW_H
#define STORE_NARROW_H

#include <stdint.h>

// How many bytes each number needs. Bytes that are not whole numbers are kept as they are, which is 4.
uint32_t narrow_width(const uint8_t *bytes, uint32_t size);
uint32_t narrow_size(uint32_t size, uint32_t width); // of size bytes, in this width
// Equal rows become equal bytes.
void narrow_pack(uint8_t *out, const uint8_t *bytes, uint32_t size, uint32_t width);
void narrow_unpack(uint8_t *out, const uint8_t *packed, uint32_t size, uint32_t width); // size: when unpacked

#endif
