"""The work during dips of metrics: on the jobs of TESTDATA/sagemaker, and on one made here.

    dips_test.py PROFILER TESTDATA [Class.test]

Expected answers are computed here from the recorded files.
"""

import pathlib
import re
import tempfile

import unittest

import trace_files
from run import environment, run
from sagemaker_jobs import (CHECKPOINT_S, EVERY, STEP_S, by_name, folder, made_job, samples,
                            section)
from trace_files import answer, told


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
