// A field cuts its value to its type, also in a rendezvous and where it is compared.
// expect: violated assertion length=5 shortest
chan c = [0] of { byte, bit };

active proctype S() {
  c!257,3;
  c!258,2
}

active proctype R() {
  byte x;
  bit b;
  c?1,b;
  c?x,0;
  assert(x != 2 || b != 1)
}
