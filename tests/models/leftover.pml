// Messages that are left at the end are fine.
// expect: satisfied states=4
chan c = [2] of { byte };

active proctype A() {
  c!1;
  c!2
}
