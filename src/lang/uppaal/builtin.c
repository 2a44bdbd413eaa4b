// The built-in constants, types and floating-point functions of UPPAAL 5.
#include "lang/uppaal/parser.h"

#include <string.h>

static const struct {
  const char *name;
  int32_t value;
} CONSTANTS[] = {
    {"INT8_MIN", INT8_MIN},   {"INT8_MAX", INT8_MAX},     {"UINT8_MAX", UINT8_MAX}, {"INT16_MIN", INT16_MIN},
    {"INT16_MAX", INT16_MAX}, {"UINT16_MAX", UINT16_MAX}, {"INT32_MIN", INT32_MIN}, {"INT32_MAX", INT32_MAX},
};

static const struct {
  const char *name;
  int32_t low, high;
} TYPES[] = {
    {"int8_t", INT8_MIN, INT8_MAX}, {"uint8_t", 0, UINT8_MAX},         {"int16_t", INT16_MIN, INT16_MAX},
    {"uint16_t", 0, UINT16_MAX},    {"int32_t", INT32_MIN, INT32_MAX},
};

// Those that return an int or a bool depend on a floating-point number, too.
// clang-format off
static const char *const FLOATING[] = {
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh",
    "erf", "erfc", "exp", "exp2", "expm1", "fabs", "fdim", "fint", "floor", "fma", "fmax", "fmin", "fmod",
    "fpclassify", "hypot", "ilogb", "isfinite", "isinf", "isnan", "isnormal", "isunordered", "ldexp", "lgamma",
    "ln", "log", "log10", "log1p", "log2", "logb", "nextafter", "normal", "pow", "random", "random_arcsine",
    "random_beta", "random_gamma", "random_normal", "random_poisson", "random_tri", "random_weibull", "round",
    "signbit", "sin", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc",
};
// clang-format on

#define COUNT(table) (sizeof(table) / sizeof *(table))

void upp_declare_builtin(upp_parser *p) {
  for (size_t i = 0; i < COUNT(TYPES); i++)
    upp_declare(p, upp_intern(&p->words, TYPES[i].name, strlen(TYPES[i].name)), UPP_BUILTIN_TYPE);
}

static upp_expr *new_number(upp_parser *p, place at, int32_t value) {
  upp_expr *e = upp_new_expr(p, UPP_NUMBER, at);
  e->value = value;
  return e;
}

upp_expr *upp_builtin_constant(upp_parser *p) {
  for (size_t i = 0; i < COUNT(CONSTANTS); i++) {
    if (upp_is_word(p, CONSTANTS[i].name))
      return new_number(p, p->tok.at, CONSTANTS[i].value);
  }
  return NULL;
}

bool upp_builtin_range(upp_parser *p, upp_type *t) {
  for (size_t i = 0; i < COUNT(TYPES); i++) {
    if (p->tok.kind == TOK_NAME && p->tok.word->binding == UPP_BUILTIN_TYPE &&
        !strcmp(p->tok.word->text, TYPES[i].name)) {
      t->kind = UPP_INT;
      t->low = new_number(p, p->tok.at, TYPES[i].low);
      t->high = new_number(p, p->tok.at, TYPES[i].high);
      return true;
    }
  }
  return false;
}

bool upp_is_floating_function(const char *name) {
  for (size_t i = 0; i < COUNT(FLOATING); i++) {
    if (!strcmp(name, FLOATING[i]))
      return true;
  }
  return false;
}
