#!/usr/bin/env python3
"""Output that programs can use: documents on standard output, the JSON document, trace files, pipes, write errors, help."""
import fcntl
import json
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import BEELINE, ROOT, beeline, run, want, write  # noqa: E402

MODELS = ROOT / "models"

GOOD = "byte x\nactive proctype P() { x = 1; assert(x == 1) }\n"
BAD = "byte x\nactive proctype P() { x = 1; assert(x == 2) }\n"
WRONG = "byte x\nactive proctype P() { x = }\n"
ENDLESS = "int a, b, c\nactive proctype A() { do :: a++ od }\nactive proctype B() { do :: b++ od }\nactive proctype C() { do :: c++; assert(a + b + c - c == a + b) od }\n"
# A rendezvous, a queue, a local array, a process that is started, output, names of constants.
RICH = """mtype = { go, stop }
chan q = [2] of { mtype, byte }
chan r = [0] of { byte }
bool done
proctype Q(byte k) { byte got[2]; r?got[1]; done = true; printf("got %d\\n", got[1]); assert(got[1] + k != 7) }
init { run Q(3); q!go(5); r!4 }
"""
XTA = """clock x; int n;
process P() { state a { x <= 3 }, b; init a; trans a -> b { guard x >= 2; assign n = 1, x = 0; }; }
system P;
"""
ENDLESS_XTA = """int a; int b; int c;
process P() { state s; init s; trans s -> s { assign a = (a + 1) % 30000; }, s -> s { assign b = (b + 1) % 30000; }, s -> s { assign c = (c + 1) % 30000; }; }
system P;
"""


def formats():
    return {row["name"]: row for row in beeline("list", "formats", "--json").json()["formats"]}


def nothing_asked(document):
    """One result, which says that there is none: scripts need not look for an empty list."""
    results = document["results"]
    return len(results) == 1 and (results[0]["verdict"], results[0]["property"]) == ("undecided", None)


def documents_stand_alone(folder):
    path, timed = write(folder, BAD), write(folder, XTA, "m.xta")
    for name, row in formats().items():
        text = name in ("text", "full")
        file = Path(folder, "file")
        asked = [path] if row["untimed"] else [timed, "E<> P.b"]
        ran = beeline("check", *asked, "--trace", name).expect(10 if row["untimed"] else 0)
        beeline("check", *asked, "--trace", "%s=%s" % (name, file), "-q")
        verdict = "violated: " if row["untimed"] else "satisfied: "
        want((ran.out if text else ran.err).startswith(verdict), "%s: no verdict: %r, %r" % (name, ran.out[:80], ran.err[:80]))
        want(("search " in ran.out) == text and ("search " in ran.err) != text, "%s: statistics in the wrong place" % name)
        want(text or ran.out == file.read_text(), "%s: the document differs from the file" % name)
        trace = Path(folder, "t.itf.json")
        beeline("check", *asked, "--trace", "itf=%s" % trace, "-q")
        again = beeline("replay", asked[0], trace, "--trace", name)
        want(text or ("replayed: " in again.err and "replayed: " not in again.out), "%s: replay: %s" % (name, again.out[:80]))


def two_documents_are_refused(folder):
    missing = Path(folder, "missing.pml")  # refused before the model is read: else it would be exit 65
    for options in (["--json", "--trace", "itf"], ["--trace", "itf", "--trace", "dot"], ["--trace", "text", "--json"],
                    ["--trace", "dot=-", "--trace", "itf"], ["--json", "--trace", "dot=/dev/stdout"]):
        ran = beeline("check", missing, *options).expect(64, "both write to standard output")
        want(ran.out == "", ran.out)
    for options in (["--json", "--csv"], ["--csv", "--svg"]):
        want(beeline("compare", missing, *options).expect(64, "standard output").out == "", options)
    path = write(folder, BAD)
    beeline("check", path, "--json", "--trace", "itf=%s" % Path(folder, "t")).expect(10).json()


