// The instructions that guards and effects are compiled to. An instruction works on registers (small integers, numbered
// by the depth of the expression tree), on cells at fixed offsets from the start of the vector (G), of the moving
// process's frame (L) or of the machine's scratch cells (S), and on channels. r is registers + d.
#ifndef EXEC_CODE_H
#define EXEC_CODE_H

#include "exec/layout_plan.h"

typedef struct insn {
  uint16_t op;
  uint16_t d;
  int32_t a, b;
  int32_t jump; // relative to the instruction itself
} insn;

enum { CODE_MAX_REGISTERS = 1 << 14 };

#define CODE_COMPARISONS(X, ...)                                                                                       \
  X(EQ, ==, __VA_ARGS__)                                                                                               \
  X(NE, !=, __VA_ARGS__)                                                                                               \
  X(LT, <, __VA_ARGS__)                                                                                                \
  X(LE, <=, __VA_ARGS__)                                                                                               \
  X(GT, >, __VA_ARGS__)                                                                                                \
  X(GE, >=, __VA_ARGS__)

// Families come as one instruction for each width or comparison, in the order of the tables: OP_LOAD_G + width.
#define CODE_OPERATIONS(X)                                                                                             \
  X(TRUE)  /* the end: enabled, or done */                                                                             \
  X(FALSE) /* the end: not enabled */                                                                                  \
  X(FAULT) /* the end: fault a */                                                                                      \
  X(VALUE) /* the end: the result is r[0] */                                                                           \
  X(JUMP)                                                                                                              \
  X(JUMP_ZERO) /* if r[0] is 0 */                                                                                      \
  X(JUMP_NOT_ZERO)                                                                                                     \
  X(CONST)      /* r[0] = a */                                                                                         \
  X(ADD_CONST)  /* r[0] += a */                                                                                        \
  X(TABLE)      /* r[0] = constant cell r[0] of variable a, which has b cells */                                       \
  X(CHECK)      /* r[0] must be an index below b */                                                                    \
  X(ROW)        /* r[0] = r[0] * b + r[1], r[1] checked to be below b */                                               \
  X(CUT)        /* r[0] to the low a bits, unsigned */                                                                 \
  X(CUT_SIGNED) /* r[0] to the low a bits, signed */                                                                   \
  X(RANGE)      /* r[0] must be within a .. b */                                                                       \
  X(PID)                                                                                                               \
  X(PROCESSES)                                                                                                         \
  X(FIRST) /* r[0] = the first process of template a, or -1 */                                                         \
  X(LAST)                                                                                                              \
  X(TIMEOUT)                                                                                                           \
  X(UNLABELLED)                                                                                                        \
  X(ENABLED) /* r[0] = process r[0] has an enabled edge */                                                             \
  X(PC)                                                                                                                \
  X(PRIORITY)                                                                                                          \
  X(AT)           /* r[0] = process r[0] is of template a and at a location of the set b */                            \
  X(REMOTE)       /* if process r[0] is not of template a: r[0] = 0 and jump */                                        \
  X(REMOTE_LOAD)  /* r[0] = variable a, cell r[1], of process r[0] */                                                  \
  X(CHANNEL)      /* r[0] must be a channel */                                                                         \
  X(FIELDS)       /* the messages of channel r[0] must have b fields */                                                \
  X(PEEK_FIELDS)  /* they must have enough fields to peek at b of them */                                              \
  X(LENGTH)       /* r[0] = messages in channel r[0] */                                                                \
  X(FULL)         /* r[0] = is channel r[0] full */                                                                    \
  X(SEND_TEST)    /* jump if channel r[0] is full; must have b fields; a rendezvous channel: the end */                \
  X(RECEIVE_TEST) /* jump if channel r[0] is empty; a rendezvous channel: jump, or fault a */                          \
  X(BUFFER_TEST)  /* a rendezvous channel: fault a */                                                                  \
  X(FIND)   /* jump if no message of channel r[0] matches values r[2..] by pattern list a; r[1] = its position */      \
  X(FIELD)  /* r[2] = field a of message r[1] of channel r[0]; of one field only: 0 beyond it */                       \
  X(SEND)   /* r[1..] to channel r[0], sorted if a */                                                                  \
  X(SEND_G) /* r[0..] to the channel of type b at offset a */                                                          \
  X(SEND_L)                                                                                                            \
  X(REMOVE)   /* message r[1] from channel r[0] */                                                                     \
  X(REMOVE_G) /* the oldest message from the channel of type b at offset a */                                          \
  X(REMOVE_L)                                                                                                          \
  X(OFFER)       /* the end: a rendezvous is offered on channel a */                                                   \
  X(MEET)        /* jump if r[0] is not the channel of the rendezvous */                                               \
  X(MEET_FIELD)  /* as HANDED, but like FIELD beyond the message */                                                    \
  X(MEET_FIELDS) /* the rendezvous message must have b fields */                                                       \
  X(HANDED)      /* r[0] = field a of the rendezvous message */                                                        \
  X(HAND)        /* sends the b values r[1..] by rendezvous on channel r[0] */                                         \
  X(ASSERT)      /* assertion a is reached */                                                                          \
  X(ASSERT_FAILED)                                                                                                     \
  X(RUN)          /* r[0] = new process of run a with arguments r[0..] */                                              \
  X(END)          /* the end: the moving process ends */                                                               \
  X(SET_PRIORITY) /* of process r[0] to r[1] */                                                                        \
  X(BLOCK)        /* a block begins: its steps are counted from 0 */                                                   \
  X(STEP)         /* counts a step in a block */                                                                       \
  X(IS_YOUNGEST)  /* jump if the moving process is not the youngest */                                                 \
  X(NUMBER)       /* r[0] = number of the own process's channel a */                                                   \
  X(CALL)         /* runs block a; no register from r[0] on is in use */                                               \
  X(SET_CLOCK)    /* clock r[0] = clock r[1] + r[2] */

