// Two processes go round in circles; a third one needs them at certain places (the example of the causal graph heuristic's
// paper): p1 at L2, then p2 at L2, then both at L0. To get there (--invariant '!(p3@L3)') takes 11 steps.
// expect: violated assertion length=12 shortest

active proctype p1() {
L0: skip;
L1: skip;
L2: skip;
L3: skip;
    goto L0
}

active proctype p2() {
L0: skip;
L1: skip;
L2: skip;
L3: skip;
    goto L0
}

active proctype p3() {
  p1@L2;
  p2@L2;
  p1@L0 && p2@L0;
L3: assert(false)
}