def json_steps(folder):
    path = write(folder, RICH)
    trace = beeline("check", path, "--json").expect(10).results()[0]["trace"]
    want(len(trace["steps"]) == trace["length"], "%d steps of %d" % (len(trace["steps"]), trace["length"]))
    for number, step in enumerate(trace["steps"], 1):
        want(step["step"] == number, step)
        want({"process", "from", "to", "action", "location", "changes"} <= set(step), sorted(step))
        want(re.match(re.escape(str(path)) + r":\d+$", step["location"]), step)
    want(trace["initial"] == {"done": False, "q": [], "r": []}, trace["initial"])
    by_action = {step["action"]: step for step in trace["steps"]}
    start = next(step for step in trace["steps"] if "run" in step["action"])
    want(start["changes"] == {"Q:1.k": 3, "Q:1.got[0]": 0, "Q:1.got[1]": 0}, start)
    send = next(step for step in trace["steps"] if step["action"].startswith("q!"))
    want(send["changes"] == {"q": [["go", 5]]} and send["process"].endswith(":0"), send)
    receive = next(step for step in trace["steps"] if step["action"].startswith("r?"))
    want(receive["changes"] == {"Q:1.got[1]": 4} and receive["process"] == "Q:1", receive)
    want(any(step["changes"] == {"done": True} for step in trace["steps"]), sorted(by_action))
    want(any(step.get("output") == "got 4\n" for step in trace["steps"]), "no output of printf")
    want(trace["steps"][-1]["fault"] == "assertion", trace["steps"][-1])


def json_steps_are_the_states(folder):
    """The changes applied one after the other give the states of the ITF trace."""
    for path, options in ((write(folder, RICH), []), (MODELS / "telephone.pml", []), (MODELS / "fischer_flawed.xta", [])):
        itf = Path(folder, "t.json")
        trace = beeline("check", path, "--json", "--trace", "itf=%s" % itf, *options).expect(10).results()[0]["trace"]
        values = dict(trace["initial"])
        for step in trace["steps"]:
            values.update(step["changes"])
        last = json.loads(itf.read_text())["states"][-1]
        for name, value in last.items():
            if name not in ("#meta", "processes", "clocks") and not isinstance(value, list):
                want(values[name] == value, "%s: %s is %s, not %s" % (path.name, name, values[name], value))
        for pid, process in enumerate(last["processes"]):
            for name, value in process["vars"].items():
                if not isinstance(value, list):
                    keys = [key for key in ("%s:%d.%s" % (process["process"], pid, name), "%s.%s" % (process["process"], name)) if key in values]
                    want(keys and values[keys[0]] == value, "%s: %s.%s is %s" % (path.name, process["process"], name, value))


def json_timed_steps(folder):
    path = write(folder, XTA, "m.xta")
    trace = beeline("check", path, "E<> P.b", "--json").expect(0).results()[0]["trace"]
    want(trace["initial"] == {"n": 0, "x": 0}, trace["initial"])
    step, = trace["steps"]
    want((step["from"], step["to"], step["delay"], step["time"]) == ("a", "b", 2, 2), step)
    want(step["changes"] == {"n": 1, "x": 0} and step["with"] == [], step)
    with_others = MODELS / "crossing.xml"
    trace = beeline("check", with_others, "E<> Train(0).Bridge", "--json").expect(0).results()[0]["trace"]
    want(any(step["with"] and {"process", "from", "to", "action"} <= set(step["with"][0]) for step in trace["steps"]), trace["steps"])


def json_of_a_long_trace(folder):
    path = write(folder, "int n\nactive proctype P() { do :: n < 60000 -> n++ :: else -> break od; assert(false) }\n")
    trace = beeline("check", path, "--json", "--search", "dfs").expect(10).results()[0]["trace"]
    want(len(trace["steps"]) == trace["length"] > 100000, trace["length"])


