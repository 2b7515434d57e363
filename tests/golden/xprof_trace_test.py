"""Compares `trace -output timeline` on the XSpaces of testdata/xspace with xprof's trace_viewer.

    xprof_trace_test.py PROFILER FOLDER

A folder of FOLDER with expected/trace_viewer.json.gz is a case. Both files must have the same
events, each on the same line, at the same time and with the same name, except those that xprof
derives from others or leaves out (docs/compat.md).
"""

import collections
import gzip
import json
import pathlib
import re
import sys
import tempfile
import unittest

from run import run

# Whole lines, and single events.
DERIVED_LINE = re.compile(r"Framework (Name Scope|Ops)|Source code|.* - from .*")
DERIVED = {"ThreadpoolListener::Region"}
NOT_DRAWN = {"MemoryAllocation", "MemoryDeallocation", "PrefetchConsume", "PrefetchProduce"}
PICOS = 1_000_000


def events(trace):
    """(process, line, begin, duration, name) of each event, times in picoseconds."""
    names = {(e["pid"], e.get("tid")): e["args"]["name"] for e in trace
             if e.get("ph") == "M" and e["name"] in ("process_name", "thread_name")}
    # Ours adds an id to a thread's name, and draws overlapping events on extra threads after the
    # first.
    line_of = lambda e: re.sub(r"( \(-?\d+\))+$", "", names.get((e["pid"], e["tid"]), ""))
    return [(names.get((e["pid"], None), ""), line_of(e), round(e["ts"] * PICOS),
             round(e.get("dur", 0) * PICOS), e["name"]) for e in trace if e.get("ph") in ("X", "i")]


def shift(theirs, ours):
    """The offset of their times: each file has its own zero."""
    def by_duration(all_events):
        found = collections.defaultdict(list)
        for _, _, begin, duration, _ in all_events:
            found[duration].append(begin)
        return {duration: begins[0] for duration, begins in found.items() if len(begins) == 1}
    mine = by_duration(ours)
    return collections.Counter(begin - mine[duration] for duration, begin
                               in by_duration(theirs).items() if duration in mine).most_common(1)[0][0]


def by_place(all_events, later=0):
    found = collections.defaultdict(list)
    for process, line, begin, duration, name in all_events:
        found[(line, process) if "TPU" in process or "GPU" in process else line,
              begin + later, duration].append(name)
    return found


def same_name(theirs, own):
    """xprof names a host's op by its type, an iterator by its last part, and numbers a step."""
    return (theirs == own or own.endswith(":" + theirs) or theirs.startswith(own + " ")
            or theirs.startswith(own + ":")
            or (own.startswith("Iterator::") and own.endswith(theirs.split("::")[-1])))


class XprofTraceTest(unittest.TestCase):
    cases = []

    def draw(self, case):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "trace.json"
            done = run("trace", case / "host0.xplane.pb", "-output", f"timeline:outfile={path}")
            self.assertEqual(done.returncode, 0, done.stderr)
            return events(json.loads(path.read_text())["traceEvents"])

    def test_events(self):
        for case in self.cases:
            with gzip.open(case / "expected/trace_viewer.json.gz", "rt") as stream:
                theirs = events(json.load(stream)["traceEvents"])
            ours = self.draw(case)
            lines_of_ours = {event[:2] for event in ours}
            theirs = [e for e in theirs if not DERIVED_LINE.fullmatch(e[1]) and e[4] not in DERIVED
                      and not ("GPU" in e[0] and e[:2] not in lines_of_ours)]
            ours = [e for e in ours if e[4] not in NOT_DRAWN]
            want, got = by_place(theirs), by_place(ours, shift(theirs, ours))
            with self.subTest(case=case.name):
                self.assertGreater(len(theirs), 100)
                self.assertEqual(len(theirs), len(ours))
                self.assertEqual(want.keys() - got.keys(), set())
                self.assertEqual(got.keys() - want.keys(), set())
                for place, names in want.items():
                    self.assertEqual(len(names), len(got[place]), place)
                    for name in names:
                        self.assertTrue(any(same_name(name, own) for own in got[place]),
                                        (place, name, got[place]))


if __name__ == "__main__":
    XprofTraceTest.cases = sorted(
        p.parent.parent for p in pathlib.Path(sys.argv[2]).glob("*/expected/trace_viewer.json.gz"))
    assert len(XprofTraceTest.cases) >= 3, XprofTraceTest.cases
    unittest.main(argv=sys.argv[:1])
