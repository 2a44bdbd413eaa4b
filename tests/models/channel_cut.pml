// A field cuts its value to its type, when it is sent.
// expect: satisfied states=5
chan c = [1] of { byte, bit, short };

active proctype A() {
  int x, y, z;
  c!257,2,32768;
  c?x,y,z;
  assert(x == 1 && y == 0 && z == -32768)
}
