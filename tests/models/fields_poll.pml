// A poll with fewer fields than the message matches its beginning; variables beyond the fields match everything.
// expect: satisfied states=9
chan c = [2] of { byte, byte, byte };
byte x;

active proctype A() {
  c!1,2,3;
  assert(c?[1,2]);
  assert(!(c?[1,3]));
  c!4,5,6;
  assert(c??[4,5] && !(c??[5]));
  assert(c?[1,2,3,x]);
  assert(c?[x] && c??[eval(c?[1,2] + 3)])
}
