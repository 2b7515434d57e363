"""Compares `trace -output timeline` on the XSpaces of testdata/xspace with xprof's trace_viewer.

    xprof_trace_test.py PROFILER FOLDER

A folder of FOLDER with expected/trace_viewer.json.gz is a case. Each event that xprof draws on a line
of the file must be among ours on the same line, with the same begin, duration and name, and the
other way round. Lines that xprof derives from others are left out.
"""

import collections
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

DERIVED = re.compile(r"(Framework (Name Scope|Ops)|TensorFlow .*|XLA .*|Source code|Launch Stats)"
                     r"( - from .*)?|.* - from .*")
PICOS = 1e6


def lines(trace, first=None):
    """Events by line: (begin, duration) in picoseconds from the first of all, and the names."""
    names = {(e["pid"], e.get("tid")): e["args"]["name"] for e in trace
             if e.get("ph") == "M" and e["name"] in ("process_name", "thread_name")}
    drawn = [e for e in trace if e.get("ph") in ("X", "i")]
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for event in drawn:
        process = names.get((event["pid"], None), "")
        thread = names.get((event["pid"], event["tid"]), "")
        # Ours puts what overlaps on threads behind the first.
        line = (process, re.sub(r" \(\d+\)$", "", thread))
        when = (round(event["ts"] * PICOS), round(event.get("dur", 0) * PICOS))
        found[line][when].append(event["name"])
    return found


def shifted(line, by):
    return {(begin - by, duration): names for (begin, duration), names in line.items()}


class XprofTraceTest(unittest.TestCase):
    profiler = None
    cases = []

    def draw(self, case):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "trace.json"
            done = subprocess.run(
                [self.profiler, "trace", str(case / "host0.xplane.pb"), "-output",
                 f"timeline:outfile={path}"], capture_output=True, text=True, timeout=60,
                check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            return lines(json.loads(path.read_text())["traceEvents"])

    def test_events(self):
        for case in self.cases:
            with gzip.open(case / "expected/trace_viewer.json.gz", "rt") as stream:
                theirs = lines(json.load(stream)["traceEvents"])
            ours = self.draw(case)
            # Each counts from a zero of its own.
            zero = min(min(line)[0] for line in ours.values())
            their_zero = min(min(line)[0] for (_, name), line in theirs.items()
                             if not DERIVED.fullmatch(name))
            compared = 0
            for (process, thread), line in sorted(theirs.items()):
                if DERIVED.fullmatch(thread):
                    continue
                mine = [l for (p, t), l in ours.items() if t == thread and (
                    p == process or process.startswith("/host"))]
                if not mine and thread == "Steps" and "GPU" in process:
                    continue  # derived: a GPU has no such line of its own
                with self.subTest(case=case.name, process=process, thread=thread):
                    self.assertEqual(len(mine), 1, [key for key in ours])
                    want, got = shifted(line, their_zero), shifted(mine[0], zero)
                    count = lambda events: sum(map(len, events.values()))
                    self.assertEqual(count(got), count(want))
                    self.compare(want, got)
                    compared += count(want)
            self.assertGreater(compared, 50, case)

    def compare(self, want, got):
        """A double of microseconds holds a wall clock's picoseconds only nearly."""
        key = lambda item: item[0]
        for (a, names), (b, mine) in zip(sorted(want.items(), key=key),
                                         sorted(got.items(), key=key)):
            self.assertAlmostEqual(a[0], b[0], delta=1000)
            self.assertAlmostEqual(a[1], b[1], delta=1000)
            for name, own in zip(sorted(names), sorted(mine)):
                # xprof adds the type to the op's name, and its number to a step's.
                self.assertTrue(name.startswith(own) or own.startswith(name), (name, own))


if __name__ == "__main__":
    XprofTraceTest.profiler = sys.argv[1]
    XprofTraceTest.cases = sorted(
        p.parent.parent for p in pathlib.Path(sys.argv[2]).glob("*/expected/trace_viewer.json.gz"))
    assert len(XprofTraceTest.cases) >= 3, XprofTraceTest.cases
    unittest.main(argv=sys.argv[:1])
