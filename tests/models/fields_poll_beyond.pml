// A poll that compares a constant with a field that messages do not have is an error when the fields before match.
// expect: violated fields length=4 shortest
chan c = [2] of { byte, byte };

active proctype A() {
  c!1,2;
  assert(!(c?[1,3,7]));
  if
  :: c?[2,2,7] -> assert(false)
  :: else
  fi;
  c?[1,2,7]
}
