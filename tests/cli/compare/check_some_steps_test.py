"""`check` and `diff`: what runs in some of the steps only."""

import json
import sys

from check_case import BROKEN, OK, UNCLEAR, CheckCase
from made_steps import noisy
from run import run, run_tests


def in_steps(seed, which, more, steps=20, op="svd"):
    """Steps of which those in `which` also run `op` for about `more` us."""
    made = noisy(seed, 1000, steps=steps)
    extra = noisy(seed + 100, more, steps=steps, op=op)
    return [dict(step, **(extra[i] if i in which else {})) for i, step in enumerate(made)]


class SomeSteps(CheckCase):
    def test_an_op_that_was_added_to_some_steps_breaks_a_bound_of_the_base(self):
        pair = self.pair(noisy(1, 1000, steps=20), in_steps(2, {4, 9, 14, 19}, 500))
        for measure in ("op[.*]: occurrence", "op[svd]: occurrence", "op[svd]: sum(occurrence)",
                        "op[svd]: micros", "scope[svd]: occurrence"):
            row = self.row(*pair, "-require", f"{measure} <= base", status=3)
            self.assertEqual((row["status"], row["base"]), (BROKEN, 0), measure)
            self.assertIn("not in the base", row["reason"])
            if "occurrence" in measure:
                self.assertEqual(row["value"], 0.2, measure)
            self.assertIn("values are per step", row["reason"])

    def test_a_bound_that_is_a_number_counts_it_too(self):
        new = self.trace("new.json", in_steps(2, {4, 9, 14, 19}, 500))
        row = self.row(new, "-require", "op[svd]: occurrence <= 0", status=3)
        self.assertEqual(row["value"], 0.2)

    def test_one_that_runs_in_more_steps_is_judged_by_the_mean(self):
        pair = self.pair(in_steps(1, range(0, 20, 10), 500), in_steps(2, range(0, 20, 2), 500))
        for measure in ("op[svd]: occurrence", "op[svd]: micros", "kernels[k_svd]: occurrences"):
            row = self.row(*pair, "-require", f"{measure} <= base", status=3)
            self.assertEqual(row["status"], BROKEN, measure)
        # One more of many may be chance.
        pair = self.pair(in_steps(1, {3, 7, 11}, 500), in_steps(2, {1, 5, 9, 13}, 500))
        for measure in ("op[svd]: occurrence", "op[svd]: micros"):
            row = self.row(*pair, "-require", f"{measure} <= base")
            self.assertEqual(row["status"], UNCLEAR, measure)

    def test_its_time_is_judged_by_the_mean(self):
        often = range(0, 20, 3)
        pair = self.pair(in_steps(1, often, 100), in_steps(2, often, 900))
        row = self.row(*pair, "-require", "op[svd]: micros <= 1.5 * base", status=3)
        self.assertEqual(row["status"], BROKEN)
        self.assertIn("of the mean itself", row["reason"])

    def test_several_runs(self):
        runs = {side: [self.trace(f"{side}{i}.json", in_steps(10 * i + seed, which, 500))
                       for i in range(4)]
                for side, seed, which in (("base", 1, {3}), ("new", 2, {4, 9, 14, 19}))}
        base = [word for path in runs["base"] for word in ("-base", path)]
        row = self.row(*runs["new"], *base, "-require", "op[svd]: occurrence <= base", status=3)
        self.assertEqual((row["status"], row["value"], row["base"]), (BROKEN, 0.2, 0.05))

    def sides(self, base_which, new_which, base_steps=10, new_steps=13, more=500):
        """Four runs of each side, which hold unlike numbers of steps."""
        base = [word for i in range(4)
                for word in ("-base", self.trace(f"base{i}.json",
                                                 in_steps(i, base_which, 500, base_steps)))]
        return [self.trace(f"new{i}.json", in_steps(10 + i, new_which, more, new_steps))
                for i in range(4)] + base

    def test_one_more_of_the_rarer_steps_in_longer_runs_is_no_change(self):
        # Each fifth step runs it: 2 of 10 steps, and 3 of 13.
        sides = self.sides({0, 5}, {0, 5, 10})
        for measure in ("op[svd]: occurrence", "op[.*]: sum(occurrence)",
                        "kernels[k_svd]: total_us"):
            row = self.row(*sides, "-require", f"{measure} <= base")
            self.assertEqual((row["status"], row.get("p_value")), (UNCLEAR, None), measure)
            self.assertIn("a mean over 13 steps is compared with one over 10", row["reason"])
            self.assertIn("the typical step is within the bound", row["reason"])

    def test_more_than_one_more_of_them_is_one(self):
        row = self.row(*self.sides({0, 5}, range(0, 13, 2)), "-require",
                       "op[svd]: occurrence <= base", status=3)
        self.assertEqual(row["status"], BROKEN)

    def test_what_the_typical_step_has_more_is_one(self):
        sides = self.sides({0, 5}, {0, 5, 10})
        row = self.row(*sides, "-require", "op[.*]: sum(occurrence) <= 0.99 * base", status=3)
        self.assertEqual(row["status"], BROKEN)

    def test_what_no_step_counts_is_no_mean(self):
        pair = self.pair(in_steps(1, {3, 7}, 500), in_steps(2, {3, 7}, 500))
        row = self.row(*pair, "-require", "op[svd]: defined_count <= base")
        self.assertEqual((row["status"], row["value"], row["base"]), (OK, 1, 1))

    def diff(self, *args):
        report = json.loads(run("diff", *args, "-format", "json").stdout)
        ops = next(part for part in report["sections"] if part["id"] == "ops")
        return report, {row["name"]: row for row in ops["rows"]}

    def test_diff_names_what_only_the_longer_steps_run(self):
        base, new = noisy(1, 1000, steps=20), in_steps(2, {4, 9, 14, 19}, 500)
        report, ops = self.diff(*self.pair(base, new))
        said = "4 of 20 steps of the new profile run svd, which no step of the base does, for "
        self.assertTrue(any(said in text for text in report["summary"]), report["summary"])
        self.assertFalse(any("noise may have made" in text for text in report["summary"]))
        # What the typical step lacks explains nothing of its change, and its mean is shown.
        self.assertEqual(ops["svd"]["verdict"], "added")
        self.assertAlmostEqual(ops["svd"]["new_us"], 100, delta=10)
        self.assertEqual(ops["svd"]["delta_us"], ops["svd"]["new_us"])
        self.assertIsNone(ops["svd"].get("share"))
        self.assertIn("means_of_few_steps", [note["id"] for note in report["notes"]])
        report, ops = self.diff(*self.pair(new, base))
        said = "4 of 20 steps of the base run svd, which no step of the new profile does, for "
        self.assertTrue(any(said in text for text in report["summary"]), report["summary"])
        self.assertAlmostEqual(ops["svd"]["delta_us"], -100, delta=10)

    def test_diff_names_it_of_several_runs(self):
        base = [word for i in range(4)
                for word in ("-base", self.trace(f"base{i}.json", noisy(i, 1000, steps=20)))]
        new = [self.trace(f"new{i}.json", in_steps(10 + i, {4, 9, 14, 19}, 500)) for i in range(4)]
        report, ops = self.diff(*new, *base)
        said = "16 of 80 steps of the new profile run svd, which no step of the base does, for "
        self.assertTrue(any(said in text for text in report["summary"]), report["summary"])
        self.assertAlmostEqual(ops["svd"]["new_us"], 100, delta=10)

    def test_diff_names_nothing_that_does_not_make_steps_longer(self):
        base = noisy(1, 1000, steps=20)
        new = in_steps(2, {1, 5, 9, 14}, 5)  # next to nothing
        for i in (2, 7, 13):
            new[i]["matmul"] = 3000
        report, _ = self.diff(*self.pair(base, new))
        self.assertFalse(any("svd" in text for text in report["summary"]), report["summary"])


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
