"""A recording that is there twice counts once, and recordings of separate runs are never averaged.

Run as: same_recording_test.py PROFILER [TEST...]
"""

import gzip
import json
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

from run import run, run_tests

XSPACE = pathlib.Path("testdata/xspace/syn_gpu1/host0.xplane.pb").resolve()
EXPORTED = pathlib.Path("testdata/xspace/syn_gpu1/expected/trace_viewer.json.gz").resolve()
OTHER_EXPORT = pathlib.Path("testdata/xspace/syn_tpu1/expected/trace_viewer.json.gz").resolve()
BEGIN_NS = 1700000000000000000


def trace(ops, first_step=1, rank=None, world_size=None, pid=100, begin_ns=BEGIN_NS, step_us=100):
    """Three steps of a PyTorch process, in each of which these ops run."""
    events = []
    for step in range(3):
        begin = 1000 + step * step_us
        events.append({"ph": "X", "cat": "user_annotation", "pid": pid, "tid": pid, "ts": begin,
                       "dur": step_us - 1, "name": f"ProfilerStep#{first_step + step}"})
        events += [{"ph": "X", "cat": "cpu_op", "name": op, "pid": pid, "tid": pid,
                    "ts": begin + 5 + 10 * i, "dur": 8} for i, op in enumerate(ops)]
    whole = {"schemaVersion": 1, "baseTimeNanoseconds": begin_ns, "traceEvents": events}
    if rank is not None:
        whole["distributedInfo"] = {"backend": "nccl", "rank": rank, "world_size": world_size}
    return whole


class SameRecordingTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def put(self, name, content):
        """Writes a trace, or copies a file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, pathlib.Path):
            shutil.copyfile(content, path)
        else:
            path.write_text(json.dumps(content), encoding="utf-8")
        return path

    def ask(self, command, *paths, options=("-strict",)):
        done = run(*command.split(), *map(str, paths), *options, "-format", "json",
                   cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout), done.stderr

    def read_and_left_out(self, *paths):
        """The names of the files that were read, and of those left out with their problem."""
        answer, errors = self.ask("info", *paths)
        rows = {section["id"]: section["rows"] for section in answer["sections"]}
        base = os.path.basename
        left_out = {base(row["file"]): (row["name"], base(row["first_detail"] or ""))
                    for row in rows.get("problems", [])
                    if row["name"] in ("same_recording", "repeated_input")}
        return [base(row["name"]) for row in rows["files"]], left_out, errors

    def means(self, *paths, options=("-strict",)):
        """By section of statistics: the average of total_us. And the note on runs."""
        answer, _ = self.ask("steps", *paths, options=options)
        means = {section["id"]: row["average_us"] for section in answer["sections"]
                 for row in section["rows"] if row["name"] == "total_us"}
        notes = [note["text"] for note in answer["notes"] if note["id"] == "several_runs"]
        return means, notes[0] if notes else ""


class NothingTwiceTest(SameRecordingTest):

    def test_a_log_folder_holds_its_xspace_in_two_forms(self):
        run_folder = "plugins/profile/2026_01_02_03_04_05"
        xspace = self.put(f"{run_folder}/host.xplane.pb", XSPACE)
        exported = self.put(f"{run_folder}/host.trace.json.gz", EXPORTED)
        self.put(f"{run_folder}/perfetto_trace.json.gz", EXPORTED).write_bytes(
            gzip.compress(gzip.decompress(EXPORTED.read_bytes()) + b"\n"))
        why = ("same_recording", "host.xplane.pb")
        files, left_out, errors = self.read_and_left_out(self.folder)
        self.assertEqual(files, ["host.xplane.pb"])
        self.assertEqual(left_out, {"host.trace.json.gz": why, "perfetto_trace.json.gz": why})
        self.assertEqual(errors, "")
        both, alone = (self.ask("steps", path)[0]["rows"] for path in (self.folder, xspace))
        self.assertEqual(both, alone)
        # Named by itself, the file is still left out, with a warning.
        files, left_out, errors = self.read_and_left_out(exported, xspace)
        self.assertEqual(files, ["host.xplane.pb"])
        self.assertEqual(left_out, {"host.trace.json.gz": ("repeated_input", "host.xplane.pb")})
        self.assertIn("the same recording was given twice", errors)
        self.assertEqual(self.read_and_left_out(exported)[0], ["host.trace.json.gz"])

    def test_a_viewers_page_in_a_folder_beside_the_xspace(self):
        self.put("run/host.xplane.pb", XSPACE)
        self.put("run/saved/trace_viewer.json.gz", EXPORTED)
        files, left_out, _ = self.read_and_left_out(self.folder / "run")
        self.assertEqual(files, ["host.xplane.pb"])
        self.assertEqual(left_out, {"trace_viewer.json.gz": ("same_recording", "host.xplane.pb")})

    def test_a_page_of_another_recording_below_an_xspace_is_read(self):
        self.put("run/host.xplane.pb", XSPACE)
        self.put("run/saved/trace_viewer.json.gz", OTHER_EXPORT)
        files, left_out, _ = self.read_and_left_out(self.folder / "run")
        self.assertEqual(sorted(files), ["host.xplane.pb", "trace_viewer.json.gz"])
        self.assertEqual(left_out, {})

    def test_an_unrelated_trace_beside_an_xspace_is_read(self):
        self.put("host.xplane.pb", XSPACE)
        self.put("host.pt.trace.json", trace(["aten::mm"]))
        self.put("host.trace.json.gz", OTHER_EXPORT)  # exported from another XSpace
        files, left_out, _ = self.read_and_left_out(self.folder)
        self.assertEqual(files, ["host.pt.trace.json", "host.trace.json.gz", "host.xplane.pb"])
        self.assertEqual(left_out, {})

    def test_a_packed_file_beside_the_file(self):
        plain = self.put("a.json", trace(["aten::mm"]))
        packed = self.folder / "b.json.gz"
        packed.write_bytes(gzip.compress(plain.read_bytes()))
        files, left_out, _ = self.read_and_left_out(self.folder)
        self.assertEqual(files, ["a.json"])
        self.assertEqual(left_out, {"b.json.gz": ("same_recording", "a.json")})
        # Of the same size, and another recording.
        packed.write_bytes(gzip.compress(plain.read_bytes().replace(b"aten::mm", b"aten::nn")))
        self.assertEqual(self.read_and_left_out(self.folder)[:2], (["a.json", "b.json.gz"], {}))

    def test_two_packed_files_of_one_content(self):
        content = json.dumps(trace(["aten::mm"])).encode()
        for level, name in ((1, "a.json.gz"), (9, "b.json.gz")):
            (self.folder / name).write_bytes(gzip.compress(content, level))
        files, left_out, _ = self.read_and_left_out(self.folder)
        self.assertEqual(files, ["a.json.gz"])
        self.assertEqual(left_out, {"b.json.gz": ("same_recording", "a.json.gz")})

    def test_a_store_beside_its_sources(self):
        ranks = [self.put(f"rank{rank}.json", trace(["aten::mm"], rank=rank, world_size=2))
                 for rank in range(2)]
        store = self.folder / "both.store"
        done = run("steps", *map(str, ranks), "-output", f"store:outfile={store}")
        self.assertEqual(done.returncode, 0, done.stderr)
        files, left_out, _ = self.read_and_left_out(self.folder)
        self.assertEqual(files, ["rank0.json", "rank1.json"])
        self.assertEqual(left_out, {"both.store": ("same_recording", "rank0.json and 1 more")})
        # The store has more: a file that is there no more.
        ranks[1].unlink()
        files, left_out, _ = self.read_and_left_out(self.folder)
        self.assertEqual(files, ["rank0.json", "rank1.json"])
        self.assertEqual(left_out, {"rank0.json": ("same_recording", "both.store")})
        # The folder was moved.
        moved = self.folder / "moved"
        moved.mkdir()
        for path in (ranks[0], store):
            path.rename(moved / path.name)
        self.assertEqual(self.read_and_left_out(moved)[1],
                         {"rank0.json": ("same_recording", "both.store")})

    def test_a_file_by_other_paths(self):
        path = self.put("a.json", trace(["aten::mm"]))
        (self.folder / "link.json").symlink_to(path)
        (self.folder / "hard.json").hardlink_to(path)
        copy = self.put("copy.json", path)
        for other in ("a.json", "./a.json", "link.json", "hard.json", copy):
            files, left_out, errors = self.read_and_left_out(path, other)
            self.assertEqual(files, ["a.json"], other)
            self.assertEqual(list(left_out), [os.path.basename(other)])
            self.assertIn("the same recording was given twice", errors)

    def test_memory_is_estimated_once(self):
        run_folder = "plugins/profile/run"
        self.put(f"{run_folder}/host.xplane.pb", XSPACE)
        plain = self.folder / run_folder / "host.trace.json"
        plain.write_bytes(gzip.decompress(EXPORTED.read_bytes()) + b" " * 120_000_000)

        def is_likely_too_large(path):
            return "is likely to take" in run("steps", str(path), "-max_memory", "30MB").stderr

        self.assertTrue(is_likely_too_large(plain))
        self.assertFalse(is_likely_too_large(self.folder))


class SeparateRunsTest(SameRecordingTest):

    def test_two_jobs_are_never_averaged(self):
        one = self.put("one/rank0.json", trace(["aten::mm", "aten::relu"], step_us=100))
        two = self.put("two/rank0.json", trace(["aten::mm", "aten::relu"], step_us=300))
        alone = [self.means(path)[0]["statistics"] for path in (one, two)]
        means, note = self.means(one, two)
        self.assertEqual(means, {"statistics_1": alone[0], "statistics_2": alone[1]})
        self.assertIn(f"2 separate runs are open, whose steps are never averaged together; rows of ops "
                      f"add up what each run did: run 1 is {one} (3 steps), run 2 is {two} (3 steps)", note)
        # The command that the note tells shows one of them.
        pattern = note.split("-source '")[1].split("'")[0]
        self.assertEqual(self.means(one, two, options=["-source", pattern]),
                         ({"statistics": alone[0]}, ""))
        means, note = self.means(one, two, options=["-run", "mine"])
        self.assertEqual((list(means), note), (["statistics"], ""))
        rows = self.ask("steps", one, two)[0]["rows"]
        steps = [(row["sources"], row["number"]) for row in rows if row["number"] is not None]
        self.assertEqual(steps, [([str(path)], step) for path in (one, two) for step in (1, 2, 3)])
        self.assertEqual({row["against_median"] for row in rows if row["number"] is not None}, {1})

    def test_two_jobs_of_one_folder(self):
        self.put("a.json", trace(["aten::mm", "aten::relu"]))
        self.put("b.json", trace(["aten::mm", "aten::relu"], step_us=300))
        self.assertEqual(list(self.means(self.folder)[0]), ["statistics_1", "statistics_2"])

    def test_a_median_is_of_one_run(self):
        paths = [self.put(f"{name}.json", trace(["aten::mm"])) for name in "ab"]
        paths[1].write_text(json.dumps(trace(["aten::mm"], step_us=300)), encoding="utf-8")
        for statistic in ("median", "mean_all", "p95"):
            done = run("op", *map(str, paths), "-stat", statistic)
            self.assertEqual(done.returncode, 1)
            self.assertIn("steps of 2 separate runs are selected", done.stderr)
            done = run("op", *map(str, paths), "-stat", statistic, "-source", ".*/a.json")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_ranks_of_a_job_are_one_run(self):
        folders = {"one folder": ("rank0.json", "rank1.json"),
                   "hosts": ("host0/x.json", "host1/y.json")}
        for where, names in folders.items():
            paths = [self.put(f"{where}/{name}", trace(["aten::mm"], rank=rank, world_size=2))
                     for rank, name in enumerate(names)]
            means, note = self.means(*paths)
            self.assertEqual((list(means), note), (["statistics"], ""), where)

    def test_two_jobs_of_several_ranks(self):
        for job, begin_ns in (("a", BEGIN_NS), ("b", BEGIN_NS + 3600 * 10**9)):
            for rank in range(2):
                self.put(f"{job}/rank{rank}.json",
                         trace(["aten::mm"], rank=rank, world_size=2, begin_ns=begin_ns))
        means, note = self.means(self.folder)
        self.assertEqual(list(means), ["statistics_1", "statistics_2"])
        self.assertIn("/a/.*'", note)

    def test_recordings_of_one_process_are_one_run(self):
        later = BEGIN_NS + 10**9
        self.put("host_100.1.pt.trace.json", trace(["aten::mm"]))
        self.put("host_100.2.pt.trace.json", trace(["aten::mm"], first_step=11, begin_ns=later))
        self.assertEqual(list(self.means(self.folder)[0]), ["statistics"])
        # Another process counts its steps from the start again.
        self.put("host_100.2.pt.trace.json", trace(["aten::mm"], pid=200, begin_ns=later))
        self.assertEqual(list(self.means(self.folder)[0]), ["statistics_1", "statistics_2"])

    def test_hosts_of_a_log_run_are_one_run(self):
        for host in ("syn_gpu1", "syn_gpu2"):
            self.put(f"plugins/profile/run/{host}.xplane.pb",
                     XSPACE.parents[1] / host / "host0.xplane.pb")
        means, note = self.means(self.folder)
        self.assertEqual((list(means), note), (["statistics"], ""))


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
