// A loop made of gotos: they take no step.
// expect: violated assertion length=9 shortest states=11
byte x;

active proctype A() {
again:
  x++;
  if
  :: x < 4 -> goto again
  :: else -> goto done
  fi;
  assert(false);
done:
  assert(x != 4)
}
