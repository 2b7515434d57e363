"""Phases, steps and timelines beside metrics: on the jobs of TESTDATA/sagemaker, and on one made.

    phases_test.py PROFILER TESTDATA [Class.test]

Expected answers are computed here from the recorded files, or are smdebug's.
"""

import csv
import json
import pathlib
import tempfile

import unittest

import trace_files
from sagemaker_jobs import START, by_name, folder, job, made_job, samples, section
from trace_files import answer, told


class Phases(unittest.TestCase):

    def test_steps_of_a_host(self):
        with tempfile.TemporaryDirectory() as holder:
            made_job(pathlib.Path(holder))
            [timeline] = pathlib.Path(holder).rglob("*_pythontimeline.json")
            few = [event for event in json.loads(timeline.read_text())
                   if event["ph"] == "M" or int(event["args"].get("step_num", 99)) < 3]
            other = timeline.with_name(timeline.name.replace("algo-1", "algo-2"))
            other.write_text(json.dumps(few))
            for place, count in (("-host algo-1", 60), ("-host algo-2", 3), ("-device .*gpu0", 60)):
                rows = by_name(answer([holder], f"phases {place}")["rows"])
                self.assertEqual(rows["Step:ModeKeys.TRAIN"]["count"], count, place)

    def test_the_time_of_a_host_ends_with_its_own_metrics(self):
        with tempfile.TemporaryDirectory() as holder:
            path = pathlib.Path(holder, "metrics.csv")
            path.write_text("time,node,kind,name,value\n" + "".join(
                f"{START + i},{node},cpu,CPUUtilization,50\n"
                for node, length in (("a", 20), ("b", 300)) for i in range(length)))
            trace = folder("sm_lowgpu") / "framework"
            ends = [by_name(section(answer([trace, path], f"phases -host {host}"), "job")["rows"])
                    for host in ("algo-1", "algo-1,b")]
            self.assertNotEqual(ends[0], ends[1])

    def test_time_before_between_and_after_steps(self):
        for path in sorted(job(".").glob("sm_*/expected/phase_intervals.csv")):
            theirs = {}
            with open(path, newline="") as file:
                for row in csv.DictReader(file):
                    theirs.setdefault(row["phase"], []).append(
                        int(row["end_time_us"]) - int(row["start_time_us"]))
            rows = by_name(answer([path.parents[1] / "profiler-output"], "phases")["rows"])
            self.assertEqual(set(rows), set(theirs))
            for name, durations in theirs.items():
                # smdebug leaves 1 us free on each side of the time around steps.
                apart = {"Be": 1, "Af": 1}.get(name[:2], 0) + name.startswith("Between")
                self.assertEqual(rows[name]["count"], len(durations))
                self.assertAlmostEqual(rows[name]["total_us"] / len(durations),
                                       sum(durations) / len(durations) + apart, delta=0.01,
                                       msg=(path, name))

    def test_text_says_a_name_once(self):
        done = told([folder("sm_lowgpu")], "phases")
        line = next(l for l in done.stdout.splitlines() if l.startswith("Step:"))
        self.assertEqual(line.count("Step:ModeKeys.TRAIN"), 1)

    def test_metrics_by_phase(self):
        for name in ("sm_lowgpu", "sm_cpubottleneck", "sm_imbalance"):
            rows = answer([folder(name)], "metrics -by phase")["rows"]
            with open(job(name) / "expected" / "utilization_by_phase.csv", newline="") as file:
                theirs = list(csv.DictReader(file))
            for their in theirs:
                ours = [r for r in rows if r["kind"] == their["Resource"]
                        and r["phase"] == their["Training_phase"]
                        and r["node"] == their["nodeID"]]
                count = sum(r["count"] for r in ours)
                mean = sum(r["mean"] * r["count"] for r in ours) / count
                # A sample exactly at an edge is in another phase there.
                self.assertAlmostEqual(mean, float(their["utilization_mean"]),
                                       delta=1e-9 * abs(mean), msg=(name, their))
                self.assertEqual(min(r["min"] for r in ours), float(their["utilization_min"]))
                self.assertEqual(max(r["max"] for r in ours), float(their["utilization_max"]))


class Steps(unittest.TestCase):

    def test_means_of_metrics(self):
        name = "sm_cpubottleneck"
        values = samples(name, "GPUUtilization")
        rows = answer([folder(name)], "steps")["rows"]
        spans = {row["step"]: (row["begin_us"], row["begin_us"] + row["duration_us"])
                 for row in answer([folder(name)], "trace -show_name_regexes Step:.*")["rows"]}
        told = 0
        for row in rows:
            if row["number"] not in spans:
                continue
            begin, end = spans[row["number"]]
            within = [v for series in values.values() for at, v in series if begin <= at < end]
            if within:
                told += 1
                self.assertAlmostEqual(row["gpu_utilization"], sum(within) / len(within), places=6)
            else:
                self.assertIsNone(row["gpu_utilization"])
        self.assertGreater(told, 500)

    def test_nothing_of_what_was_not_recorded(self):
        rows = answer([folder("sm_lowgpu") / "framework"], "steps")["rows"]
        self.assertTrue(rows)
        self.assertNotIn("gpu_utilization", rows[0])


class Timeline(unittest.TestCase):
    """Counters are drawn beside the tracks, and are read back."""

    def written(self, name, command):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        path = pathlib.Path(holder.name, "t.json")
        done = told([folder(name)], f"{command} -output timeline:outfile={path}")
        self.assertEqual(done.returncode, 0, done.stderr)
        return path

    def test_trace(self):
        for name in ("sm_lowgpu", "sm_imbalance"):
            path = self.written(name, "trace")
            ours = answer([folder(name)], "metrics")["rows"]
            back = answer([path], "metrics")["rows"]
            self.assertEqual(back, ours)

    def test_times(self):
        spans = [answer([path], "metrics -every 50s -select count,begin_us")["rows"]
                 for path in (folder("sm_lowgpu"), self.written("sm_lowgpu", "trace"))]
        self.assertEqual(spans[0], spans[1])

    def test_of_a_step(self):
        trace = json.loads(self.written("sm_lowgpu", "trace -step 5").read_text())
        counters = [e for e in trace["traceEvents"] if e["ph"] == "C"]
        [step] = [e for e in trace["traceEvents"] if e["ph"] == "X"
                  and e["name"].startswith("Step:")]
        self.assertTrue(counters)
        self.assertTrue(all(step["ts"] <= e["ts"] < step["ts"] + step["dur"] for e in counters))

    def test_graph(self):
        path = self.written("sm_lowgpu", "graph -step 5 -max_depth 1000")
        events = json.loads(pathlib.Path(f"{path}_5").read_text())["traceEvents"]
        self.assertTrue([e for e in events if e["ph"] == "C"])


if __name__ == "__main__":
    trace_files.main()
