// The receiver is not inside an atomic sequence: the sender loses control at the rendezvous, takes it back at once.
// expect: violated assertion length=3 shortest states=8
chan c = [0] of { byte };
byte x;

active proctype Sender() {
  atomic { c!1; x = 1; x = 2 }
}

active proctype Receiver() {
  byte v;
  c?v;
  assert(x != 0)
}
