"""SageMaker Debugger's folders on the real binary: whole, in parts, compressed, several.

Run as: sagemaker_cli_test.py PROFILER [TEST...]
"""

import gzip
import json
import pathlib
import shutil
import sys
import tempfile
import unittest

from run import run, run_tests

TESTDATA = pathlib.Path("testdata").resolve()
JOBS = TESTDATA / "sagemaker"
LOW_GPU = JOBS / "sm_lowgpu/profiler-output"
IMBALANCE = JOBS / "sm_imbalance/profiler-output"
XSPACE = TESTDATA / "xspace/syn_gpu1/host0.xplane.pb"
RUN_FOLDER = "plugins/profile/2023_11_15_15_03_00"
DETAILED = f"framework/tensorflow/detailed_profiling/2023111515/000000000/{RUN_FOLDER}"
BEGIN_S = 1700060580  # ten minutes after the beginning of LOW_GPU


def ask(path, *args):
    answer = run(f"--profile_path={path}", "-format", "json", "-max_depth", "100000", *args)
    return json.loads(answer.stdout)


def section(path, name):
    report = ask(path, "-c", "info")
    return next(s for s in report["sections"] if s["id"] == name)["rows"]


def problems(path):
    return {row["name"]: row for row in section(path, "problems")}


def counted(path):
    """The number of values of each metric."""
    return {(row["node"], row["name"], row["dimension"]): row["count"]
            for row in ask(path, "-c", "metrics")["rows"]}


def lines_below(folder):
    return sum(len(path.read_text().splitlines()) for path in folder.rglob("*.algo-*.json"))


