// Structures in structures, and arrays of them.
// expect: violated assertion length=6 shortest states=8
typedef inner { byte a; bit b[2] };
typedef outer { inner i[2]; short s };
outer o[2];

active proctype A() {
  o[1].i[0].b[1] = 1;
  o[0].i[1].a = 300;
  o[0].s = -1;
  assert(o[1].i[0].b[1] == 1 && o[1].i[1].b[1] == 0);
  assert(o[0].i[1].a == 44 && o[0].s == -1);
  assert(o[0].i[1].a == 300)
}