def json_of_wrong_input(folder):
    path = write(folder, WRONG)
    for arguments in (["check", path], ["info", path], ["compare", path], ["replay", path, "x"], ["shorten", path, "x"]):
        document = beeline(*arguments, "--json").expect(65).json()
        want(nothing_asked(document) and document["language"] == "promela", document)
        problem = document["diagnostics"][0]
        want((problem["kind"], problem["file"], problem["line"], problem["column"]) == ("error", str(path), 2, 27), problem)
        want("expected" in problem["message"] and "hint" in problem, problem)
    document = beeline("check", Path(folder, "missing"), "--json").expect(65).json()
    want(nothing_asked(document) and document["diagnostics"][0]["file"].endswith("missing"), document)
    good, bad = write(folder, GOOD, "good.pml"), write(folder, BAD, "bad.pml")
    for arguments, status in ((["check", good, "--invariant", "y == 1"], 65), (["check", good, "--search", "nosuch"], 64),
                              (["check", good, "--trace", "xtr=%s/t" % folder], 24), (["compare", good, "--search", "nosuch"], 64)):
        document = beeline(*arguments, "--json").expect(status).json()
        want(nothing_asked(document) and document["diagnostics"][0]["kind"] == "error", document)
    for verb, more in (("check", []), ("replay", ["t"]), ("shorten", ["t"])):
        document = beeline(verb, good, *more, "--trace", "trail=%s/no/such" % folder, "--json").expect(74).json()
        want(nothing_asked(document) and "no/such" in document["diagnostics"][0]["message"], document)
    beeline("compare", good, "--csv=%s/no/such" % folder, "--json").expect(74).json()
    trail = Path(folder, "t.trail")
    beeline("check", bad, "--trace", "trail=%s" % trail, "-q")
    document = beeline("replay", write(folder, "byte x\nactive proctype P() { x == 1; x = 1 }\n", "o.pml"), trail, "--json").expect(65).json()
    want(nothing_asked(document) and "not executable" in document["diagnostics"][0]["message"], document)


def json_has_every_message(folder):
    weights, path = Path(folder, "w"), write(folder, BAD)
    weights.write_text("Q: * 2\n")
    for quiet in ([], ["-q"]):  # what is not printed is still in the document
        messages = beeline("check", path, "--weights", weights, "--json", *quiet).expect(10).json()["diagnostics"]
        want([(m["kind"], m["line"]) for m in messages] == [("warning", 1)], messages)
    claimed = write(folder, "byte x\nactive proctype P() { x = 1 }\nltl p { <> [] (x == 1) }\n", "c.pml")
    ran = beeline("check", claimed, "--json")
    notes = [m for m in ran.json()["diagnostics"] if m["line"] == 3]
    want(notes or len(ran.results()) > 1, "the formula is in neither notes nor results: %s" % ran.out)
    good, old = write(folder, GOOD, "good.pml"), Path(folder, "t")
    beeline("check", path, "--trace", "itf=%s" % old, "-q")
    messages = beeline("check", good, "--json", "--trace", "itf=%s" % old).expect(0).json()["diagnostics"]
    want(len(messages) == 1 and messages[0]["kind"] == "note" and "removed" in messages[0]["message"], messages)
    want(beeline("info", good, "--json").json()["diagnostics"] == [], "info")
    want(beeline("compare", good, "--json", "--search", "bfs").json()["diagnostics"] == [], "compare")


def old_traces_are_removed(folder):
    bad, good = write(folder, BAD, "bad.pml"), write(folder, GOOD, "good.pml")
    timed = write(folder, XTA, "m.xta")
    for name, row in formats().items():
        found, none = (["check", bad], ["check", good]) if row["untimed"] else (["check", timed, "E<> P.b"], ["check", timed, "E<> P.b and n > 5"])
        file = Path(folder, "old." + name)
        beeline(*found, "-q", "--trace", "%s=%s" % (name, file))
        want(file.exists(), "%s: no trace is written" % name)
        ran = beeline(*none, "--trace", "%s=%s" % (name, file))
        want(ran.status in (0, 10) and not file.exists(), "%s: the old trace stays" % name)
        want("removed" in ran.err and file.name in ran.err, "%s: it is removed silently: %s" % (name, ran.err))
        file.write_text("my notes\n")
        beeline(*none, "--trace", "%s=%s" % (name, file)).expect(ran.status, "left as it is")
        want(file.read_text() == "my notes\n", "%s: a file that is no trace is removed" % name)
    undecided, trail = write(folder, ENDLESS, "endless.pml"), Path(folder, "t.trail")
    beeline("check", bad, "-q", "--trace", "trail=%s" % trail)
    beeline("check", undecided, "--max-states", 100, "--trace", "trail=%s" % trail).expect(20, "removed")
    want(not trail.exists(), "an old trace stays beside an undecided verdict")
    beeline("check", good, "--trace", "trail=%s" % trail).expect(0)
    want(not trail.exists(), "a file is created")


