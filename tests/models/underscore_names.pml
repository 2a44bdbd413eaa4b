// Names may begin with an underscore: of variables, records, fields, labels, proctypes, channels and mtype constants.
// expect: violated assertion length=7 shortest states=10
mtype = { _m, __n };
typedef _record {
  byte _a, _b[2]
};
chan _c = [2] of { mtype, _record };
_record _r;

proctype _P(byte _x) {
  _record _s;
  _r._a = _x;
  _r._b[1] = 4;
  _c!_m,_r;
  _c?_m,_s;
_L:
  if
  :: _s._a == 3 && _s._b[1] == 4 -> assert(__n != 1)
  :: else -> goto _L
  fi
}

init {
  run _P(3)
}
