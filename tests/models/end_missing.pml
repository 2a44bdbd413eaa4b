// The same server without the label.
// expect: violated deadlock length=5 shortest states=4
chan c = [0] of { byte };

active proctype Server() {
  byte v;
  do
  :: c?v
  od
}

active proctype Client() {
  c!1;
  c!2
}
