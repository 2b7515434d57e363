"""The work during dips of metrics: on the jobs of TESTDATA/sagemaker, and on one made here.

    dips_test.py PROFILER TESTDATA [Class.test]

Expected answers are computed here from the recorded files.
"""

import csv
import json
import pathlib
import re
import tempfile

import unittest

import trace_files
from run import environment, run
from trace_files import answer, told

START = 1700120580  # seconds
STEP_S, CHECKPOINT_S, EVERY = 1.0, 2.5, 12


def job(name):
    return pathlib.Path(trace_files.TESTDATA, "sagemaker", name)


def folder(name):
    return job(name) / "profiler-output"


def section(report, name):
    return next(s for s in report["sections"] if s["id"] == name)


def by_name(rows):
    return {row["name"]: row for row in rows}


def samples(name, dimension):
    """By node and device: (us since the first sample of the job, value), in order."""
    lines = []
    for path in (folder(name) / "system").rglob("*.json"):
        lines += [json.loads(line) for line in path.read_text().splitlines()]
    start = min(line["Timestamp"] for line in lines)
    found = {}
    for line in lines:
        if line["Dimension"] == dimension:
            at = round((line["Timestamp"] - start) * 1e6)
            found.setdefault((line["NodeId"], line["Name"]), []).append((at, line["Value"]))
    return {key: sorted(values) for key, values in found.items()}


def dips_of(values, below):
    """(begin, samples) of each run of values below the limit; no sample is missing here."""
    dips, count = [], 0
    for at, value in values:
        if value < below:
            if count == 0:
                begin = at
            count += 1
        elif count:
            dips.append((begin, count))
            count = 0
    return dips + ([(begin, count)] if count else [])


def made_job(path):
    """A job whose GPU is idle in a checkpoint after every EVERYth step. It alternates between EVERY
    steps of train and of eval; metrics are sampled every 250 ms."""
    system, events, busy, at = [], [], [], 10.0
    phases = ["Step:ModeKeys.TRAIN", "Forward-node", "Checkpoint"]
    for number in range(5 * EVERY):
        events.append((1, phases[0], at, STEP_S, number))
        events.append((2, "Forward", at + 0.05, STEP_S - 0.1, number))
        at += STEP_S
        if number % EVERY == EVERY - 1:
            events.append((3, "save", at, CHECKPOINT_S, None))
            busy.append((at, at + CHECKPOINT_S))
            at += CHECKPOINT_S
    for tick in range(int(4 * at)):
        time = tick / 4
        idle = time < 10 or any(first <= time < last for first, last in busy)
        for kind, name, dimension, value in (
                ("gpu", "gpu0", "GPUUtilization", 3 if idle else 80 + tick % 5),
                ("cpu", "cpu0", "CPUUtilization", 95 if idle and time > 10 else 30),
                ("i/o", "IOWaitPercentage", "I/OWaitPercentage", 60 if idle and time > 10 else 1)):
            system.append({"Type": kind, "Name": name, "Dimension": dimension, "Value": value,
                           "NodeId": "algo-1", "Timestamp": START + time})
    metrics = path / "system" / "incremental" / "2023111607" / f"{START}.algo-1.json"
    metrics.parent.mkdir(parents=True)
    metrics.write_text("".join(json.dumps(line) + "\n" for line in system))
    trace = [{"name": "process_name", "ph": "M", "pid": 0,
              "args": {"start_time_since_epoch_in_micros": START * 10**6}}]
    trace += [{"name": "process_name", "ph": "M", "pid": pid + 1, "args": {"name": name}}
              for pid, name in enumerate(phases)]
    for pid, name, begin, length, number in events:
        args = {} if number is None else {"step_num": str(number)}
        trace.append({"name": name, "ph": "X", "pid": pid, "ts": round(begin * 1e6),
                      "dur": round(length * 1e6), "args": args})
    timeline = (path / "framework" / "pevents" / "2023111607" /
                f"{START * 10**6 + round(at * 1e6)}_7-algo-1_pythontimeline.json")
    timeline.parent.mkdir(parents=True)
    timeline.write_text(json.dumps(trace))
    return busy