def trace_events(first_us, name="MatMul"):
    return [{"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "python"}},
            {"ph": "M", "pid": 1, "tid": 2, "name": "thread_name", "args": {"name": "thread 2"}},
            {"ph": "X", "pid": 1, "tid": 2, "ts": first_us, "dur": 1000, "name": name,
             "cat": "cpu_op"},
            {"ph": "X", "pid": 1, "tid": 2, "ts": first_us + 5000, "dur": 2000, "name": name,
             "cat": "cpu_op"}]


class SageMakerFolders(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def copy(self, source=LOW_GPU, name="job/profiler-output"):
        target = self.folder / name
        shutil.copytree(source, target)
        for path in target.rglob("*"):
            path.chmod(0o755)
        return target

    def write(self, path, data):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def put_trace(self, path, document):
        self.write(path, gzip.compress(json.dumps(document).encode(), mtime=0))


class Threads(SageMakerFolders):
    def test_any_number_gives_the_same_bytes(self):
        job = self.copy(IMBALANCE)
        files = sorted(job.rglob("*.algo-*.json"))
        for number in (1, 3, 4):  # in another order than by name
            text = files[number].read_text().splitlines()
            files[number].write_text("\n".join(text[:7] + ["{nonsense"] + text[7:]) + "\n")
        shutil.copyfile(XSPACE, job / "host0.xplane.pb")
        answers = []
        for threads in (1, 2, 4, 0):
            store = self.folder / f"{threads}.store"
            answer = run(f"--profile_path={job}", f"-threads={threads}", "-c", "metrics", "-c",
                         "info", "-c", f"ops -output store:outfile={store}")
            self.assertEqual(answer.returncode, 1, answer.stderr)
            self.assertEqual(answer.stderr.count("bad_json_line"), 3)
            said = [text.replace(store.name, "") for text in (answer.stdout, answer.stderr)]
            answers.append((*said, store.read_bytes()))
        for other in answers[1:]:
            self.assertEqual(other, answers[0])

    def test_what_cannot_be_read_is_told_by_any_number(self):
        (self.folder / "a.json").write_text("{}")
        paths = [f"--profile_path={path}" for path in
                 (self.folder / "a.json", self.folder / "none", XSPACE)]
        one, four = (run(*paths, f"-threads={n}", "-c", "ops") for n in (1, 4))
        self.assertEqual(one.returncode, 1)
        self.assertEqual(one.stderr.count("it was left out"), 2)
        self.assertEqual((one.stdout, one.stderr), (four.stdout, four.stderr))

    def test_a_number_of_threads_is_checked(self):
        for bad in ("-1", "257", "many"):
            answer = run(f"--profile_path={LOW_GPU}", f"-threads={bad}", "-c", "metrics")
            self.assertEqual(answer.returncode, 2, answer.stderr)
            self.assertIn("threads", answer.stderr)


class Parts(SageMakerFolders):
    def test_a_parent_is_its_recording(self):
        for parent in (JOBS / "sm_lowgpu", LOW_GPU):
            self.assertEqual(counted(parent), counted(LOW_GPU))
            self.assertEqual(sum(counted(parent).values()), lines_below(LOW_GPU))

    def test_the_system_part(self):
        for folder in ("system", "system/incremental"):
            self.assertEqual(counted(LOW_GPU / folder), counted(LOW_GPU))
        self.assertEqual(ask(LOW_GPU / "system", "-c", "phases")["rows"], [])

    def test_the_framework_part(self):
        part = LOW_GPU / "framework"
        self.assertEqual(ask(part, "-c", "metrics")["rows"], [])
        # Before and after all steps there are only metrics.
        whole = [row for row in ask(LOW_GPU, "-c", "phases")["rows"]
                 if not row["name"].startswith(("Before", "After"))]
        self.assertEqual(ask(part, "-c", "phases")["rows"], whole)

    def test_an_hour_and_a_file(self):
        job = self.copy()
        hour = job / "system/incremental/2023111608"
        hour.mkdir()
        last = sorted(job.rglob("*.algo-1.json"))[-1]
        moved = hour / last.name
        last.rename(moved)
        for part in (hour, moved):
            self.assertEqual(sum(counted(part).values()), len(moved.read_text().splitlines()))
        self.assertEqual(sum(counted(job).values()), lines_below(LOW_GPU))
        timeline = min(job.rglob("*_pythontimeline.json"))
        self.assertNotEqual(ask(timeline, "-c", "phases")["rows"], [])

    def test_packed_files_answer_as_plain_ones(self):
        job = self.copy()
        for path in [*job.rglob("*.algo-*.json"), *job.rglob("*_pythontimeline.json")]:
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes()))
            path.unlink()
        for view in ("metrics", "phases"):
            plain, packed = (run(f"--profile_path={path}", "-c", view) for path in (LOW_GPU, job))
            self.assertEqual(packed.returncode, 0, packed.stderr)
            self.assertEqual(packed.stdout, plain.stdout)
        hosts = [(row["host"], row["role"]) for row in section(job, "files")]
        self.assertEqual(hosts, [(row["host"], row["role"]) for row in section(LOW_GPU, "files")])

    def test_a_packed_file_that_is_cut_says_so(self):
        job = self.copy()
        path = min(job.rglob("*.algo-1.json"))
        packed = gzip.compress(path.read_bytes())
        path.with_name(path.name + ".gz").write_bytes(packed[:len(packed) // 2])
        path.unlink()
        answer = run(f"--profile_path={job}", "-c", "metrics")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("cut short", answer.stderr)
        self.assertGreater(sum(counted(job).values()), lines_below(job))


class Folders(SageMakerFolders):
    def test_of_several_recordings_the_newest_is_read(self):
        old = self.copy(LOW_GPU, "z_first/profiler-output")
        for path in [p for p in old.rglob("1700*.json")]:  # a day earlier
            first, rest = path.name[:10], path.name[10:]
            path.rename(path.with_name(str(int(first) - 86400) + rest))
        new = self.copy(IMBALANCE, "a_second/profiler-output")
        answer = run(f"--profile_path={self.folder}", "-strict", "-c", "metrics")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn(f"read: {new}; left out: {old}", answer.stderr)
        self.assertEqual(counted(self.folder), counted(IMBALANCE))

    def test_recordings_that_are_named_are_read_together(self):
        one, other = self.copy(LOW_GPU, "a"), self.copy(LOW_GPU, "b")
        path = min(other.rglob("*.algo-1.json"))
        path.write_text(path.read_text() + path.read_text().splitlines()[0] + "\n")
        for path in other.rglob("*.json"):
            path.write_text(path.read_text() + "\n")  # no longer copies
        answer = run(f"--profile_path={one}", f"--profile_path={other}", "-format", "json", "-c",
                     "metrics")
        rows = json.loads(answer.stdout)["rows"]
        # A repeated line counts once.
        self.assertEqual(sum(row["count"] for row in rows), 2 * lines_below(LOW_GPU))

    def test_what_was_read_and_what_was_not_is_told_by_kind(self):
        job = self.copy()
        system = min(job.rglob("*.algo-1.json"))
        for name in (".tmp", ".corrupt"):
            shutil.copyfile(system, str(system) + name)
        self.write(job / DETAILED / "algo-1.kernel_stats.pb", b"\x00\x01")
        self.write(job / "framework/tensorflow/cProfile/1_2_3-algo-1_-1/python_stats", b"\x00\x01")
        self.write(job / "report.html", b"<html></html>")
        met = problems(job)
        self.assertEqual(met["skipped_file"]["count"], 5)
        self.assertEqual(
            met["skipped_file"]["first_detail"],
            "1 *.corrupt (given up by its writer), 1 *.html (a page to look at), 1 *.pb, "
            "1 *.tmp (still being written), "
            "1 python_stats (statistics of Python's profiler)")
        self.assertEqual(met["files_read"]["count"], 32)
        self.assertEqual(met["files_read"]["first_detail"],
                         "1 sagemaker_settings, 16 sagemaker_system, 15 sagemaker_timeline")

    def test_a_folder_that_holds_something_else_is_named(self):
        self.write(self.folder / "train.csv", b"a,b\n1,2\n")
        self.write(self.folder / "notes/readme.txt", b"hello")
        answer = run(f"--profile_path={self.folder}", "-c", "metrics")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("nothing that looks like a profile was found in it: 1 *.csv, 1 *.txt",
                      answer.stderr)

    def test_a_recording_of_nothing_is_named(self):
        self.write(self.folder / "profilerconfig.json", b"{}")
        self.write(self.folder / "system/incremental/2023111607/1.algo-1.json.tmp", b"{}")
        answer = run(f"--profile_path={self.folder}", "-c", "metrics")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("a folder of SageMaker Debugger's profiler output", answer.stderr)
        self.assertIn("1 *.tmp (still being written)", answer.stderr)


class Traces(SageMakerFolders):
    def only(self, job, format_name):
        rows = [row for row in section(job, "files") if row["format"] == format_name]
        self.assertEqual(len(rows), 1)
        return rows[0]

    def test_a_detailed_trace_is_of_its_job(self):
        job = self.copy()
        self.put_trace(job / DETAILED / "algo-1.trace.json.gz",
                       {"traceEvents": trace_events(21307)})
        begin_us = BEGIN_S * 1_000_000 + 250_000
        self.write(job / DETAILED.removesuffix(RUN_FOLDER) /
                   f"101-algo-1_{begin_us}_{begin_us + 9000}.metadata", b"")
        row = self.only(job, "chrome_trace")
        self.assertEqual(row["host"], "algo-1")
        self.assertEqual(row["time_zero"], "2023-11-15T15:03:00.250000000Z")
        self.assertEqual({row["run"] for row in section(job, "files")}, {str(job)})
        self.assertEqual([row["name"] for row in section(job, "hosts")], ["algo-1"])
        self.assertEqual(problems(job)["files_read"]["first_detail"],
                         "1 chrome_trace, 1 sagemaker_settings, 16 sagemaker_system, "
                         "15 sagemaker_timeline")
        for window, runs in (("-from 590s -to 610s", [2]), ("-from 0s -to 590s", [])):
            rows = ask(job, "-c", f"ops {window}")["rows"]
            self.assertEqual([r["occurrences"] for r in rows if r["name"] == "MatMul"], runs)

    def test_a_trace_of_another_node_is_of_that(self):
        job = self.copy()
        self.put_trace(job / DETAILED / "x.trace.json.gz", {"traceEvents": trace_events(5)})
        self.write(job / DETAILED / f"7-algo-2_{BEGIN_S}000000_{BEGIN_S}000001.metadata", b"")
        self.assertEqual(self.only(job, "chrome_trace")["host"], "algo-2")

    def test_without_metadata_the_only_node_is_meant(self):
        job = self.copy()
        self.put_trace(job / DETAILED / "x.trace.json.gz", {"traceEvents": trace_events(5)})
        row = self.only(job, "chrome_trace")
        self.assertEqual((row["host"], row["time_zero"]), ("algo-1", None))
        other = min(job.rglob("*.algo-1.json"))
        other.with_name(other.name.replace("algo-1", "algo-2")).write_text(
            other.read_text().replace("algo-1", "algo-2"))
        self.assertFalse(self.only(job, "chrome_trace")["host"])

    def test_what_a_trace_says_itself_stays(self):
        job = self.copy()
        self.write(job / DETAILED / "host0.xplane.pb", XSPACE.read_bytes())
        self.put_trace(job / "framework/pytorch/worker.pt.trace.json.gz",
                       {"schemaVersion": 1, "deviceProperties": [],
                        "baseTimeNanoseconds": BEGIN_S * 10**9, "host_name": "trainer",
                        "traceEvents": trace_events(250_000)})
        alone = section(XSPACE, "files")[0]
        row = self.only(job, "xspace")
        self.assertEqual((row["host"], row["time_zero"]),
                         (alone["host"], alone["time_zero"]))
        row = self.only(job, "chrome_trace")
        self.assertEqual(row["host"], "trainer")
        self.assertEqual(row["time_zero"], "2023-11-15T15:03:00.250000000Z")
        self.assertEqual({row["run"] for row in section(job, "files")}, {str(job)})
        self.assertEqual(sum(counted(job).values()), lines_below(LOW_GPU))

    def test_all_traces_of_a_recording_are_read(self):
        job = self.copy()
        for number in range(3):
            folder = job / f"framework/tensorflow/detailed_profiling/2023111607/{number:09}"
            self.put_trace(folder / f"plugins/profile/run_{number}/algo-1.trace.json.gz",
                           {"traceEvents": trace_events(5, f"Op{number}")})
        self.assertNotIn("other_run", problems(job))
        names = {row["name"] for row in ask(job, "-c", "ops")["rows"]}
        self.assertLessEqual({"Op0", "Op1", "Op2"}, names)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