def what_is_not_removed(folder):
    bad, good, trail = write(folder, BAD, "bad.pml"), write(folder, GOOD, "good.pml"), Path(folder, "t.trail")
    beeline("check", bad, "-q", "--trace", "trail=%s" % trail)
    content = trail.read_text()
    for arguments, status in (([write(folder, WRONG)], 65), ([good, "--search", "nosuch"], 64), ([good, "--invariant", "nosuch"], 65)):
        beeline("check", *arguments, "--trace", "trail=%s" % trail).expect(status)  # no verdict, so nothing is out of date
        want(trail.read_text() == content, "%s changed the trace" % arguments)
    beeline("check", good, "--trace", "trail=/dev/null").expect(0)
    want(os.path.exists("/dev/null"), "a device is removed")
    for path in (bad, good):
        text = path.read_text()
        beeline("check", path, "--trace", "text=%s" % path).expect(64, "overwrite the model")
        want(path.read_text() == text, "the model was overwritten")


def pipes_end_quietly(folder):
    path = write(folder, "byte x\nactive proctype P() { do :: x < 200 -> x++ :: else -> break od; assert(x == 7) }\n")
    good = write(folder, GOOD, "good.pml")
    for arguments, status in ((["check", path], 10), (["check", path, "--json"], 10), (["check", path, "--trace", "full"], 10),
                              (["check", good], 0), (["check", good, "--json"], 0), (["list"], 0), (["--help"], 0), (["info", path], 0),
                              (["compare", path, "--search", "bfs"], 0), (["--generate", "man"], 0)):
        reader, writer = os.pipe()
        os.close(reader)
        ran = beeline(*arguments, stdout=writer)
        os.close(writer)
        want(ran.status == status, "%s: exit %d, not %d" % (arguments, ran.status, status))
        want(ran.err == "", "%s: %s" % (arguments, ran.err))
    ran = subprocess.run("%s check %s --trace full | head -n 1; echo ${PIPESTATUS[0]}" % tuple(map(shlex.quote, (BEELINE, str(path)))),
                         shell=True, executable="/bin/bash", capture_output=True, text=True)
    want(ran.stdout.splitlines()[1:] == ["10"] and not ran.stderr, ran)


def write_errors(folder):
    if not os.path.exists("/dev/full"):
        return "no /dev/full"
    bad, good, endless = write(folder, BAD, "bad.pml"), write(folder, GOOD, "good.pml"), write(folder, ENDLESS, "e.pml")
    timed, limit = write(folder, XTA, "m.xta"), ["--max-states", "100"]
    with open("/dev/full", "w") as full:
        for arguments, status, verdict in (
                (["check", bad], 10, "violated"), (["check", bad, "--json"], 10, "violated"), (["check", bad, "--trace", "itf"], 10, "violated"),
                (["check", bad, "--trace", "full"], 10, "violated"), (["check", good], 0, "satisfied"), (["check", endless, *limit], 20, "undecided"),
                (["check", good, "--json"], 74, "satisfied"), (["check", endless, "--json", *limit], 74, "undecided"),
                (["check", timed, "E<> P.b", "--trace", "itf"], 74, "satisfied")):
            ran = beeline(*arguments, stdout=full).expect(status, "standard output")
            want(ran.err.count(verdict + ": ") == 1, "%s: %s" % (arguments, ran.err))
    beeline("check", bad, "--trace", "itf=/dev/full").expect(10, "violated: ", "cannot write '/dev/full'")
    beeline("check", bad, "--trace", "itf=/dev/full", "--json").expect(10).json()
    beeline("check", timed, "E<> P.b", "--trace", "itf=/dev/full").expect(74, "satisfied: ", "cannot write '/dev/full'")
    other = Path(folder, "other.itf.json")  # one that fails does not keep the others from being written
    beeline("check", bad, "--trace", "itf=/dev/full", "--trace", "itf=%s" % other).expect(10)
    want(json.loads(other.read_text())["states"], "the second trace is not written")


