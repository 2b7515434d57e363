"""Folders of SageMaker Debugger that are damaged, or hold more than metrics and timelines.

    sagemaker_folders_test.py PROFILER TESTDATA [Class.test]
"""

import os
import pathlib
import shutil
import tempfile

import unittest

import trace_files
from sagemaker_files import BEGIN, line, steps, timeline
from trace_files import answer, told


class BadFolders(unittest.TestCase):
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
        job = pathlib.Path(trace_files.TESTDATA, "sagemaker/sm_cpubottleneck/profiler-output")
        problem = self.problems(job)["recorder_settings"]
        self.assertEqual(problem["severity"], "info")
        self.assertIn("ProfilingIntervalInMilliseconds 1000", problem["first_detail"])


class PythonFunctions(unittest.TestCase):

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


if __name__ == "__main__":
    trace_files.main()
