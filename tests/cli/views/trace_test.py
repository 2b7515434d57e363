"""-from, -to, -step_event and the view `trace` on the real binary.

Run as: trace_test.py PROFILER [TEST...]
"""

import json
import os
import pathlib
import sys
import tempfile
import unittest

from run import run, run_tests

XSPACE = os.path.abspath("testdata/xspace/tf_compute_bound/host0.xplane.pb")
GPU = os.path.abspath("testdata/xspace/syn_gpu1/host0.xplane.pb")
TPU = os.path.abspath("testdata/xspace/syn_tpu1/host0.xplane.pb")
TFPROF = os.path.abspath("testdata/mlp/profile_1055")
GRAPH = os.path.abspath("testdata/bad/graph_ok.pbtxt")


class TraceTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *args, stdin=""):
        return run(*args, stdin=stdin, cwd=self.folder)

    def ask(self, *args, status=0):
        done = self.run_program(*args, "-format", "json")
        self.assertEqual(done.returncode, status, done.stderr)
        return json.loads(done.stdout)

    def refused(self, *args, status, says):
        done = self.run_program(*args)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(says, done.stderr)

    def times(self, *args):
        answer = self.ask("op", *args, "-select", "cpu_micros,accelerator_micros", "-compat", "off",
                          "-stat", "sum",
                          "-max_depth", "1000")
        return {row["name"]: (row["cpu_micros"] or 0, row["accelerator_micros"] or 0)
                for row in answer["rows"]}

    def test_two_windows_hold_the_time_of_the_whole(self):
        for path, middle in ((XSPACE, "40ms"), (GPU, "3.7ms"), (TFPROF, "9ms")):
            whole = self.times(path)
            parts = self.times(path, "-to", middle), self.times(path, "-from", middle)
            self.assertTrue(any(any(time) for time in parts[0].values()), path)
            self.assertTrue(any(any(time) for time in parts[1].values()), path)
            for name, time in whole.items():
                with self.subTest(path=path, name=name):
                    both = [sum(part.get(name, (0, 0))[i] for part in parts) for i in (0, 1)]
                    self.assertAlmostEqual(both[0], time[0], places=5)
                    self.assertAlmostEqual(both[1], time[1], places=5)

    def test_the_report_says_what_was_cut(self):
        notes = self.ask("op", XSPACE, "-from", "10ms", "-to", "20ms")["notes"]
        window = [note for note in notes if note["id"] == "window"]
        self.assertEqual(len(window), 1)
        self.assertRegex(window[0]["text"], r"^only 10ms to 20ms: \d+ events, \d+ clipped at the edges")
        done = self.run_program("op", XSPACE, "-to", "20ms")
        self.assertIn("note: only the start to 20ms: ", done.stderr)

    def test_wrong_windows(self):
        for option, value, says in (
                ("-from", "5", "it has no unit"), ("-to", "-5s", "it lies before the start"),
                ("-from", "soon", "it is no time"), ("-to", "3d", "'d' is no unit of time"),
                ("-to", "0s", "-to 0s leaves no time behind the start")):
            with self.subTest(option=option, value=value):
                self.refused("op", XSPACE, f"{option}={value}", status=2, says=says)
        self.refused("op", XSPACE, "-from", "3s", "-to", "2s", status=2,
                     says="-to 2s leaves no time behind -from 3s")
        self.refused("op", XSPACE, "-from", "900s", status=1,
                     says="nothing ran between -from and -to: the last event ends ")
        self.refused("op", "-graph_path", GRAPH, "-from", "1s", status=1,
                     says="no event with a time was recorded")

    def test_a_window_that_is_set_holds_until_it_is_taken_away_or_another_profile_is_open(self):
        lines = ["trace -top 1 -format json", "set -from 10ms", "trace -top 1 -format json",
                 "set -from ''", "trace -top 1 -format json"]
        done = self.run_program(XSPACE, stdin="\n".join(lines) + "\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        first, cut, again = (json.loads(line) for line in done.stdout.splitlines() if line)
        self.assertEqual(first["rows"], again["rows"])
        self.assertLess(first["rows"][0]["begin_us"], 10000)
        self.assertGreaterEqual(cut["rows"][0]["begin_us"], 10000)
        self.assertEqual([note["id"] for note in again["notes"] if note["id"] == "window"], [])
        # A second window is cut from the whole profile, not from the first window.
        lines = ["op -from 1ms -format json", f"open {GPU}", "op -from 1ms -format json"]
        done = self.run_program(XSPACE, stdin="\n".join(lines) + "\n")
        first, second = (json.loads(line) for line in done.stdout.splitlines() if line)
        self.assertNotEqual(first["rows"], second["rows"])
        self.assertEqual(second["rows"], self.ask("op", GPU, "-from", "1ms")["rows"])

    def test_step_event(self):
        before = self.ask("steps", GPU)["rows"]
        rows = self.ask("steps", GPU, "-step_event", "cuLaunchKernel")["rows"]
        steps = [row for row in rows if row["number"] is not None]
        self.assertNotEqual(len(steps), len(before))
        self.assertEqual([row["number"] for row in steps], list(range(len(steps))))
        self.assertEqual([row["name"] for row in steps],
                         [f"cuLaunchKernel {number}" for number in range(len(steps))])
        self.assertTrue(all(row["found_by"] == "marker" for row in steps))
        # The file's own marks define the steps.
        for path in (GPU, XSPACE):
            same = ("name", "total_us")
            answers = [[[row[name] for name in same] for row in self.ask("steps", path, *event)["rows"]]
                       for event in ((), ("-step_event", "train"))]
            self.assertEqual(*answers)
        # A kernel belongs to the step that launched it.
        self.assertTrue(any(row["accelerator_us"] for row in steps))
        self.refused("steps", GPU, "-step_event", "cuLaunchKernal", status=1,
                     says="did you mean 'cuLaunchKernel'?")
        self.refused("steps", GPU, "-step_event", "(", status=2, says="bad regex")
        # The modules on a TPU's own track are not events of a host.
        self.refused("steps", TPU, "-step_event", "jit_train_step.*", status=1,
                     says="no event of a host is named as")
        self.assertEqual([row["name"] for row in self.ask("steps", TPU, "-step_event", "train")["rows"]
                          if row["number"] is not None], [f"train {n}" for n in range(8)])

    def test_step_event_of_a_step_with_a_window(self):
        answer = self.ask("trace", GPU, "-step_event", "cuLaunchKernel", "-step", "2", "-from",
                          "1us")
        self.assertEqual({row["step"] for row in answer["rows"]}, {2})

    def test_trace_of_a_window(self):
        rows = self.ask("trace", GPU, "-from", "1ms", "-to", "1.2ms")["rows"]
        self.assertTrue(rows)
        for row in rows:
            self.assertGreaterEqual(row["begin_us"], 1000)
            self.assertLessEqual(row["begin_us"] + row["duration_us"], 1200 + 1e-6)
        self.assertTrue(any(row["depth"] > 0 for row in rows))
        self.assertTrue(any("GPU" in row["device"] for row in rows if row["device"]))

    def test_trace_of_a_step(self):
        rows = self.ask("trace", GPU, "-step", "last")["rows"]
        self.assertEqual(len({row["step"] for row in rows}), 1)

    def test_trace_filters(self):
        all_rows = self.ask("trace", GPU, "-from", "0s")["rows"]
        shown = self.ask("trace", GPU, "-show_name_regexes", "cu.*")["rows"]
        self.assertTrue(shown)
        self.assertEqual(shown, [row for row in all_rows if row["name"].startswith("cu")])
        hidden = self.ask("trace", GPU, "-from", "0s", "-hide_name_regexes", "cu.*")["rows"]
        self.assertEqual(len(shown) + len(hidden), len(all_rows))
        device = self.ask("trace", GPU, "-from", "0s", "-device", ".*GPU.*")["rows"]
        self.assertEqual(device, [row for row in all_rows if "GPU" in (row["device"] or "")])
        top = self.ask("trace", GPU, "-order_by", "duration_us", "-top", "5", "-where",
                       "depth == 0")["rows"]
        durations = sorted((r["duration_us"] for r in all_rows if r["depth"] == 0), reverse=True)
        self.assertEqual([row["duration_us"] for row in top], durations[:5])

    def test_trace_of_tfprofs_formats(self):
        rows = self.ask("trace", TFPROF, "-top", "20")["rows"]
        self.assertEqual(len(rows), 20)
        self.assertTrue(all(row["name"] and row["track"] for row in rows))

    def test_trace_text_is_indented(self):
        done = self.run_program("trace", GPU, "-from", "0s", "-top", "10")
        self.assertRegex(done.stdout, r"\n  \S")

    def draw(self, *args):
        done = self.run_program("trace", *args, "-output", "timeline:outfile=t")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Timeline file is written to t.\n", done.stdout)
        return json.loads((self.folder / "t").read_text())["traceEvents"]

    def test_timeline_holds_what_the_view_shows(self):
        for path in (GPU, XSPACE, TFPROF):
            with self.subTest(path=path):
                rows = self.ask("trace", path, "-from", "0s")["rows"]
                drawn = [e for e in self.draw(path) if e["ph"] in "Xi"]
                self.assertEqual(len(drawn), len(rows))
                self.assertEqual(sorted(e["name"] for e in drawn),
                                 sorted(row["name"] for row in rows))
        window = self.draw(GPU, "-from", "1ms", "-to", "1.2ms")
        rows = self.ask("trace", GPU, "-from", "1ms", "-to", "1.2ms")["rows"]
        self.assertEqual(sum(e["ph"] in "Xi" for e in window), len(rows))
        self.assertTrue(any(e["ph"] == "s" for e in window))

    def test_slices_of_a_thread_nest(self):
        for path in (GPU, XSPACE, TFPROF):
            lanes = {}
            for event in self.draw(path):
                if event["ph"] == "X":
                    lanes.setdefault((event["pid"], event["tid"]), []).append(event)
            for events in lanes.values():
                open_ends = []
                for event in sorted(events, key=lambda e: (e["ts"], -e["dur"])):
                    while open_ends and open_ends[-1] <= event["ts"] + 1e-6:
                        open_ends.pop()
                    end = event["ts"] + event["dur"]
                    if open_ends:
                        self.assertLessEqual(end, open_ends[-1] + 1e-3, (path, event))
                    open_ends.append(end)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
