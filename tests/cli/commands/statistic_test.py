"""-step and -stat on the real binary and real profiles.

Expected statistics are computed here from the answers to `-step N`, one for each step.

Run as: statistic_test.py PROFILER [TEST...]
"""

import json
import math
import statistics
import sys
import unittest

from query_answers import ALL, MISSING, PROFILE, VIEWS, answers, by_key, names
from run import run, run_tests

STEPS = [1, 2, 3, 1050, 1051, 1052, 1053, 1054, 1055]
NUMBERS = ("micros", "bytes", "run_count")
STATISTICS = {
    "median": statistics.median,
    "p95": lambda values: sorted(values)[math.ceil(len(values) * 95 / 100) - 1],
    "min": min,
    "max": max,
}


class StatisticTest(unittest.TestCase):

    def each_step(self, view, steps=STEPS, profile=PROFILE):
        """The rows of each step, by key."""
        return [by_key(a) for a in answers([f"{view} -step {s}" for s in steps], profile, *ALL)]

    def series(self, steps, view, key, column):
        """The row's values with `-step`, for the steps in which it ran."""
        if column.startswith("total_") and view == "op":
            # An accumulated value covers this row and all after it, by name.
            after = [k for k in steps[0] if k >= key]
            own = column[len("total_"):]
            return [sum(step[k][own] or 0 for k in after) for step in steps
                    if any(step[k]["run_count"] for k in after)]
        runs = "total_run_count" if column.startswith("total_") else "run_count"
        return [step[key][column] for step in steps if step[key][runs]]

    def check_rows(self, view, statistic, of, steps, rows):
        columns = [*NUMBERS, *("total_" + n for n in NUMBERS if view != "op" or n != "run_count")]
        checked = 0
        for key, row in rows.items():
            for column in columns:
                values = [v for v in self.series(steps, view, key, column) if v is not None]
                if not values or row[column] is None:
                    continue
                want = of(values)
                if "micros" not in column:
                    want = int(want)  # whole numbers are truncated
                self.assertAlmostEqual(row[column], want, 5, (view, statistic, key, column))
                checked += 1
        self.assertGreater(checked, 100)

    def test_is_of_a_rows_own_values_by_step(self):
        for view in VIEWS:
            steps = self.each_step(view)
            wanted = {**STATISTICS, "sum": sum, "mean_all": lambda v: sum(v) / len(STEPS)}
            asked = answers([f"{view} -stat {name}" for name in wanted], PROFILE, *ALL)
            for (name, of), answer in zip(wanted.items(), asked):
                self.check_rows(view, name, of, steps, by_key(answer))

    def test_of_run_metadata_in_which_tfprof_leaves_a_device_out(self):
        files = "testdata/gpu_synth/nostream_run_meta_100.pb,testdata/gpu_synth/run_meta_200.pb"
        inputs = ["-graph_path", "testdata/gpu_synth/graph.pb", "-run_meta_path", files,
                  "-max_depth", "1000", "-select", "accelerator_micros,cpu_micros,occurrence"]
        for compat in ("tfprof", "off"):
            lines = [f"scope {rest} -compat {compat}" for rest in ("-step 0", "-step 1", "-stat sum")]
            first, second, both = [by_key(a) for a in answers(lines, *inputs)]
            for key, row in both.items():
                for column in ("total_accelerator_micros", "total_cpu_micros", "total_run_count"):
                    values = [r[key][column] for r in (first, second)]
                    if row[column] is None:  # the device of some runs is unknown
                        self.assertIn(None, values)
                    else:
                        self.assertEqual(row[column], sum(v or 0 for v in values), (key, column))

    def test_restricted_to_some_steps(self):
        some = [2, 1050, 1055]
        steps = self.each_step("scope", some)
        for name in ("median", "mean_all"):
            of = STATISTICS.get(name, lambda v: sum(v) / len(some))
            answer, = answers([f"scope -step 2,1050,1055 -stat {name}"], PROFILE, *ALL)
            self.check_rows("scope", name, of, steps, by_key(answer))

    def test_rows_of_a_sum_add_up(self):
        for statistic in ("sum", "mean_all"):
            for view in ("scope", "graph", "code"):
                answer, = answers([f"{view} -stat {statistic}"], PROFILE, *ALL)
                rows = answer["rows"]
                for number, row in enumerate(rows):
                    below = [r["total_micros"] for r in rows if r["parent"] == number]
                    self.assertAlmostEqual(row["total_micros"], (row["micros"] or 0) + sum(below),
                                           delta=1e-4, msg=(view, row["name"]))
                self.assertEqual([n for n in answer["notes"] if n["id"] == "statistic_of_rows"], [])

    def test_others_say_that_they_do_not_add_up(self):
        for statistic in STATISTICS:
            answer, = answers([f"scope -stat {statistic}"], PROFILE)
            self.assertIn("statistic_of_rows", [note["id"] for note in answer["notes"]])
        self.assertIn("rows do not add up", run("op", PROFILE, "-stat", "p95").stderr)

    def test_per_step(self):
        for view in VIEWS:
            steps = self.each_step(view)
            mean, answer = answers([f"{view} -stat mean", f"{view} -stat per_step"], PROFILE, *ALL)
            columns = {c["name"]: c for c in answer["columns"]}
            self.assertEqual(columns["per_step_micros"]["type"], "series")
            self.assertEqual(columns["per_step_micros"]["unit"], "us")
            self.assertIn("steps 1..3,1050..1055", columns["per_step_micros"]["description"])
            self.assertNotIn("per_step_params", columns)
            total, runs = ("micros", "run_count") if view == "op" else ("total_micros",
                                                                        "total_run_count")
            for row, plain in zip(answer["rows"], mean["rows"]):
                key = tuple(row["key"])
                want = [step[key][total] if step[key][runs] else None for step in steps]
                self.assertEqual(row["per_step_micros"], want, (view, key))
                for column, value in plain.items():
                    self.assertEqual(row[column], value)

    def test_per_step_in_text_and_csv(self):
        done = run("op", PROFILE, "-stat", "per_step", "-step", "1,3", "-top", "1", "-select",
                   "cpu_micros")
        self.assertIn("[104.39ms 226us]", done.stdout)
        self.assertIn("of the steps 1,3, in this order", done.stderr)
        done = run("scope", PROFILE, "-stat", "per_step", "-step", "1,3", "-top", "1", "-select",
                   "cpu_micros", "-format", "csv")
        self.assertIn(",137014|1522", done.stdout)

    def test_other_options_go_by_it(self):
        ordered = ["op", PROFILE, "-order_by", "micros", "-format", "csv"]
        self.assertEqual(names(run(*ordered, "-stat", "median"))[:2], ["IteratorGetNext", "Relu"])
        self.assertEqual(names(run(*ordered, "-stat", "max"))[:2], ["Relu", "IteratorGetNext"])
        where = ["-where", "micros > 1ms"]
        self.assertEqual(names(run(*ordered, "-stat", "median", *where)), ["IteratorGetNext"])
        minimum = ["scope", PROFILE, "-min_micros", "1000", "-format", "csv", "-max_depth", "2"]
        self.assertEqual(names(run(*minimum, "-stat", "median")), ["_TFProfRoot", "input"])
        self.assertEqual(names(run(*minimum, "-stat", "max")),
                         ["_TFProfRoot", "gradients", "input", "mlp"])

    def test_mean_is_the_default(self):
        for view in VIEWS:
            self.assertEqual(run(view, PROFILE, "-stat", "mean").stdout, run(view, PROFILE).stdout)

    def test_every_statistic_answers_on_every_kind_of_profile(self):
        profiles = ["testdata/bad/profile_no_steps", "testdata/bad/profile_huge",
                    "testdata/bad/profile_negative", "testdata/bad/profile_empty_name",
                    "testdata/bad/profile_no_trace", "testdata/gpu_synth/profile_300",
                    "testdata/dist/profile_6", "testdata/lstm/profile_4"]
        for profile in profiles:
            for statistic in ("median", "mean_all", "per_step"):
                for view in VIEWS:
                    done = run(view, profile, "-stat", statistic, "-format", "json")
                    if view != "code":
                        self.assertEqual(done.returncode, 0, (profile, done.stderr))
                        self.assertTrue(json.loads(done.stdout)["rows"])
                    else:
                        self.assertIn(done.returncode, (0, 1), (profile, done.stderr))

    def test_refused(self):
        done = run("op", MISSING, "-stat", "medain")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "profiler: invalid value for -stat: 'medain'; did you mean "
                         "'median'? (one of mean, median, p95, min, max, sum, mean_all, "
                         "per_step)\n")


