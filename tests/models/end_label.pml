// A process that waits at an end label is no deadlock.
// expect: satisfied states=4
chan c = [0] of { byte };

active proctype Server() {
  byte v;
end:
  do
  :: c?v
  od
}

active proctype Client() {
  c!1;
  c!2
}
