#!/usr/bin/env python3
"""usage: tests/run.py BUILD...

Runs every test: the unit tests of each build (cmocka, as TAP) and every executable tests/test_*.py and tests/test_*.sh,
which print lines `ok - name`, `not ok - name: why`, `skip - name: why`. The last line printed counts them all.

If a build counts what is executed (-Db_coverage=true), the quicker scripts are run with its program as well, and the lines and
branches that were executed are printed for each folder of src.
"""
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

TIME_LIMIT = 450
TESTS = Path(__file__).resolve().parent
COUNTED = ("test_cli.py", "test_models.py", "test_reduction.py", "test_timed.py")
LINE = re.compile(r"(ok|not ok|skip)\b(?:\s+\d+)?(?:\s+-)?\s*(.*)")


class Outcome:
    def __init__(self, name):
        self.name = name
        self.passed = 0
        self.failed = []
        self.skipped = []
        self.seconds = 0.0
        self.output = ""


def count(outcome, status):
    for line in outcome.output.splitlines():
        match = LINE.match(line)
        if not match:
            continue
        word, what = match.groups()
        if word == "skip" or re.search(r"#\s*skip", what, re.IGNORECASE):
            outcome.skipped.append(re.sub(r"#\s*skip\s*", "", what, flags=re.IGNORECASE))
        elif word == "ok":
            outcome.passed += 1
        else:
            outcome.failed.append(what)
    plan = re.search(r"^1\.\.(\d+)", outcome.output, re.MULTILINE)
    reported = outcome.passed + len(outcome.failed) + len(outcome.skipped)
    if status != 0 and not outcome.failed:
        how = f"signal {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
        outcome.failed.append(f"ended with {how}")
    elif plan and int(plan.group(1)) != reported:
        outcome.failed.append(f"reported {reported} of {plan.group(1)} tests")
    elif reported == 0:
        outcome.failed.append("reported no test")


def run(name, command, settings):
    outcome = Outcome(name)
    environment = dict(os.environ, **settings, CMOCKA_MESSAGE_OUTPUT="TAP", ASAN_OPTIONS="allocator_may_return_null=1",
                       UBSAN_OPTIONS="print_stacktrace=1")
    start = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               stdin=subprocess.DEVNULL, cwd=TESTS.parent, env=environment, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=TIME_LIMIT)
        late = False
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        late = True
    outcome.seconds = time.monotonic() - start
    outcome.output = output.decode(errors="replace")
    count(outcome, process.returncode)
    if late:
        outcome.failed.append(f"took more than {TIME_LIMIT} seconds")
    return outcome


def counts(build):
    """Does it count what is executed?"""
    return any(build.glob("*.p/*.gcno"))


def find(builds):
    # Scripts first: they take longest.
    for script in sorted(TESTS.glob("test_*")):
        if script.suffix in (".py", ".sh"):
            yield script.name, [script], {}
    for build in builds:
        for name in COUNTED if counts(build) else ():
            yield f"{build.name}: {name}", [TESTS / name], {"BEELINE": str(build / "beeline")}
        for source in sorted((TESTS / "unit").glob("test_*.c")):
            yield f"{build.name}: {source.stem}", [build / "tests" / source.stem], {}


def guarded(name, command, settings):
    try:
        return run(name, command, settings)
    except OSError as problem:
        outcome = Outcome(name)
        outcome.failed.append(str(problem))
        return outcome


def main():
    builds = [Path(argument).resolve() for argument in sys.argv[1:]]
    passed, failed, skipped = 0, 0, 0
    counting = [build for build in builds if counts(build)]
    for build in counting:
        for data in build.rglob("*.gcda"):
            data.unlink()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        jobs = [pool.submit(guarded, *test) for test in find(builds)]
        for job in concurrent.futures.as_completed(jobs):
            outcome = job.result()
            passed += outcome.passed
            failed += len(outcome.failed)
            skipped += len(outcome.skipped)
            print(f"{'FAIL' if outcome.failed else 'ok  '} {outcome.name}: {outcome.passed} passed"
                  f" ({outcome.seconds:.1f} s)", flush=True)
            for what in outcome.skipped:
                print(f"     skip - {what}")
            if outcome.failed:
                print("".join(f"     | {line}\n" for line in outcome.output.splitlines()[-200:]), end="")
            for what in outcome.failed:
                print(f"     not ok - {what}", flush=True)
    for build in counting:
        failed += subprocess.run([TESTS / "tools" / "coverage.py", build]).returncode != 0
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
