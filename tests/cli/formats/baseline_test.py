"""Stores without events (-output store:events=none) and `baseline`, on the real binary.

Run as: baseline_test.py PROFILER [TEST...]
"""

import json
import pathlib
import shutil
import sys
import tempfile
import unittest

from run import ask, run, run_tests

MLP = "testdata/mlp/profile_1055"
KINETO = "testdata/kineto/torch_resnetish/rank0.5.pt.trace.json.gz"
# One of each kind of profile.
RECORDED = [
    MLP,
    "testdata/gpu_synth/profile_300",
    KINETO,
    "testdata/xspace/syn_gpu2",
    "testdata/xspace/syn_tpu1",
    "testdata/xspace/tf_input_bound",
    "testdata/xspace/jax_bf16_scan",
    "testdata/sagemaker/sm_lowgpu",
]
QUESTIONS = [
    ("steps",),
    ("op", "-compat", "off", "-select", "micros,cpu_micros,accelerator_micros,occurrence,bytes"),
    ("scope", "-max_depth", "100", "-compat", "off", "-select", "micros,peak_bytes,params"),
    ("code", "-max_depth", "100", "-compat", "off", "-select", "micros"),
    ("op", "-compat", "off", "-stat", "median", "-select", "micros"),
]
NEED_EVENTS = ["ops", "hlo", "utilization", "idle", "launches", "collectives", "phases",
               "overview", "trace", "advise"]


