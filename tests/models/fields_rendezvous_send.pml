// A rendezvous send with the wrong number of fields is an error even if no process receives.
// expect: violated fields length=1 shortest
chan c = [0] of { byte, byte };

active proctype A() {
  c!3
}
