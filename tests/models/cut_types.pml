// Assignment cuts to the type of the variable.
// expect: satisfied states=18
bit b;
bool t;
byte y;
short s;
unsigned u : 3;
int i;
pid p;

active proctype A() {
  b = 3; t = 2; y = -1; s = 40000; u = 9; i = 2147483647; p = 256;
  assert(b == 1 && t == 0 && y == 255);
  assert(s == 40000 - 65536);
  assert(u == 1 && p == 0);
  y++;
  u--; u--;
  assert(y == 0 && u == 7);
  i = i + 1;
  assert(i < 0 && i == -i)
}
