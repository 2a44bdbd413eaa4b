// A message that is sent with too many values is an error, once there is room for it.
// expect: violated fields length=3 shortest
chan c = [1] of { byte, byte };
chan wide = [1] of { byte, byte, byte };

active proctype A() {
  c!1,2;
  c!3,4,5
}

active proctype B() {
  c?1,2
}