class Recorded(unittest.TestCase):

    def test_intervals(self):
        name = "sm_cpubottleneck"
        report = answer([folder(name)], "dips -metric GPUUtilization -below 30 -top 100000")
        ours = {}
        for row in report["rows"]:
            ours.setdefault((row["node"], row["name"]), []).append((row["begin_us"],
                                                                    row["samples"]))
        theirs = {key: dips_of(values, 30)
                  for key, values in samples(name, "GPUUtilization").items()}
        self.assertGreater(sum(map(len, theirs.values())), 100)
        self.assertEqual({key: sorted(rows) for key, rows in ours.items()}, theirs)

    def test_commands_say_times_that_can_be_read(self):
        rows = answer([folder("sm_cpubottleneck")], "dips -metric GPUUtilization -below 30")["rows"]
        for row in rows:
            first, last = re.fullmatch(r"trace -from ([\d.]+)s -to ([\d.]+)s", row["command"]).groups()
            self.assertTrue(0 <= row["begin_us"] - 1e6 * float(first) < 1001, row)
            self.assertTrue(0 <= 1e6 * float(last) - row["begin_us"] - row["duration_us"] < 1001, row)
            self.assertLessEqual(max(len(first), len(last)), 8)

    def test_above_and_for(self):
        command = "dips -metric CPUUtilization -above 90 -for 2s -top 100000"
        rows = answer([folder("sm_cpubottleneck")], command)["rows"]
        self.assertTrue(rows)
        self.assertTrue(all(row["min"] > 90 and row["duration_us"] >= 2e6 for row in rows))
        more = answer([folder("sm_cpubottleneck")], command.replace("-for 2s", ""))["rows"]
        self.assertGreater(len(more), len(rows))

    def test_the_slow_phase_is_named(self):
        report = answer([folder("sm_cpubottleneck")], "dips -metric GPUUtilization -below 10")
        activity = section(report, "activity")["rows"]
        metrics = by_name(section(report, "other_metrics")["rows"])
        self.assertGreater(metrics["CPUUtilization"]["difference"], 10)
        self.assertTrue({"DataLoaderIter::GetNext", "Forward"} <= set(by_name(activity)))
        times = by_name(activity)["Forward"]
        total = by_name(answer([folder("sm_cpubottleneck")], "phases -by metric")["rows"])
        self.assertAlmostEqual(times["time_us"] + times["outside_us"],
                               total["Forward"]["total_us"], delta=2)

    def test_a_node_has_its_own_dips(self):
        command = "dips -metric GPUUtilization -below 50"
        report = answer([folder("sm_imbalance")], command + " -top 100000")
        worst = by_name(section(report, "recurrence")["rows"])
        self.assertIn("gpu1", worst)
        self.assertTrue(all(" -host algo-" in row["command"] for row in report["rows"]))
        one = answer([folder("sm_imbalance")], command + " -host algo-2 -top 100000")["rows"]
        self.assertEqual([row for row in report["rows"] if row["node"] == "algo-2"],
                         [dict(row, command=row["command"] + " -host algo-2") for row in one])

    def test_a_threshold_is_suggested(self):
        done = told([folder("sm_lowgpu")], "dips")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"dips -metric 'GPU\w+' -below \d")
        done = told([folder("sm_lowgpu")], "dips -metric GPUUse -below 10")
        self.assertIn("GPUUtilization", done.stderr)

    def test_windows_hold_samples_without_events(self):
        rows = answer([folder("sm_lowgpu")], "metrics -from 1s -to 11s")["rows"]
        self.assertEqual({row["count"] for row in rows}, {10})
        report = answer([folder("sm_lowgpu")], "trace -from 1s -to 11s")
        self.assertEqual(report["rows"], [])
        note = told([folder("sm_lowgpu") / "system"], "metrics -from 1s -to 11s").stderr
        self.assertRegex(note, r"only 1s to 11s: \d+ samples\n")
        rows = answer([folder("sm_lowgpu")], "trace -from 50s -to 52s")["rows"]
        self.assertTrue({"Forward", "Backward(post-forward)"} <= set(by_name(rows)))
        self.assertTrue(answer([folder("sm_lowgpu")], "op -from 50s -to 52s")["rows"])
        # Functions called in phases are not ops of the framework's graph.
        notes = answer([folder("sm_lowgpu")], "ops -from 50s -to 52s")["notes"]
        self.assertIn("`op` and `code` show those", " ".join(note["text"] for note in notes))


