"""`trend` on made profiles of many runs.

Run as: trend_test.py PROFILER [TEST...]
"""

import json
import pathlib
import random
import sys
import tempfile
import unittest

from made_steps import made_steps, noisy
from run import ask, run, run_tests

STEPS = 6


def made(path, seed, step_us, started_s=None):
    """A Kineto trace of steps that take about so long."""
    noise = random.Random(seed)
    events, now = [], 1000.0
    for step in range(STEPS):
        took = step_us * noise.gauss(1, 0.002)
        events.append({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1,
                       "ts": now + 1, "dur": took - 2, "args": {"External id": step + 1}})
        events.append({"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{step}",
                       "pid": 1, "tid": 1, "ts": now, "dur": took})
        now += took + 5
    trace = {"schemaVersion": 1, "traceEvents": events}
    if started_s is not None:
        trace["baseTimeNanoseconds"] = int(started_s * 1e9)
    pathlib.Path(path).write_text(json.dumps(trace))
    return path


class Trend(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def runs(self, levels, started=None):
        return [made(self.folder / f"run{i:02}.json", i, level,
                     None if started is None else started[i]) for i, level in enumerate(levels)]

    def section(self, report, name):
        return next(part for part in report["sections"] if part["id"] == name)

    def test_a_change_is_said_in_a_sentence(self):
        runs = self.runs([1000] * 13 + [1061] * 9)
        report = ask("trend", *runs)
        self.assertEqual(len(report["rows"]), 22)
        self.assertAlmostEqual(report["rows"][0]["steps_median_total_us"], 1000, delta=10)
        changes = self.section(report, "changes")["rows"]
        self.assertEqual(len(changes), 1)
        self.assertEqual((changes[0]["run"], changes[0]["since"]), (14, str(runs[13])))
        self.assertAlmostEqual(changes[0]["ratio"], 1.061, delta=0.005)
        self.assertRegex(changes[0]["sentence"],
                         r"^since run 14 \(run13\.json\): 6\.\d % slower, 1\.06 ms, before "
                         r"999\.8 us \(p 0\.00\d+\)$")
        self.assertEqual((changes[0]["median_before"], changes[0]["unit"]), ("999.8 us", "us"))
        self.assertEqual(report["summary"], [changes[0]["sentence"]])
        self.assertNotIn("since run", str(report["notes"]))
        measure = self.section(report, "measures")["rows"][0]
        self.assertEqual((measure["runs"], measure["changes"]), (22, 1))
        self.assertEqual(len(measure["values"]), 22)
        self.assertEqual(measure["last"], "1.06 ms")
        self.assertNotIn("cannot show", str(report["notes"]))
        self.assertEqual(report, ask("trend", *runs))
        # pretty draws it, and says it.
        done = run("trend", *runs, "-format", "pretty")
        self.assertRegex(done.stdout, "[▁▂▃▄▅▆▇█]{8}")
        # It says the sentence once, wherever people look.
        for form in ("pretty", "text"):
            done = run("trend", *runs, "-format", form)
            self.assertEqual((done.stdout + done.stderr).count("6.1 % slower"), 1, form)

    def test_numbers_in_text_have_units(self):
        text = run("trend", *self.runs([100_000] * 4 + [120_000] * 4)).stdout
        self.assertRegex(text, r"[▁▂▃▄▅▆▇█]{8} +1\d\d\.?\d* ms")
        self.assertNotIn("e+0", text)

    def test_noise_and_an_outlier_are_no_change(self):
        levels = [1000] * 20
        levels[11] = 2000
        self.assertEqual(self.section(ask("trend", *self.runs(levels)), "changes")["rows"], [])

    def test_single_outliers_hide_no_change(self):
        levels = [1000, 1001, 1400, 1002, 1000] + [1080, 1081, 1082, 1079, 1080, 1500, 1081, 1080, 1082]
        changes = self.section(ask("trend", *self.runs(levels)), "changes")["rows"]
        self.assertEqual([change["run"] for change in changes], [6])
        levels = [1000, 1001, 1400, 1002, 1000, 1003, 1001, 1450, 1002, 1000, 1001, 1003]
        self.assertEqual(self.section(ask("trend", *self.runs(levels)), "changes")["rows"], [])

    def test_growth_from_run_to_run_is_a_drift_and_no_step(self):
        runs = self.runs([1000 + 20 * i + (i * 7) % 5 for i in range(14)])
        self.assertEqual(run("trend", *runs, "-fail_on", "warning").returncode, 3)
        [change] = self.section(ask("trend", *runs), "changes")["rows"]
        self.assertEqual(change["run"], 1)
        self.assertRegex(change["sentence"], r"^since run 1 \(run00\.json\): grows by about \d+(\.\d)? us a "
                                             r"run, from .* to .*: a drift rather than a step \(p ")
        step = self.section(ask("trend", *self.runs([1000] * 7 + [1200] * 7)), "changes")["rows"]
        self.assertEqual([change["run"] for change in step], [8])

    def test_the_newest_run_is_told_of_if_it_lies_apart(self):
        notes = str(ask("trend", *self.runs([1000] * 9 + [1260]))["notes"])
        self.assertIn("is 26 % slower than the median of the 9 before it", notes)
        self.assertIn("the newest run (run09.json)", notes)
        self.assertNotIn("newest_run_apart", str(ask("trend", *self.runs([1000] * 10))["notes"]))
        # Of few runs before it little is known of how far apart they usually lie.
        notes = str(ask("trend", *self.runs([1000, 1003, 1002, 1006, 1009, 1020]))["notes"])
        self.assertNotIn("newest_run_apart", notes)

    def test_a_change_of_accelerators_is_said_and_shown(self):
        def on(path, name):
            path.write_text(path.read_text().replace("Made GPU", name))
            return path

        paths = self.runs_of_steps([6] * 10, [1000] * 5 + [800] * 5)
        runs = [on(path, "GPU A" if i < 5 else "GPU B") for i, path in enumerate(paths)]
        report = ask("trend", *runs)
        sentence = self.section(report, "changes")["rows"][0]["sentence"]
        self.assertRegex(sentence, r"^since run 6 .*; accelerators changed there, too: GPU B, before GPU A$")
        self.assertEqual([row["accelerators"] for row in report["rows"]],
                         ["GPU A"] * 5 + ["GPU B"] * 5)
        for path in runs:
            path.write_text(path.read_text().replace("GPU B", "GPU A"))
        report = ask("trend", *runs)
        self.assertNotIn("accelerators changed", str(report))
        self.assertNotIn("accelerators", report["rows"][0])

    def test_the_last_change_fails_if_it_is_a_worsening(self):
        slower = self.runs([1000] * 6 + [1100] * 6)
        for options, status in (((), 0), (("-fail_on", "warning"), 3), (("-fail_on", "error"), 0),
                                (("-fail_on", "nothing"), 0)):
            done = run("trend", *slower, *options)
            self.assertEqual(done.returncode, status, done.stderr)
        done = run("trend", *slower, "-fail_on", "warning", "-format", "github")
        self.assertEqual(done.returncode, 3)
        self.assertIn("::error title=steps%3A median(total_us)::since run 7 ", done.stdout)
        self.assertIn("trend found 1 warning (-fail_on warning)", done.stderr)
        done = run("trend", *slower, "-fail_on", "warning", "-format", "junit")
        self.assertIn('failures="1"', done.stdout)
        faster = self.runs([1100] * 6 + [1000] * 6)
        self.assertEqual(run("trend", *faster, "-fail_on", "warning").returncode, 0)
        self.assertEqual(run("trend", *self.runs([1000] * 12), "-fail_on", "warning").returncode, 0)

    def test_a_small_change_is_seen_in_the_drawing(self):
        text = run("trend", *self.runs([1000] * 6 + [1050] * 6)).stdout
        self.assertRegex(text, "[▁▂]{6}[▃▄▅▆]{6}")
        self.assertIn("by run, from the least", text)

    def test_each_match_of_a_pattern_is_a_run(self):
        self.runs([1000] * 4)
        self.assertEqual(len(ask("trend", self.folder / "run*.json")["rows"]), 4)

    def test_a_store_of_several_runs_has_the_values_of_one(self):
        runs, store = self.runs([1000] * 3), self.folder / "main.store"
        run("baseline", *runs, "-output", f"store:outfile={store}")
        rows = ask("trend", store, runs[0], "-of", "op[aten::mm]: sum(micros)")["rows"]
        values = [row["op_aten_mm_sum_micros"] for row in rows]
        self.assertAlmostEqual(values[0] / values[1], 1, delta=0.02)

    def runs_of_steps(self, counts, levels):
        return [made_steps(self.folder / f"run{i:02}.json", noisy(i, level, steps=count))
                for i, (count, level) in enumerate(zip(counts, levels))]

    def test_totals_are_compared_per_step(self):
        measures = ("kernels: sum(total_us)", "ops[matmul]: sum(device_total_us)",
                    "op[matmul]: sum(micros)", "kernels: sum(occurrences)")
        options = [word for measure in measures for word in ("-of", measure)]
        report = ask("trend", *self.runs_of_steps([10] * 5 + [15] * 5, [1000] * 10), *options)
        self.assertEqual(self.section(report, "changes")["rows"], [])
        for row in report["rows"]:
            self.assertAlmostEqual(row["kernels_sum_total_us"], 1000, delta=20)
            self.assertEqual(row["kernels_sum_occurrences"], 1)
        self.assertIn("kernels: sum(total_us) per step", str(report["columns"]))
        self.assertEqual({row["values_are"] for row in self.section(report, "measures")["rows"]},
                         {"per step"})

    def test_fewer_steps_do_not_hide_that_each_takes_longer(self):
        runs = self.runs_of_steps([12] * 5 + [10] * 5, [1000] * 5 + [1200] * 5)
        report = ask("trend", *runs, "-of", "kernels: sum(total_us)")
        changes = self.section(report, "changes")["rows"]
        self.assertEqual([change["run"] for change in changes], [6])
        self.assertRegex(changes[0]["sentence"], r": 20 % slower, 1\.\d+ ms per step, before ")

    def test_what_does_not_grow_with_the_steps_is_not_per_step(self):
        report = ask("trend", *self.runs([1000] * 4), "-of", "steps: median(total_us)")
        self.assertNotIn("per step", str(report["columns"]))
        self.assertNotIn("values_are", self.section(report, "measures")["rows"][0])

    def test_too_few_runs_are_said_to_be_too_few(self):
        notes = str(ask("trend", *self.runs([1000] * 3 + [1200] * 3))["notes"])
        self.assertIn("6 runs cannot show a lasting change: at least 8 are needed", notes)
        report = ask("trend", *self.runs([1000] * 4 + [1200] * 4))
        self.assertNotIn("cannot show", str(report["notes"]))
        self.assertEqual(self.section(report, "changes")["rows"][0]["run"], 5)

    def test_runs_are_in_the_order_of_time_if_all_have_one(self):
        runs = self.runs([1000, 1100, 1200], started=[1.7e9 + 200, 1.7e9, 1.7e9 + 100])
        report = ask("trend", *runs)
        self.assertEqual([row["name"] for row in report["rows"]],
                         [str(runs[1]), str(runs[2]), str(runs[0])])
        self.assertIn("order of their recording times", str(report["notes"]))
        made(runs[2], 2, 1200)
        report = ask("trend", *runs)
        self.assertEqual([row["name"] for row in report["rows"]], [str(path) for path in runs])
        self.assertIn("order in which they were given", str(report["notes"]))

    def test_measures_are_those_asked_for(self):
        runs = self.runs([1000] * 6 + [1200] * 6)
        report = ask("trend", *runs, "-of", "steps: max(total_us)", "-of",
                     "op[aten::mm]: sum(micros)", "-of", "steps: count()")
        columns = [column["name"] for column in report["columns"]]
        self.assertIn("steps_max_total_us", columns)
        self.assertIn("op_aten_mm_sum_micros", columns)
        self.assertEqual({row["steps_count"] for row in report["rows"]}, {STEPS})
        self.assertNotIn("only_step_time", [note["id"] for note in report["notes"]])
        # What was not looked at is said.
        self.assertIn("only_step_time", [note["id"] for note in ask("trend", *runs)["notes"]])
        changed = [row["name"] for row in self.section(report, "changes")["rows"]]
        self.assertEqual(changed, ["steps: max(total_us)", "op[aten::mm]: sum(micros)"])

    def test_without_a_change_there_is_a_sentence_and_no_empty_table(self):
        runs = self.runs([1000] * 12)
        self.assertEqual(self.section(ask("trend", *runs), "changes")["rows"], [])
        for form in ("text", "pretty"):
            shown = run("trend", *runs, "-format", form).stdout
            self.assertIn("No lasting change was found", shown, form)
            self.assertNotIn("since run", shown, form)

    def test_what_some_runs_lack_is_0_there(self):
        runs = [made_steps(self.folder / f"run{i:02}.json",
                           noisy(i, 1000, and_op=None if i < 6 else "gelu")) for i in range(12)]
        for measure in ("op[gelu]: sum(accelerator_micros)", "op[gelu]: sum(occurrence)",
                        "op[gelu]: accelerator_micros", "kernels[k_gelu]: sum(total_us)",
                        "kernels[k_gelu]: count()"):
            report = ask("trend", *runs, "-of", measure)
            [change] = self.section(report, "changes")["rows"]
            self.assertEqual((change["run"], change["before"]), (7, 0), measure)
            self.assertIn("6 of 12 runs have no row of it, which counts as 0", str(report["notes"]))
            self.assertNotIn("problem", report["rows"][0])
        done = run("trend", *runs, "-of", "op[gelu]: sum(accelerator_micros)", "-fail_on", "warning")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stdout, r"since run 7 \(run06\.json\): slower, \d+(\.\d+)? us per step, "
                                      r"before 0 us \(p ")
        # The mean of nothing is unknown.
        report = ask("trend", *runs, "-of", "kernels[k_gelu]: mean(total_us)")
        self.assertIn("no row of kernels matches", report["rows"][0]["problem"])

    def test_a_measure_of_nothing_is_an_error(self):
        runs = self.runs([1000, 1000])
        done = run("trend", *runs, "-of", "op[no_such]: sum(micros)")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no run has a value of op[no_such]: sum(micros): no row of op matches",
                      done.stderr)

    def test_what_was_mended_again_is_found(self):
        runs = self.runs([1000, 1010, 1004, 1007, 1002, 1500, 1490, 1505, 1498, 1503, 1001, 1006,
                          1003, 1009, 1005])
        changes = self.section(ask("trend", *runs), "changes")["rows"]
        self.assertEqual([change["run"] for change in changes], [6, 11])

    def test_a_bad_measure_is_told_before_anything_is_opened(self):
        done = run("trend", self.folder / "no_file", "-of", "steps median")
        self.assertNotEqual(done.returncode, 0)
        self.assertNotIn("no_file", done.stderr)

    def test_one_that_cannot_be_read_is_a_row(self):
        runs = self.runs([1000] * 4)
        bad = self.folder / "run01.json"
        bad.write_text("no trace")
        done = run("trend", *runs, "-format", "json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("run01.json", done.stderr)
        rows = json.loads(done.stdout)["rows"]
        self.assertEqual(len(rows), 4)
        self.assertIsNone(rows[1]["steps_median_total_us"])
        self.assertIn("run01.json", rows[1]["problem"])
        self.assertIsNotNone(rows[2]["steps_median_total_us"])
        done = run("trend", bad)
        self.assertEqual(done.returncode, 1)

    def test_stores_without_events_have_the_same_trend(self):
        runs = self.runs([1000] * 5 + [1100] * 5)
        stores = []
        for path in runs:
            stores.append(path.with_suffix(".store"))
            done = run("baseline", path, "-output", f"store:outfile={stores[-1]}")
            self.assertEqual(done.returncode, 0, done.stderr)
        column = "steps_median_total_us"
        self.assertEqual([row[column] for row in ask("trend", *stores)["rows"]],
                         [row[column] for row in ask("trend", *runs)["rows"]])


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