def impossible_formats(folder):
    path = write(folder, ENDLESS)
    for options, status in ((["--trace", "xtr"], 24), (["--trace", "nosuch"], 64), (["--trace", "trail=%s/no/such" % folder], 74)):
        beeline("check", path, "--time-limit", 20, *options, timeout=10).expect(status)
    beeline("check", write(folder, ENDLESS_XTA, "m.xta"), "A[] true", "--trace", "trail", "--time-limit", 20, timeout=10).expect(24, "time")


def quiet_names_the_model(folder):
    good, bad, timed = write(folder, GOOD, "good.pml"), write(folder, BAD, "bad.pml"), write(folder, XTA, "m.xta")
    for path, verdict in ((good, "satisfied"), (bad, "violated")):
        want(beeline("check", "-q", path).out.startswith("%s: %s: " % (path, verdict)), path)
    lines = beeline("check", "-q", timed, "E<> P.b", "A[] not P.b").expect(10).lines
    want(len(lines) == 2 and all(line.startswith("%s: " % timed) for line in lines), lines)
    trail = Path(folder, "t.trail")
    beeline("check", bad, "--trace", "trail=%s" % trail)
    want(beeline("replay", "-q", bad, trail).out == "%s: replayed: 2 steps, ending in an error: assertion failed: (x == 2)\n" % bad, "replay")
    want(not beeline("check", good).out.startswith(str(good)), "the model is named without -q")


def shown_on_a_terminal(arguments, columns):
    """What is written to standard error if that is a terminal of so many columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([BEELINE] + [str(a) for a in arguments], stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    shown = b""
    while True:
        try:
            piece = os.read(master, 4096)
        except OSError:
            piece = b""
        if not piece:
            break
        shown += piece
    process.communicate()
    os.close(master)
    return shown.decode()


def progress(folder):
    path = write(folder, ENDLESS_XTA, "a model.xta")
    queries = ["A[] a + b + c >= 0 and a >= 0 and b >= 0 and c >= 0", "A[] P.s"]
    for columns in (40, 200):
        shown = shown_on_a_terminal(["check", path, *queries, "--search", "bfs", "--time-limit", "1.5"], columns)
        lines = [re.sub(r"\x1b\[\w", "", line) for line in shown.split("\r") if "states" in line or "query" in line]
        want(lines and max(map(len, lines)) < columns, "%d columns: %s" % (columns, lines))
        want(all("query 1 of 2: A[] a + b" in line or "query 2 of 2: A[] P.s" in line for line in lines), lines)
        want(columns == 40 or any(re.search(r"states  .*/s  open .* s$", line) for line in lines), lines)
    ran = beeline("check", path, queries[0], "--search", "bfs", "--time-limit", "1.5", "--progress").expect(21)
    want(re.search(r"^A\[\] a \+ b .*  [\d,]+ states  ", ran.err, re.M), ran.err)


def languages_by_content(folder):
    tck = "system:s\nevent:e\nprocess:P\nlocation:P:l{initial:}\n"
    for name, text in (("promela", GOOD), ("promela", "#include \"x.h\"\n"), ("promela", "int state;\nint process\nactive proctype P() { state = 1 }\n"),
                       ("uppaal", XTA), ("uppaal", "const int N = 2;\ntypedef int[0,N] Pid;\nint v;\n" + XTA.replace("int n", "Pid n")),
                       ("uppaal", (MODELS / "crossing.xml").read_text()), ("uppaal", "\ufeff\n" + (MODELS / "crossing.xml").read_text()),
                       ("tchecker", tck), ("tchecker", "# a remark\n\n" + tck)):
        path = write(folder, text, "model")
        for arguments, how in ((["info", "--json", path], {}), (["info", "--json", "-"], {"input": text}),
                               (["info", "--json", "-"], {"stdin": open(path)})):
            got = beeline(*arguments, **how).json()["language"]
            want(got == name, "%s instead of %s for %r (%s)" % (got, name, text[:40], arguments[2]))
    beeline("check", "-", input=BAD).expect(10, "<stdin>:2")
    beeline("check", "-", "E<> P.b", input=XTA).expect(0, "satisfied")
    beeline("check", "-", "--lang", "promela", input=BAD).expect(10)
    beeline("check", "-", input="what is this").expect(65, "<stdin>: error: cannot recognise", "--lang")
    beeline("check", "-", input="").expect(65, "<stdin>: error: the file is empty")
    beeline("check", write(folder, "", "empty")).expect(65, "the file is empty")
    beeline("check", write(folder, "a\0b", "binary")).expect(65, "not a text file")
    beeline("check", write(folder, "<html><body/></html>", "page")).expect(65, "cannot recognise")


def finished_census(folder):
    bad = write(folder, BAD)
    out = beeline("check", bad, "--census").expect(0).out
    want(out.startswith("census: 4 states") and "there are errors" in out and "satisfied" not in out, out)
    out = beeline("check", write(folder, GOOD), "--census", "-q").expect(0).out
    want(out == "%s: census: 4 states outside atomic sequences\n" % bad, out)
    out = beeline("check", write(folder, ENDLESS), "--census", "--max-states", 100).expect(20).out
    want(out.startswith("undecided: ") and "so far" in out, out)
    wide = write(folder, "byte a, b\nactive proctype A() { do :: a < 9 -> a++ od }\nactive proctype B() { do :: b < 9 -> b++ od }\n")
    beeline("check", wide, "--census", "--search", "beam:k=2,broaden=no", "--heuristic", "zero").expect(20, "undecided")


def completions(folder):
    for name in ("my model.pml", "other.pml", "weights of mine", "it's"):
        Path(folder, name).write_text("")

    def completed(*words, breaks="="):
        given = []
        for word in words:
            given += [part for part in re.split("(=)", word) if part or word == ""] if breaks else [word]
        script = beeline("--generate", "bash").out + """
