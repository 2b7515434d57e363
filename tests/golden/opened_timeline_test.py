"""Opens timelines as profiles: the answers match those of the profiles that they were drawn from.

    opened_timeline_test.py PROFILER TESTDATA [Class.test]

tfprof's timelines (TESTDATA/*/expected/*tl_*), the program's own, and xprof's trace_viewer.
"""

import collections
import glob
import json
import os
import pathlib
import tempfile
import unittest

import trace_files
from trace_files import answer, events_of, info, slices_in, told, traces


def by_op(files, options=""):
    """The cpu and accelerator time and runs of each op that ran, by its name."""
    rows = answer(files, f"scope -select micros,occurrence -max_depth 1000000 {options}")["rows"]
    return {row["name"]: (row["cpu_micros"], row["accelerator_micros"], row["run_count"])
            for row in rows if row.get("run_count")}


class Timelines(unittest.TestCase):
    """A timeline that is opened again gives the answers of the profile that it was drawn from."""

    def cases(self):
        for folder in sorted(path.parent for path in pathlib.Path(trace_files.TESTDATA).glob("*/cases.json")):
            for case in json.loads((folder / "cases.json").read_text()):
                for name in case.get("produced", {}):
                    path = folder / "expected" / f"{case['id']}.out.{name}"
                    path = path if path.exists() else path.with_name(path.name + ".gz")
                    if "timeline" in case.get("command", "") and path.exists():
                        yield folder, case, str(path)

    def test_of_the_graph(self):
        compared = 0
        for folder, case, path in self.cases():
            # Durations of centuries are not drawn.
            if not case["command"].startswith("graph") or not events_of(path) or "huge" in path:
                continue
            step = path.removesuffix(".gz").rsplit("_", 1)[1]
            profile = by_op([folder / case["inputs"]["profile_path"]], f"-step {step}")
            timeline = by_op([path])
            events = events_of(path)
            place = {event["pid"]: event["args"]["name"] for event in events if event["ph"] == "M"}
            drawn = collections.Counter((event["name"], "stream" in place[event["pid"]])
                                        for event in events if event["ph"] == "X")
            # tfprof draws one of several executions that begin on a lane at the same time; with a
            # filter, only the ops that match.
            whole = {name: ran for name, ran in profile.items()
                     if drawn[name, False] >= ran[2] and (drawn[name, True] or not ran[1])}
            with self.subTest(timeline=path):
                self.assertEqual({name: timeline.get(name) for name in whole}, whole)
                self.assertEqual(set(timeline), {name for name, _ in drawn})
                if "regexes" not in case["command"] and "lstm" not in path:
                    self.assertGreaterEqual(len(whole), 0.98 * len(profile))
            compared += 1
        self.assertGreater(compared, 10)

    def test_of_scope_and_code(self):
        compared = 0
        for _, case, path in self.cases():
            if case["command"].startswith("graph"):
                continue
            with self.subTest(timeline=path):
                # A row's time includes that of the rows below it.
                slices = sum(event["ph"] == "X" for event in events_of(path))
                totals, problems = info(path)
                lost = problems["bad_event"]  # a duration of centuries
                self.assertEqual(problems["synthetic_times"] + lost, slices)
                self.assertEqual(totals["events"] + lost, slices)
                self.assertEqual(by_op([path]), {})
            compared += 1
        self.assertGreater(compared, 5)

    def test_of_our_own(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, command in (("mlp/profile_1055", "graph -step 1053 -max_depth 1000000"),
                                  ("gpu_synth/profile_300", "graph -step 100 -max_depth 1000000")):
                profile = f"{trace_files.TESTDATA}/{name}"
                out = f"{folder}/{name.replace('/', '_')}"
                done = told([profile], f"{command} -output timeline:outfile={out}")
                self.assertEqual(done.returncode, 0, done.stderr)
                step = command.split()[2]
                with self.subTest(profile=name):
                    self.assertEqual(by_op([f"{out}_{step}"]), by_op([profile], f"-step {step}"))

    def test_of_our_own_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in traces(f"{trace_files.TESTDATA}/kineto"):
                out = f"{folder}/{pathlib.Path(path).parent.name}"
                done = told([path], f"trace -output timeline:outfile={out}")
                self.assertEqual(done.returncode, 0, done.stderr)
                sums = []
                for file in (path, out):
                    sums.append({row["name"]: (row["occurrences"], round(row["total_us"], 3))
                                 for row in answer([file], "ops")["rows"]
                                 if row["placement"] == "host"})
                missing = {name: value for name, value in sums[0].items()
                           if sums[1].get(name) != value}
                with self.subTest(trace=path):
                    self.assertEqual(missing, {})


def times_of(path):
    """Total times by name, in microseconds."""
    return {row["name"]: row["time_us"] for section in answer([path], "info")["sections"]
            if section["title"] == "Totals" for row in section["rows"]}


class TensorBoard(unittest.TestCase):
    """xprof's trace.json.gz has the same events as the XSpace."""

    def cases(self):
        found = sorted(glob.glob(f"{trace_files.TESTDATA}/xspace/*/expected/trace_viewer.json.gz"))
        return [path for path in found if events_of(path)]

    def test_steps_and_events(self):
        compared = 0
        for path in self.cases():
            spaces = glob.glob(f"{os.path.dirname(os.path.dirname(path))}/**/*.xplane.pb",
                               recursive=True)
            if len(spaces) != 1:
                continue
            slices = slices_in(events_of(path))
            with self.subTest(trace=path):
                self.assertEqual(info(path)[0]["events"], slices)
                theirs, ours = (
                    {row["step"]: round(row["span_us"] if "span_us" in row else 0)
                     for row in answer([file], "steps")["rows"] if row.get("step") is not None}
                    for file in (spaces[0], path))
                self.assertEqual(set(theirs), set(ours))
                totals = [times_of(file) for file in (spaces[0], path)]
                self.assertEqual(totals[0]["accelerator_time"], totals[1]["accelerator_time"])
                self.assertAlmostEqual(totals[1]["cpu_time"] / totals[0]["cpu_time"], 1, delta=0.001)
            compared += 1
        self.assertGreater(compared, 2)


if __name__ == "__main__":
    trace_files.main()
