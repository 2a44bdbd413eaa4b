// Mutual exclusion with a test and a set in two steps.
// expect: violated assertion length=7 shortest states=69
bool taken;
byte inside;

active [2] proctype P() {
  !taken;
  taken = true;
  inside++;
  assert(inside == 1);
  inside--;
  taken = false
}