COMP_WORDS=(beeline %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _beeline; printf '%%s\\n' "${COMPREPLY[@]}"
""" % " ".join(map(shlex.quote, given))
        ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=folder)
        want(not ran.stderr, ran.stderr)
        return sorted(ran.stdout.split("\n")[:-1])

    for words, replies in ((["check", "my"], ["my model.pml"]), (["check", r"my\ m"], ["my model.pml"]), (["check", "'my m"], ["my model.pml"]),
                           (["check", "--weights", "wei"], ["weights of mine"]), (["check", "--weights=wei"], ["weights of mine"]),
                           (["check", "--weights="], sorted(os.listdir(folder))), (["check", "--search=df"], ["dfbnb", "dfs"]),
                           (["check", "--trace", "it"], ["itf"]), (["check", "--trace=it"], ["itf"]), (["check", "--trace", "itf=my"], ["my model.pml"]),
                           (["check", "--trace=itf=my"], ["my model.pml"]), (["compare", "--csv=oth"], ["other.pml"]), (["check", "--color="], ["always", "auto", "never"]),
                           (["check", "--seed", ""], [""]), (["check", "--thr"], [""]), (["shorten", "--heuristic", ""], ["fsm", "hamming"]),
                           (["list", "form"], ["formats"]), (["help", "sho"], ["shorten"]), (["check", "-o", ""], ["0", "1"]), (["convert", "-o", "oth"], ["other.pml"])):
        want(completed(*words) == replies, "%s gives %s" % (words, completed(*words)))
    for words, replies in ((["check", "--search=df"], ["--search=dfbnb", "--search=dfs"]), (["check", "--weights=wei"], ["--weights=weights of mine"]),
                           (["check", "--trace", "itf=my"], ["itf=my model.pml"]), (["check", "--trace=itf=my"], ["--trace=itf=my model.pml"])):
        want(completed(*words, breaks="") == replies, "%s in one word gives %s" % (words, completed(*words, breaks="")))
    for shell in ("zsh", "fish"):
        text = beeline("--generate", shell).out
        want("--threads" not in text and "threads" not in text, shell)
        if subprocess.run(["which", shell], capture_output=True).returncode == 0:
            ran = subprocess.run([shell, "-n"], input=text, capture_output=True, text=True)
            want(ran.returncode == 0, ran.stderr)
    want('compset -P "*="' in beeline("--generate", "zsh").out, "zsh has no files after --trace FORMAT=")


def help_tells_the_truth(folder):
    """What the help of a verb lists works, and what it does not list is refused."""
    verbs = ("check", "replay", "shorten", "info", "compare", "convert", "list", "help")
    texts = {verb: beeline(verb, "--help").expect(0).out for verb in verbs}
    listed = {verb: set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", text, re.M)) for verb, text in texts.items()}
    everything = set().union(*listed.values())
    path = write(folder, BAD)
    for verb in verbs:
        want(beeline("help", verb).expect(0).out == texts[verb], "help %s" % verb)
        for option in sorted(everything - listed[verb]):
            beeline(verb, "--" + option, path, path).expect(64, "has no option --" + option)
    want("threads" not in everything, "--threads is offered")
    beeline("check", path, "--threads", "1").expect(64, "there is no option --threads")
    trail = Path(folder, "t.trail")
    beeline("check", path, "--trace", "trail=%s" % trail)
    names = {verb: {option: re.search(r"--%s NAME.*?\(([a-z -]+)\)" % option, " ".join(texts[verb].split())).group(1).split()
                    for option in ("search", "heuristic")} for verb in ("check", "shorten")}
    want(set(names["shorten"]["heuristic"]) == {"fsm", "hamming"} and "bfs" not in names["shorten"]["search"], names["shorten"])
    want("fsm" not in names["check"]["heuristic"], names["check"])
    for option, values in names["shorten"].items():
        for value in values:
            beeline("shorten", path, trail, "--" + option, value, "-q").expect(10)
    for value in set(names["check"]["search"]) - set(names["shorten"]["search"]):
        beeline("shorten", path, trail, "--search", value, "-q").expect(64, value, "shorten --help")
    beeline("help", "nosuch").expect(64, "nosuch")


def no_verdict_without_a_check(folder):
    path, trail = write(folder, BAD), Path(folder, "t.trail")
    beeline("check", path, "--trace", "trail=%s" % trail)
    for arguments, status in ((["shorten", "--search", "bfs", "-q", path, trail], 64), (["shorten", "--heuristic", "dl", path, trail], 64),
                              (["shorten", path, trail, "--invariant", "x <"], 65), (["check", path, "--search", "nosuch"], 64),
                              (["shorten", path, trail, "--property", "deadlock"], 65), (["check", path, "--trace", "xtr"], 24)):
        want(beeline(*arguments).expect(status).out == "", "%s prints a verdict" % arguments)


def compare_marks_proofs(folder):
    out = beeline("compare", "-q", MODELS / "telephone.pml", "--search", "bfs,astar,greedy", "--heuristic", "dl,formula").expect(0).out
    want("17 steps, proved: bfs, astar dl; without proof: astar formula, greedy formula\n" in out, out)
    out = beeline("compare", "-q", MODELS / "telephone.pml", "--search", "greedy", "--heuristic", "formula").expect(0).out
    want("17 steps, not proved: greedy formula\n" in out, out)


def first_messages(folder):
    good, bad = write(folder, GOOD, "good.pml"), write(folder, BAD, "bad.pml")
    for arguments, status, texts in (
            ([], 64, ["beeline check MODEL"]), (["help"], 0, ["Verbs:"]), (["check"], 64, ["missing", "beeline check MODEL"]), (["check", ""], 64, ["name of the model is empty"]),
            (["check", good, bad], 64, ["is a file, not a property", "takes one model"]), (["check", folder], 65, ["Is a directory"]),
            (["check", write(folder, XTA, "m.xta"), "-DN=1"], 65, ["no preprocessor", "-DN=1"])):
        ran = beeline(*arguments).expect(status, *texts)
        want(status == 0 or (ran.out == "" and "error: " in ran.err), ran.out)


TESTS = [documents_stand_alone, two_documents_are_refused, json_steps, json_steps_are_the_states, json_timed_steps, json_of_a_long_trace,
         json_of_wrong_input, json_has_every_message, old_traces_are_removed, what_is_not_removed, pipes_end_quietly, write_errors, impossible_formats,
         quiet_names_the_model, progress, languages_by_content, finished_census, completions, help_tells_the_truth,
         no_verdict_without_a_check, compare_marks_proofs, first_messages]

run("output", TESTS)
