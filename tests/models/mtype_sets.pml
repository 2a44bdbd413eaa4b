// Named sets of mtype count on their own.
// expect: satisfied states=4
mtype:fruit = { apple, pear };
mtype:size = { small, medium, large };
mtype:fruit f = pear;
mtype:size s = large;

active proctype A() {
  assert(f == 1 && s == 1);
  assert(apple == 2 && small == 3)
}