// family, of widths: for G, L and S each
#define CODE_CELL_FAMILIES(X)                                                                                          \
  X(LOAD)        /* r[0] = cell at a */                                                                                \
  X(STORE)       /* cell at a = r[0] */                                                                                \
  X(LOAD_INDEX)  /* r[0] = cell r[0] of b from a on */                                                                 \
  X(STORE_INDEX) /* cell r[1] of b from a on = r[0] */                                                                 \
  X(STORE_CONST) /* cell at a = b */                                                                                   \
  X(ADD_TO)      /* cell at a += b */

// family, of comparisons: the jump is taken if it holds
#define CODE_JUMP_FAMILIES(X)                                                                                          \
  X(JUMP_IF)        /* r[0] with r[1] */                                                                               \
  X(JUMP_IF_CONST)  /* r[0] with b */                                                                                  \
  X(JUMP_IF_BYTE_G) /* byte at a with b */                                                                             \
  X(JUMP_IF_BYTE_L)                                                                                                    \
  X(JUMP_IF_BYTE_S)

typedef enum {
#define X(name) OP_##name,
  CODE_OPERATIONS(X)
#undef X
#define X(name, arity, text, precedence, value) OP_##name,
      EXPR_OPERATORS(X) // r[0] = r[0] op r[1]; no code has AND and OR, which evaluate only what they need
#undef X
#define WIDTH(width, type, op) op##_##width,
#define X(name)                                                                                                        \
  CELL_WIDTHS(WIDTH, OP_##name##_G)                                                                                    \
  CELL_WIDTHS(WIDTH, OP_##name##_L)                                                                                    \
  CELL_WIDTHS(WIDTH, OP_##name##_S)
  CODE_CELL_FAMILIES(X)
#undef X
#undef WIDTH
#define COMPARISON(name, symbol, op) op##_##name,
#define X(name) CODE_COMPARISONS(COMPARISON, OP_##name)
      CODE_JUMP_FAMILIES(X)
#undef X
#undef COMPARISON
          CODE_OP_COUNT
} code_op;

#endif