class Made(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.holder.cleanup)
        cls.path = pathlib.Path(cls.holder.name, "profiler-output")
        cls.busy = made_job(cls.path)

    def dips(self, options=""):
        return answer([self.path], f"dips -metric GPUUtilization -below 30 {options}")

    def test_checkpoints_are_found(self):
        report = self.dips("-from 10s")
        self.assertEqual(sorted(row["begin_us"] for row in report["rows"]),
                         [begin * 1e6 for begin, _ in self.busy])
        self.assertEqual({row["duration_us"] for row in report["rows"]}, {CHECKPOINT_S * 1e6})
        activity = section(report, "activity")["rows"]
        self.assertEqual(activity[0]["name"], "save")
        self.assertEqual(activity[0]["track"], "Checkpoint")
        self.assertAlmostEqual(activity[0]["share"], 1)
        self.assertEqual(activity[0]["outside_share"], 0)
        self.assertIn("save", " ".join(note["text"] for note in report["notes"]))

    def test_they_recur_with_steps(self):
        [row] = section(self.dips("-from 10s"), "recurrence")["rows"]
        self.assertEqual((row["dips"], row["pattern"], row["every_steps"]), (5, "steps", EVERY))
        self.assertAlmostEqual(row["every_us"], 1e6 * (EVERY * STEP_S + CHECKPOINT_S), delta=1e6)
        self.assertEqual(row["regular"], 1)

    def test_what_the_job_was_at(self):
        rows = by_name(section(self.dips(), "coincides")["rows"])
        self.assertEqual(rows["Step:ModeKeys.TRAIN"]["dips"], 0)
        self.assertEqual(rows["Before Step:ModeKeys.TRAIN"]["dips"], 1)
        between = rows["Between Step:ModeKeys.TRAIN and Step:ModeKeys.TRAIN"]
        self.assertEqual(between["dips"], 4)
        self.assertAlmostEqual(between["dips_of_it"], 1)

    def test_other_metrics(self):
        rows = by_name(section(self.dips("-from 10s"), "other_metrics")["rows"])
        self.assertAlmostEqual(rows["CPUUtilization"]["in_dips"], 95)
        self.assertAlmostEqual(rows["I/OWaitPercentage"]["outside"], 1)

    def test_the_command_of_a_row_shows_what_ran(self):
        row = self.dips("-from 10s")["rows"][0]
        names = {r["name"] for r in answer([self.path], row["command"])["rows"]}
        self.assertEqual(names, {"save"})

    def test_steps_pick_dips(self):
        self.assertEqual(self.dips("-step 3")["rows"], [])

    def test_they_can_be_read_in_the_order_of_time(self):
        rows = answer([self.path], "dips -metric GPUUtilization -below 30 -order_by begin_us")["rows"]
        begins = [row["begin_us"] for row in rows]
        self.assertEqual(begins, sorted(begins))
        self.assertGreater(len(begins), 3)

    def test_commands_are_whole_on_any_screen(self):
        for columns in ("100", "60"):
            done = run(f"--profile_path={self.path}", "-c",
                       "dips -metric GPUUtilization -below 30 -from 10s -format pretty -top 1",
                       env=environment(COLUMNS=columns))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stderr, r"longest: trace -from [\d.]+s -to [\d.]+s\n")
            for line in done.stdout.splitlines():
                self.assertTrue("trace" not in line or
                                re.search(r"trace -from [\d.]+s -to [\d.]+s$", line), line)

    def test_text_draws_values_over_time(self):
        text = told([self.path], "metrics").stdout
        line = next(l for l in reversed(text.splitlines()) if l.startswith("gpu0"))
        self.assertRegex(line, "[▁▂▃▄▅▆▇█ ]{60}$")

    def test_forms(self):
        for form, holds in (("text", "save"), ("pretty", "save"), ("csv", "gpu0,algo-1/gpu")):
            done = told([self.path], f"dips -metric GPUUtilization -below 30 -format {form}")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(holds, done.stdout)

    def test_what_tables_say_in_a_sentence(self):
        notes = {note["id"]: note["text"] for note in self.dips("-from 10s")["notes"]}
        self.assertEqual(notes["runs_in_dips"],
                         "in dips save runs for 100 % of the time, outside for 0 %")
        self.assertEqual(notes["metric_in_dips"], "in dips the mean of I/OWaitPercentage is 60 %, outside 1 %")
        self.assertEqual(notes["dips_recur"], f"gpu0 GPUUtilization dips every {EVERY} steps")


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


class BesideTest(unittest.TestCase):
    """A PyTorch profile and metrics that a script wrote beside it: every 10th step saves."""

    FILES = ["torch_checkpoint/trace.pt.trace.json.gz", "torch_checkpoint/metrics.csv"]

    def files(self):
        return [pathlib.Path(trace_files.TESTDATA, "metrics", file) for file in self.FILES]

    def test_dips_name_the_slow_phase(self):
        report = answer(self.files(), "dips -metric process_cpu_percent -below 50 -for 800ms")
        most = section(report, "activity")["rows"][0]
        self.assertEqual(most["name"], "save_checkpoint")
        self.assertGreater(most["share"], 0.5)
        self.assertLess(most["outside_share"], 0.1)
        [recurrence] = section(report, "recurrence")["rows"]
        self.assertEqual(recurrence["pattern"], "steps")
        self.assertEqual(recurrence["every_steps"], 10)

    def test_a_threshold_sets_what_has_two_levels_apart(self):
        text = told(self.files(), "dips").stderr
        self.assertRegex(text, "dips -metric 'process_cpu_percent' -below [1-3][0-9]$")

    def test_so_does_advise(self):
        text = told(self.files(), "advise").stdout
        self.assertRegex(text, "one step in every 10 is slow .*; only there runs save_checkpoint, for ")


if __name__ == "__main__":
    trace_files.main()
