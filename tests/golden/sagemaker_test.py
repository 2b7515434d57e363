"""Compares answers about SageMaker Debugger folders with smdebug's own analysis.

    sagemaker_test.py PROFILER TESTDATA [Class.test]

TESTDATA/sagemaker has three made jobs with smdebug's tables; rules_our_reading.json is our own
reading of the published rules, evaluated without the program.
"""

import csv
import json
import os
import pathlib
import shutil
import tempfile

import unittest

import trace_files
from trace_files import answer, told

STATISTICS = {"count": "count", "mean": "mean", "std": "std", "min": "min", "5%": "p5",
              "50%": "p50", "95%": "p95", "99%": "p99", "max": "max"}


def jobs():
    return sorted(pathlib.Path(trace_files.TESTDATA, "sagemaker").glob("sm_*"))


def table(job, name):
    with open(job / "expected" / f"{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


def expected(job, name):
    return json.loads((job / "expected" / f"{name}.json").read_text())


class SageMakerTest(unittest.TestCase):

    def rows(self, job, command):
        report = answer([job / "profiler-output"], command)
        return report["rows"]

    def near(self, ours, theirs, what):
        self.assertIsNotNone(ours, what)
        self.assertAlmostEqual(ours, float(theirs), delta=1e-6 * max(1, abs(float(theirs))),
                               msg=what)


class Metrics(SageMakerTest):

    def test_each_metric(self):
        for job in jobs():
            theirs = table(job, "system_by_metric")
            ours = {(r["node"], r["kind"], r["name"], r["dimension"]): r
                    for r in self.rows(job, "metrics")}
            self.assertEqual(len(ours), len(theirs))
            for row in theirs:
                key = (row["nodeID"], row["type"], row["system_metric"], row["dimension"])
                for column, name in STATISTICS.items():
                    self.near(ours[key][name], row[column], (job.name, key, name))

    def test_by_kind(self):
        for job in jobs():
            ours = {(r["node"], r["kind"]): r for r in self.rows(job, "metrics -by kind")}
            for row in table(job, "utilization"):
                key = (row["nodeID"], row["Resource"])
                for name in ("mean", "min", "max", "p50", "p95", "p99"):
                    self.near(ours[key][name], row[f"utilization_{name}"], (job.name, key, name))

    def test_by_node_puts_devices_together(self):
        job = jobs()[0]
        ours = [r for r in self.rows(job, "metrics -by node")
                if r["dimension"] == "CPUUtilization"]
        single = [r for r in self.rows(job, "metrics") if r["dimension"] == "CPUUtilization"]
        self.assertEqual(len(ours), 1)
        self.assertGreater(len(single), 1)
        self.assertEqual(ours[0]["count"], sum(r["count"] for r in single))

    def test_every_cuts_into_spans(self):
        job = jobs()[0]
        whole = {r["name"]: r for r in self.rows(job, "metrics") if r["kind"] == "gpu"
                 and r["dimension"] == "GPUUtilization"}
        spans = [r for r in self.rows(job, "metrics -every 10s")
                 if r["name"] == "gpu0" and r["dimension"] == "GPUUtilization"]
        self.assertEqual(sum(r["count"] for r in spans), whole["gpu0"]["count"])
        begins = [r["begin_us"] for r in spans]
        self.assertEqual(begins, sorted(set(begins)))
        self.assertTrue(all(begin % 10_000_000 == 0 for begin in begins))
        self.assertTrue(all(r["min"] <= r["mean"] <= r["max"] for r in spans))

    def test_over_time(self):
        report = answer([jobs()[0] / "profiler-output"], "metrics")
        for row, over_time in zip(report["rows"], report["sections"][0]["rows"], strict=True):
            self.assertEqual(row["key"], over_time["key"])
            values = [v for v in over_time["values"] if v is not None]
            self.assertGreater(len(values), 50)
            self.assertTrue(row["min"] <= min(values) and max(values) <= row["max"])

    def test_window(self):
        for job in jobs():
            theirs = expected(job, "summary")
            query = theirs["range_query"]
            lines = []
            for path in (job / "profiler-output" / "system").rglob("*.json"):
                lines += [json.loads(line) for line in path.read_text().splitlines()]
            start_ms = round(min(line["Timestamp"] for line in lines) * 1000)
            first, last = query["from_us"] // 1000 - start_ms, query["to_us"] // 1000 - start_ms
            rows = self.rows(job, f"metrics -from {first}ms -to {last}ms")
            self.assertEqual(sum(r["count"] for r in rows), query["system_rows"])


class Phases(SageMakerTest):

    def test_durations(self):
        for job in jobs():
            for by, column in (("phase", "training_phase"), ("metric", "framework_metric"),
                               ("process", "process")):
                ours = {r["phase"]: r for r in self.rows(job, f"phases -by {by}")}
                for row in table(job, f"step_stats_{by}"):
                    for name in ("mean", "min", "max", "p50", "p95", "p99"):
                        self.near(ours[row[column]][f"{name}_us"], row[f"duration_{name}_us"],
                                  (job.name, by, row[column], name))

    def test_time_around_the_steps(self):
        for job in jobs():
            theirs = expected(job, "summary")["job_statistics"]
            report = answer([job / "profiler-output"], "phases")
            ours = {r["name"]: r for r in report["sections"][0]["rows"]}
            loop = ours["training_loop"]["duration_us"]
            self.near(loop, theirs["training_loop_duration"][0], job.name)
            # smdebug counts from the time in the first file's name, we from the first sample.
            self.assertAlmostEqual(ours["initialization"]["duration_us"], theirs["initialization"],
                                   delta=1e6)
            self.near(ours["finalization"]["duration_us"], theirs["finalization"], job.name)


class Rules(SageMakerTest):

    def fired(self, folder, options=""):
        report = answer([folder], f"advise {options}")
        return {(section["id"], row["subject"]) for section in report["sections"]
                for row in section["rows"]}

    def test_rules(self):
        for job in jobs():
            fired = self.fired(job / "profiler-output", "-threshold '*.patience=200'")
            judged = 0
            for rule, subjects in expected(job, "rules_our_reading").items():
                if not isinstance(subjects, dict):
                    continue
                subjects = {"job": subjects} if "fires" in subjects else subjects
                for subject, verdict in subjects.items():
                    judged += 1
                    self.assertEqual((rule, subject) in fired, verdict["fires"],
                                     (job.name, rule, subject))
            self.assertGreater(judged, 6)

    def test_patience_and_names_of_thresholds(self):
        folder = jobs()[-1] / "profiler-output"
        self.assertEqual(jobs()[-1].name, "sm_lowgpu")
        waiting = self.fired(folder, "-threshold '*.patience=1000'")
        self.assertNotIn(("BatchSize", "algo-1"), waiting)
        for name in ("BatchSize.patience", "batchsize.PATIENCE", "BatchSize_patience"):
            fired = self.fired(folder, f"-threshold {name}=200")
            self.assertIn(("BatchSize", "algo-1"), fired)
        fired = self.fired(folder, "-threshold '*.patience=1000' -threshold BatchSize.patience=200")
        self.assertIn(("BatchSize", "algo-1"), fired)
        self.assertNotIn(("LowGPUUtilization", "algo-1/gpu0"), fired)

    def test_a_job_that_ended_is_judged_without_patience(self):
        rules = ("LowGPUUtilization", "BatchSize", "CPUBottleneck", "IOBottleneck",
                 "GPUMemoryIncrease", "LoadBalancing")
        for job in jobs():
            fired = self.fired(job / "profiler-output")
            of_patience = self.fired(job / "profiler-output", "-threshold '*.patience=200'")
            self.assertEqual({one for one in fired if one[0] in rules},
                             {one for one in of_patience if one[0] in rules}, job.name)

    def test_late_start_and_outliers_by_threshold(self):
        folder = jobs()[0] / "profiler-output"
        fired = self.fired(folder, "-threshold MaxInitializationTime.threshold=0.5 "
                                   "-threshold StepOutlier.stddev=2 "
                                   "-threshold StepOutlier.share=0")
        self.assertLessEqual({("MaxInitializationTime", "job"), ("StepOutlier", "job")}, fired)


class Commands(SageMakerTest):

    def test_what_is_named_to_be_typed_shows_something(self):
        for job in jobs():
            folder, commands = job / "profiler-output", set()
            for page in ("advise -threshold '*.patience=200'", "overview"):
                for section in answer([folder], page)["sections"]:
                    commands |= {row.get("command") for row in section["rows"]}
                    if section["id"] == "next":
                        commands |= {row["name"] for row in section["rows"]}
            for command in commands - {None}:
                report = answer([folder], command)
                tables = [report, *report.get("sections", [])]
                self.assertTrue(any(table.get("rows") for table in tables), (job.name, command))


class Parts(SageMakerTest):
    """Existing data is answered; missing data is reported."""

    def test_system_alone(self):
        job = jobs()[0]
        rows = answer([job / "profiler-output" / "system"], "metrics")["rows"]
        self.assertEqual(len(rows), len(table(job, "system_by_metric")))
        report = answer([job / "profiler-output" / "system"], "phases")
        self.assertEqual(report["rows"], [])
        self.assertEqual([note["id"] for note in report["notes"]], ["empty"])

    def test_framework_alone(self):
        job = jobs()[0]
        folder = job / "profiler-output" / "framework"
        rows = answer([folder], "phases -by metric")["rows"]
        self.assertEqual(len(rows), len(table(job, "step_stats_metric")))
        report = answer([folder], "metrics")
        self.assertEqual(report["rows"], [])
        self.assertIn("profiler-output", report["notes"][0]["text"])

    def test_one_file_and_the_folder_above(self):
        job = jobs()[0]
        path = min((job / "profiler-output" / "system").rglob("*.json"))
        count = sum(r["count"] for r in answer([path], "metrics")["rows"])
        self.assertEqual(count, len(path.read_text().splitlines()))
        self.assertEqual(answer([job], "metrics")["rows"],
                         answer([job / "profiler-output"], "metrics")["rows"])

    def test_damage_costs_its_line(self):
        job = jobs()[0]
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "profiler-output")
            shutil.copytree(job / "profiler-output", copy)
            paths = sorted((copy / "system").rglob("*.json"))
            text = paths[0].read_text().splitlines()
            text[3] = text[3][:40]
            text[5] = text[5].replace('"Value":', '"Value":NaN,"Was":')
            os.chmod(paths[0], 0o644)
            paths[0].write_text("\n".join(text) + "\n")
            text = paths[1].read_text()
            os.chmod(paths[1], 0o644)
            paths[1].write_text(text[:-30])
            (paths[1].parent / "1.algo-1.json.tmp").write_text(text)
            total = sum(r["count"] for r in answer([copy], "metrics")["rows"])
            whole = sum(int(float(r["count"])) for r in table(job, "system_by_metric"))
            self.assertEqual(total, whole - 3)
            problems = {row["name"]: row["count"] for section in answer([copy], "info")["sections"]
                        for row in section["rows"] if "severity" in row}
            self.assertEqual(problems["bad_json_line"], 1)
            self.assertEqual(problems["bad_number"], 1)
            self.assertEqual(problems["unfinished_line"], 1)
            self.assertEqual(problems["skipped_file"], 1)
            self.assertEqual(problems["recorder_settings"], 1)


