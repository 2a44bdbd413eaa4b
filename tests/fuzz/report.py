"""The lines that a test script prints: `ok - name`, `not ok - name: why`, `skip - name: why`."""
import os
import sys


class Report:
    def __init__(self, prefix):
        self.prefix = prefix
        self.failed = 0
        self.count = 0

    def ok(self, name):
        self.count += 1
        print("ok - %s: %s" % (self.prefix, name), flush=True)

    def fail(self, name, why):
        self.count += 1
        self.failed += 1
        why = (str(why).strip().splitlines() or ["no reason"])[0]
        print("not ok - %s: %s: %s" % (self.prefix, name, why), flush=True)

    def check(self, name, problem):
        """problem: None or "" if all is well, else what is wrong."""
        if problem:
            self.fail(name, problem)
        else:
            self.ok(name)

    def skip(self, what, why):
        print("skip - %s: %s" % (what, why), flush=True)

    def missing(self, what, why):
        """Something that the test needs is not here: to be skipped, but not where the project is built for others."""
        if os.environ.get("CI") == "true":
            self.fail(what, why)
        else:
            self.skip(what, why)

    def status(self):
        return 1 if self.failed or not self.count else 0

    def exit(self):
        sys.exit(1 if self.failed else 0)
