// Prints a state: the location of each process, and the variables and channels that are not 0 or empty.
#ifndef ESTIMATES_SHOW_H
#define ESTIMATES_SHOW_H

#include "space/view.h"
#include <stdio.h>

void show_state(FILE *out, const state_view *v);
void show_action(FILE *out, const state_view *v, const net_action *by); // v: the state before the step

#endif