class StepTest(unittest.TestCase):

    def test_forms(self):
        runs = {}
        for form in ("-1", "1050", "1..3", "1,1050,1052..1054", "last", "1055", "3..1050"):
            answer, = answers([f"op -step {form} -stat per_step"], PROFILE, "-select", "micros")
            runs[form] = [len(answer["rows"][0]["per_step_micros"]),
                          answer["totals"]["micros"]]
        self.assertEqual([runs[f][0] for f in runs], [9, 1, 3, 5, 1, 1, 2])
        self.assertEqual(runs["last"], runs["1055"])
        self.assertEqual(len({total for _, total in runs.values()}), 6)

    def test_a_list_is_the_mean_over_the_steps_in_which_an_op_ran(self):
        each = [by_key(a) for a in answers(["graph -step 1", "graph -step 1053"], PROFILE, *ALL)]
        both = by_key(answers(["graph -step 1,1053"], PROFILE, *ALL)[0])
        for key, row in both.items():
            values = [step[key]["micros"] for step in each if step[key]["run_count"]]
            if values:
                self.assertAlmostEqual(row["micros"], sum(values) / len(values), 5)

    def test_what_is_no_step(self):
        for form, why in (("1..", "'' is no step"), ("5..2", "5..2 ends before it begins: 2..5"),
                          ("x", "'x' is no step: give a number"), ("1,,2", "'' is no step"),
                          ("99999999999999999999", "does not fit")):
            done = run("op", MISSING, "-step", form)
            self.assertEqual((done.returncode, done.stdout), (2, ""), form)
            self.assertIn(f"invalid value for -step: '{form}': ", done.stderr)
            self.assertIn(why, done.stderr)

    def test_steps_that_were_not_recorded(self):
        for form in ("77", "1,77", "4..1049"):
            done = run("op", PROFILE, "-step", form)
            self.assertEqual((done.returncode, done.stdout), (1, ""), form)
            self.assertIn(f"-step {form} was not recorded; the steps are 1 2 3 1050", done.stderr)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
