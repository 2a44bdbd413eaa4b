// After a rendezvous inside an atomic sequence control goes to the receiver if that is inside one as well.
// expect: satisfied states=12
chan c = [0] of { byte };
byte order, last;

active proctype Sender() {
  atomic { c!1; order = order * 10 + 1; last = 1 }
}

active proctype Receiver() {
  byte v;
  atomic { c?v; order = order * 10 + 2; last = 2 }
}

active proctype Watch() {
  assert(!(order == 1 && last == 1))
}
