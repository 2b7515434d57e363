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
