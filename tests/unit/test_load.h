// Loads a model from a string, for tests of what comes out of a front end: Promela's, unless TEST_LOAD and TEST_ENDING
// say otherwise before this is included.
#ifndef TEST_LOAD_H
#define TEST_LOAD_H

#ifndef TEST_LOAD
#include "lang/promela/promela.h"
#define TEST_LOAD pml_load
#define TEST_ENDING ".pml"
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct loaded {
  mem *m;
  const char *text;
  void (*look)(struct loaded *l);
  diags d;
  network *net; // NULL after errors
  void *front_end;
} loaded;

static void load_and_look(void *argument) {
  loaded *l = argument;
  char name[] = "/tmp/beeline-test-XXXXXX" TEST_ENDING;
  int file = mkstemps(name, sizeof TEST_ENDING - 1);
  assert_true(file >= 0);
  assert_int_equal(write(file, l->text, strlen(l->text)), strlen(l->text));
  close(file);
  l->d = (diags){.memory = arena_new(l->m)};
  l->net = TEST_LOAD(l->d.memory, &l->d, name, NULL, 0, &l->front_end);
  if (l->net)
    net_finish(l->net);
  unlink(name);
  l->look(l);
}

static void with_model(const char *text, void (*look)(loaded *l)) {
  loaded l = {.m = mem_new(0), .text = text, .look = look};
  assert_int_equal(mem_try(l.m, load_and_look, &l), MEM_OK);
  mem_delete(l.m);
}

#endif