class WithoutEvents(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def store(self, *inputs, name="kept.store"):
        path = self.folder / name
        done = run("steps", *inputs, "-output", f"store:outfile={path},events=none")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no events: times of ops and kernels are kept to 0.1 %", done.stdout)
        return path

    def check_near(self, want, got, where):
        if isinstance(want, dict):
            self.assertEqual(want.keys(), got.keys(), where)
            for key in want:
                self.check_near(want[key], got[key], f"{where} {key}")
        elif isinstance(want, list):
            self.assertEqual(len(want), len(got), where)
            for i, (a, b) in enumerate(zip(want, got)):
                self.check_near(a, b, f"{where} {i}")
        elif isinstance(want, (int, float)) and not isinstance(want, bool):
            self.assertIsNotNone(got, where)
            self.assertAlmostEqual(got, want, delta=max(0.0011 * abs(want), 0.0011), msg=where)
        else:
            self.assertEqual(want, got, where)

    def test_values_are_those_of_the_profile(self):
        for recorded in RECORDED:
            path = self.store(recorded)
            for question in QUESTIONS:
                where = f"{recorded} {' '.join(question)}"
                if run(*question, recorded).returncode != 0:
                    self.assertEqual(run(*question, path).returncode, 1, where)
                    continue
                want, got = ask(*question, recorded), ask(*question, path)
                key = lambda row: json.dumps(row["key"])
                self.check_near(sorted(want["rows"], key=key), sorted(got["rows"], key=key), where)
                self.check_near(want.get("totals"), got.get("totals"), where)

    def test_it_is_the_same_as_its_profile_in_diff(self):
        for recorded in (MLP, KINETO, "testdata/xspace/syn_tpu1"):
            report = ask("diff", recorded, "-base", self.store(recorded))
            for section in report["sections"]:
                self.assertNotEqual(section["id"], "environment", section["rows"])
                for row in section["rows"]:
                    self.assertIn(row.get("verdict"), (None, "", "same", "unclear"), row)
                    if row.get("verdict") is not None:
                        base = row.get("base_us", row.get("base", row.get("base_bytes")))
                        new = row.get("new_us", row.get("new", row.get("new_bytes")))
                        self.assertAlmostEqual(new, base, delta=base / 1000 + 1e-6, msg=row)

    def test_it_is_small_and_the_same_each_time(self):
        path = self.store(MLP)
        self.assertLess(path.stat().st_size, 200_000)
        again = self.store(MLP, name="again.store")
        self.assertEqual(path.read_bytes(), again.read_bytes())
        of_store = self.store(path, name="of_store.store")
        self.assertEqual(path.read_bytes(), of_store.read_bytes())
        merged = self.store(*sorted(pathlib.Path("testdata/mlp").glob("profile_*")),
                            name="merged.store")
        self.assertLess(merged.stat().st_size, 200_000)

    def test_views_that_need_events_say_so(self):
        path = self.store("testdata/xspace/syn_gpu2")
        for view in NEED_EVENTS:
            report = ask(view, path)
            self.assertFalse(report.get("rows"), view)
            notes = [note["text"] for note in report["notes"] if note["id"] == "events_left_out"]
            self.assertEqual(len(notes), 1, view)
            self.assertIn(f"{view} needs events, and the store of ", notes[0])
            self.assertIn("holds none (events=none)", notes[0])
        ranks = ask("steps", path, "-by", "rank")
        self.assertIn("events_left_out", [note["id"] for note in ranks["notes"]])
        kernels = ask("kernels", path)
        full = ask("kernels", "testdata/xspace/syn_gpu2")
        total = sum(row["total_us"] for row in full["rows"])
        self.assertAlmostEqual(sum(row["total_us"] for row in kernels["rows"]), total,
                               delta=total / 1000)
        self.assertEqual(sum(row["occurrences"] for row in kernels["rows"]),
                         sum(row["occurrences"] for row in full["rows"]))
        self.assertTrue(all(row["min_us"] is None for row in kernels["rows"]))

    def test_kernels_have_the_rows_of_the_profile(self):
        columns = ("op", "kind", "occurrences", "registers", "shared_bytes", "block", "grid")
        for recorded in ("testdata/xspace/syn_gpu2", "testdata/xspace/syn_tpu1",
                         "testdata/gpu_synth/profile_300"):
            path = self.store(recorded)
            for store in (path, self.store(path, name="of_store.store")):
                want, got = ({tuple(row["key"]): [row[name] for name in columns]
                              for row in ask("kernels", of)["rows"]} for of in (recorded, store))
                self.assertEqual(got, want, recorded)
            kept = {tuple(row["key"]): row["occupancy_pct"] for row in ask("kernels", path)["rows"]}
            for row in ask("kernels", recorded)["rows"]:
                if row["occupancy_pct"] is not None:
                    self.assertAlmostEqual(kept[tuple(row["key"])], row["occupancy_pct"])
            for measure in ("kernels[.*]: total_us <= base + 1%", "kernels: count() == base",
                            "kernels[.*]: occurrences == base"):
                done = run("check", recorded, "-base", path, "-require", measure)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_memory_is_that_of_the_profile(self):
        columns = "peak_bytes,peak_us,at_start_bytes,at_end_bytes,reserved_peak_bytes"
        for recorded in ("testdata/gpu_synth/profile_300", KINETO, "testdata/xspace/syn_gpu2"):
            path = self.store(recorded)
            of_store = self.store(path, name="of_store.store")
            want = ask("memory", recorded, "-select", columns)
            self.assertTrue(want["rows"], recorded)
            for store in (path, of_store):
                got = ask("memory", store, "-select", columns)
                self.assertEqual([row["peak_bytes"] for row in got["rows"]],
                                 [row["peak_bytes"] for row in want["rows"]], recorded)
                self.assertEqual(got["rows"], want["rows"], recorded)
                self.assertFalse(got.get("sections"))
                notes = [note["text"] for note in got["notes"]
                         if note["id"] == "events_left_out"]
                self.assertEqual(len(notes), 1)
                self.assertIn("what held memory at the peak", notes[0])
            done = run("check", recorded, "-base", path, "-require",
                       "memory: max(peak_bytes) <= 1.05 * base")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_diff_says_what_a_store_does_not_keep(self):
        recorded = "testdata/gpu_synth/profile_300"
        summary = ask("diff", recorded, "-base", self.store(recorded))["summary"]
        self.assertIn("idle time (the base was written without events and has none of it)",
                      " ".join(summary))
        self.assertNotIn("recorded no", " ".join(summary))

    def test_windows_are_refused(self):
        done = run("steps", self.store(KINETO), "-from", "0s", "-to", "1ms")
        self.assertEqual(done.returncode, 1)
        self.assertIn("-from, -to and -step_event need events", done.stderr)

    def test_the_setting_is_checked(self):
        for output in ("store:outfile=F,events=some", "pprof:outfile=F,events=none",
                       "store:events=none"):
            done = run("code", MLP, "-output", output)
            self.assertEqual(done.returncode, 2, output)
            self.assertIn("outfile=FILE", done.stderr)

    def test_a_newer_format_number_marks_it(self):
        full = self.folder / "full.store"
        run("steps", MLP, "-output", f"store:outfile={full},events=all")
        self.assertEqual(full.read_bytes()[7], 1)
        self.assertEqual(self.store(MLP).read_bytes()[7], 2)


class Baseline(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def copies(self, count):
        paths = []
        for i in range(count):
            paths.append(self.folder / f"run{i}" / "rank0.pt.trace.json.gz")
            paths[-1].parent.mkdir()
            shutil.copy(KINETO, paths[-1])
        return paths

    def test_runs_stay_apart(self):
        runs, path = self.copies(3), self.folder / "main.store"
        done = run("baseline", *runs, "-output", f"store:outfile={path}")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line for line in done.stdout.splitlines() if line.startswith("run ")]
        self.assertEqual(len(lines), 3, done.stdout)
        self.assertRegex(lines[0], r"^run .*run0/.*: \d+ steps?, median [0-9.]+ ms$")
        steps = len([row for row in ask("steps", KINETO)["rows"] if row["total_us"] is not None])
        report = ask("baseline", path)
        self.assertEqual([row["name"] for row in report["rows"]], [str(run_) for run_ in runs])
        self.assertTrue(all(0 < row["steps"] <= steps for row in report["rows"]))
        # Beside another run, and written again.
        more = self.folder / "more.store"
        done = run("baseline", path, MLP, "-output", f"store:outfile={more}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([row["name"] for row in ask("baseline", more)["rows"]],
                         [str(run_) for run_ in runs] + [MLP])
        self.assertEqual(len(ask("baseline", path, MLP)["rows"]), 4)
        # All runs of the base count.
        diff = ask("diff", KINETO, "-base", path)
        typical = diff["sections"][0]["rows"][0]
        self.assertIn(typical["verdict"], ("same", "unclear"))

    def test_what_is_no_run_is_refused(self):
        done = run("baseline", MLP, MLP)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is named twice", done.stderr)
        done = run("baseline", MLP, "--graph_path=testdata/mlp/graph.pb")
        self.assertEqual(done.returncode, 1)
        self.assertIn("each a run of its own", done.stderr)
        done = run("baseline", MLP, self.folder / "missing")
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
