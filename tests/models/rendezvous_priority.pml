// Of two that can receive, the one of the higher priority does; the other one, once that is gone.
// expect: satisfied states=9
// spin: no (it does not combine priorities with rendezvous)
chan q = [0] of { byte };
byte first;

active proctype Sender() priority 1 {
  q!1;
  q!2
}

active proctype Low() priority 2 {
  byte x;
  q?x;
  assert(x == 2)
}

active proctype High() priority 5 {
  byte x;
  q?x;
  assert(x == 1);
  first = 1
}
