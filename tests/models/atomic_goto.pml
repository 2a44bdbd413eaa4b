// A jump out of an atomic sequence gives up control; one into it takes it.
// expect: satisfied states=13
byte x;

active proctype A() {
  byte n;
  atomic {
    x = 1;
again:
    x = 2;
    if
    :: n < 1 -> n++; goto out
    :: else
    fi;
    x = 0
  }
  goto done;
out:
  goto again;
done:
  skip
}

active proctype B() {
  assert(x != 1)
}
