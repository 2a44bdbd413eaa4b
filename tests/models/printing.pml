// printf and printm are steps that change nothing.
// expect: violated assertion length=4 shortest states=6
mtype = { hello };
byte x;

active proctype A() {
  printf("x is %d, %e\n", x, hello);
  printm(hello);
  x = 1;
  assert(x == 0)
}
