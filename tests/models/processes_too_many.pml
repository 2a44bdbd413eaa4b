// More than 255 processes are an error. (A verifier made by SPIN has room for fewer by default.)
// expect: violated processes length=255 shortest
// spin: no
proctype P() { false }

active proctype A() {
  do
  :: run P()
  od
}