BEGIN = 1700120580


def line(value, time, **also):
    return json.dumps({"Type": "gpu", "Name": "gpu0", "Dimension": "GPUUtilization",
                       "Value": value, "NodeId": "algo-1", "Timestamp": time, **also}) + "\n"


def timeline(start, events):
    names = {0: None, 1: "Step:ModeKeys.TRAIN", 2: "Forward-node"}
    return json.dumps([{"name": "process_name", "ph": "M", "pid": pid,
                        "args": {"name": name} if name else
                        {"start_time_since_epoch_in_micros": start * 1000000}}
                       for pid, name in names.items()] + events)


def steps(count):
    return [{"name": "Step:ModeKeys.TRAIN", "ph": "X", "pid": 1, "ts": i * 1000, "dur": 900,
             "args": {"step_num": str(i)}} for i in range(count)]


class BadFolders(SageMakerTest):
    """Folders of jobs that crashed, were restarted, or had no clock."""

    SYSTEM = f"system/incremental/2023111607/{BEGIN}.algo-1.json"
    TIMELINE = f"framework/pevents/2023111607/{BEGIN + 9}000000_%s_pythontimeline.json"

    def folder(self, files):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        for name, text in files.items():
            path = pathlib.Path(made.name, "profiler-output", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return pathlib.Path(made.name)

    def problems(self, folder):
        return {row["name"]: row for section in answer([folder], "info")["sections"]
                for row in section["rows"] if "severity" in row}

    def only(self, folder):
        rows = self.rows_of(folder, "metrics")
        self.assertEqual(len(rows), 1, rows)
        return rows[0]

    def rows_of(self, folder, command):
        return answer([folder], command)["rows"]

    GOOD = "".join(line(10 + i, BEGIN + i / 2) for i in range(20))

    def test_a_clock_that_was_set_late(self):
        folder = self.folder({
            "system/incremental/1970010100/60.algo-1.json":
                "".join(line(1, 60 + i) for i in range(5)),
            self.SYSTEM: line(1, 61.5) + self.GOOD})
        self.assertEqual(self.only(folder)["count"], 20)
        problem = self.problems(folder)["wrong_clock"]
        self.assertEqual(problem["severity"], "loss")
        self.assertIn("clock", problem["sentence"])

    def test_samples_that_were_sent_twice(self):
        folder = self.folder({self.SYSTEM: self.GOOD,
                              f"system/incremental/2023111607/{BEGIN + 60}.algo-1.json":
                                  self.GOOD + line(99, BEGIN + 60)})
        self.assertEqual(self.only(folder)["count"], 21)
        self.assertEqual(self.problems(folder)["repeated_sample"]["count"], 20)

    def test_values_that_are_none(self):
        folder = self.folder({self.SYSTEM: self.GOOD + line(-5, BEGIN + 30) +
                              line(float("nan"), BEGIN + 31) + line(float("inf"), BEGIN + 32) +
                              line("50", BEGIN + 33)})
        row = self.only(folder)
        self.assertEqual((row["count"], row["min"], row["max"]), (21, 10, 50))
        problems = self.problems(folder)
        self.assertEqual(problems["negative_value"]["count"], 1)
        self.assertEqual(problems["bad_number"]["count"], 2)

    def test_a_file_whose_beginning_is_lost(self):
        folder = self.folder({self.SYSTEM: self.GOOD[25:]})
        self.assertEqual(self.only(folder)["count"], 19)
        self.assertEqual(self.problems(folder)["bad_json_line"]["count"], 1)

    def test_nodes_that_come_late_and_go(self):
        folder = self.folder({
            self.SYSTEM: self.GOOD,
            f"system/incremental/2023111607/{BEGIN}.algo-2.json":
                "".join(line(5, BEGIN + 5 + i, NodeId="algo-2") for i in range(3))})
        counts = {row["node"]: row["count"] for row in self.rows_of(folder, "metrics")}
        self.assertEqual(counts, {"algo-1": 20, "algo-2": 3})
        late = [row for row in self.rows_of(folder, "metrics -every 1s")
                if row["node"] == "algo-2"]
        self.assertEqual([row["begin_us"] for row in late], [5000000, 6000000, 7000000])

    def test_names_of_nodes(self):
        folder = self.folder({self.SYSTEM: line(1, BEGIN, NodeId="a/b\n\x1b[31m")})
        self.assertEqual(self.only(folder)["node"], "a/b\n\x1b[31m")
        text = told([folder], "metrics").stdout
        self.assertNotIn("\x1b", text)

    def test_two_processes_of_a_node(self):
        folder = self.folder({self.TIMELINE % "1-algo-1": timeline(BEGIN, steps(5)),
                              self.TIMELINE % "2-algo-1": timeline(BEGIN, steps(4))})
        self.assertEqual(len(self.rows_of(folder, "steps")), 9)

    def test_nodes_whose_clocks_differ(self):
        folder = self.folder({self.TIMELINE % "1-algo-1": timeline(BEGIN, steps(5)),
                              self.TIMELINE % "1-algo-2": timeline(BEGIN + 3600, steps(5))})
        problem = self.problems(folder)["clocks_differ"]
        self.assertEqual(problem["first_detail"],
                         "steps of 'algo-2' begin 3600.000 s after those of 'algo-1'")

    def test_a_timeline_that_is_cut(self):
        folder = self.folder({self.SYSTEM: self.GOOD,
                              self.TIMELINE % "1-algo-1": timeline(BEGIN, steps(5))[:-30]})
        self.assertEqual(len(self.rows_of(folder, "steps")), 4)
        self.assertEqual(self.problems(folder)["truncated"]["severity"], "error")

    def test_exchanges_of_tensors(self):
        events = [{"name": "ALLREDUCE", "ph": "B", "pid": 2, "ts": 100},
                  {"name": "WAIT", "ph": "B", "pid": 2, "ts": 110},
                  {"ph": "E", "pid": 2, "ts": 140}, {"ph": "E", "pid": 2, "ts": 190},
                  {"ph": "E", "pid": 2, "ts": 200}]
        for recorder in ("horovod_timeline", "smdataparallel_timeline"):
            name = (self.TIMELINE % "1-algo-1").replace("pythontimeline", recorder)
            folder = self.folder({name: timeline(BEGIN, events)})
            rows = {r["name"]: r for r in self.rows_of(folder, "phases -by metric")}
            self.assertEqual({n: r["total_us"] for n, r in rows.items()},
                             {"ALLREDUCE": 90, "WAIT": 30})
            self.assertEqual(self.problems(folder)["unmatched_end"]["count"], 1)

    def test_what_the_recorder_was_told(self):
        problem = self.problems(jobs()[0] / "profiler-output")["recorder_settings"]
        self.assertEqual(problem["severity"], "info")
        self.assertIn("ProfilingIntervalInMilliseconds 1000", problem["first_detail"])


class PythonFunctions(SageMakerTest):

    FOLDER = "python_functions"

    def test_code(self):
        folder = pathlib.Path(trace_files.TESTDATA, "sagemaker", self.FOLDER)
        report = answer([folder], "code -select micros,occurrence -max_depth 100")
        rows = {tuple(row["key"]): row for row in report["rows"]}
        step = "step 3 (cProfile, process 101 of algo-1)"
        row = rows[(step, "train.py:19:step")]
        self.assertEqual(row["run_count"], 1)
        self.assertGreater(row["total_micros"], 10000)
        self.assertLess(row["micros"], 1000)
        self.assertGreaterEqual(rows[(step, "train.py:27:train")]["total_micros"],
                                row["total_micros"])
        tops = sorted(key[0] for key in rows if len(key) == 1)
        self.assertEqual(tops, ["before the first step (cProfile, process 101 of algo-1)", step,
                                "step 4 (pyinstrument, process 101 of algo-1)"])
        nested = (tops[2], "train.py:1:<module>", "train.py:27:train", "train.py:19:step", "sleep")
        self.assertGreater(rows[nested]["micros"], 80000)

    def test_beside_steps(self):
        with tempfile.TemporaryDirectory() as made:
            copy = pathlib.Path(made, "job")
            shutil.copytree(pathlib.Path(trace_files.TESTDATA, "sagemaker", self.FOLDER), copy,
                            ignore=shutil.ignore_patterns("__init__.py"))  # Bazel adds these files
            pevents = copy / "profiler-output/framework/pevents/2023111607"
            os.chmod(copy / "profiler-output/framework", 0o755)
            pevents.mkdir(parents=True)
            (pevents / f"{BEGIN + 9}000000_101-algo-1_pythontimeline.json").write_text(
                timeline(BEGIN, steps(5)))
            (copy / "profiler-output/framework/pytorch/report.html").write_text("<html>")
            self.assertGreater(answer([copy], "code")["rows"][0]["total_micros"], 0)
            self.assertEqual(answer([copy], "code -step 3")["rows"][0]["total_micros"], 0)
            problems = {row["name"]: row["count"] for section in answer([copy], "info")["sections"]
                        for row in section["rows"] if "severity" in row}
            self.assertEqual(problems, {"skipped_file": 2, "recorder_settings": 1,
                                        "files_read": 5})

    def test_stacks(self):
        folder = pathlib.Path(trace_files.TESTDATA, "sagemaker", self.FOLDER)
        with tempfile.TemporaryDirectory() as made:
            path = pathlib.Path(made, "out.folded")
            told([folder], f"code -output folded:outfile={path}")
            stacks = dict(line.rsplit(" ", 1) for line in path.read_text().splitlines())
            deepest = [name for name in stacks if name.endswith(";train.py:19:step;sleep")]
            self.assertEqual(len(deepest), 1)
            self.assertGreater(int(stacks[deepest[0]]), 80000)


class Selections(unittest.TestCase):

    def test_rules_on_steps_look_at_what_is_selected(self):
        folder = pathlib.Path(trace_files.TESTDATA, "sagemaker/sm_imbalance/profiler-output")
        for selected, steps in (("", 711), ("-step 10..20", 11), ("-host algo-1", 711)):
            text = told([folder], "advise -checkers StepOutlier " + selected +
                        " -threshold StepOutlier.stddev=1"
                        " -threshold StepOutlier.share=0"
                        " -threshold StepOutlier.n_outliers=0").stdout
            self.assertIn(f" of {steps} steps of Step:ModeKeys.TRAIN take longer", text)


if __name__ == "__main__":
    trace_files.main()
