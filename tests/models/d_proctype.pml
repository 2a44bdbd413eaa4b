// In a D_proctype two possible statements at once are an error.
// expect: violated choice length=1 shortest
byte x;

active D_proctype A() {
  if
  :: x < 2 -> x = 1
  :: x < 3 -> x = 2
  fi
}
