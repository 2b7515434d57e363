"""`check`: requirements whose bounds are made of the base, and noise."""

import json
import random
import sys

from check_case import BROKEN, CANNOT_TELL, OK, UNCLEAR, CheckCase
from made_steps import noisy
from run import run, run_tests


class Noise(CheckCase):
    """Bounds made of the base."""

    def test_worse_by_more_than_noise_and_beyond_the_bound(self):
        row = self.row(*self.pair(noisy(1, 1000), noisy(2, 1200)), "-require",
                       "steps: median(total_us) <= 1.05 * base", status=3)
        self.assertEqual(row["status"], BROKEN)
        self.assertLess(row["p_value"], 0.05)
        self.assertAlmostEqual(row["bound"], 1.05 * row["base"], places=3)
        self.assertIn("more than noise between steps: p = ", row["reason"])
        self.assertIn("10 steps against 10; one run of each, so noise between runs is unknown", row["reason"])

    def test_worse_within_the_bound_passes(self):
        for bound in ("1.3 * base", "base + 30%", "base + 1ms"):
            row = self.row(*self.pair(noisy(1, 1000), noisy(2, 1200)), "-require",
                           f"steps: median(total_us) <= {bound}")
            self.assertEqual(row["status"], OK)
            self.assertRegex(row["reason"], r"^within the bound by \d+\.\d%; noise between steps is "
                                            r"known: 10 steps against 10; one run of each, so noise "
                                            r"between runs is unknown$")

    def test_beyond_the_bound_but_no_more_than_noise(self):
        rng = random.Random(3)
        base = [{"matmul": 1000 + rng.uniform(-300, 300)} for _ in range(10)]
        new = [{"matmul": step["matmul"] + 20} for step in base]
        row = self.row(*self.pair(base, new), "-require", "steps: median(total_us) <= base")
        self.assertEqual(row["status"], UNCLEAR)
        self.assertGreater(row["p_value"], 0.05)
        row = self.row(*self.pair(base, new), "-require", "steps: median(total_us) <= base",
                       "-strict_noise", status=3)
        self.assertEqual(row["status"], UNCLEAR)

    def test_too_few_to_tell_and_it_looks_worse(self):
        row = self.row(*self.pair(noisy(1, 1000, 3), noisy(2, 1200, 3)), "-require",
                       "steps: median(total_us) <= 1.05 * base", status=3)
        self.assertEqual(row["status"], CANNOT_TELL)
        self.assertIn("cannot tell, and it looks worse: 3 steps against 3", row["reason"])

    def test_too_few_to_tell_but_ranges_overlap(self):
        base = [{"matmul": t} for t in (1000, 1100, 1300)]
        new = [{"matmul": t} for t in (1200, 1250, 1260)]
        row = self.row(*self.pair(base, new), "-require", "steps: median(total_us) <= base")
        self.assertEqual(row["status"], UNCLEAR)

    def test_four_against_four_can_tell(self):
        row = self.row(*self.pair(noisy(1, 1000, 4), noisy(2, 1200, 4)), "-require",
                       "steps: median(total_us) <= base", status=3)
        self.assertEqual(row["status"], BROKEN)

    def test_runs_are_compared_with_runs(self):
        for runs, status in ((3, CANNOT_TELL), (4, BROKEN)):
            new = [self.trace(f"new{i}.json", noisy(i, 1200)) for i in range(runs)]
            base = [word for i in range(runs)
                    for word in ("-base", self.trace(f"base{i}.json", noisy(10 + i, 1000)))]
            for expression in ("steps: median(total_us) <= 1.05 * base",
                               "op[matmul]: micros <= 1.05 * base"):
                row = self.row(*new, *base, "-require", expression, status=3)
                self.assertEqual(row["status"], status)
                self.assertIn(f"{runs} runs against {runs}", row["reason"])
                self.assertNotIn("unknown", row["reason"])
            row = self.row(*new, *base, "-require", "steps: median(total_us) <= 2 * base")
            known = "too few runs to judge noise" if runs < 4 else "noise between runs is known"
            self.assertRegex(row["reason"], f"^within the bound by \\d+\\.\\d%; {known}: {runs} runs "
                                            f"against {runs}$")

    def bases(self, levels):
        return [word for i, level in enumerate(levels)
                for word in ("-base", self.trace(f"base{i}.json", noisy(10 + i, level)))]

    def test_one_run_against_two_knows_noise_between_steps_only(self):
        row = self.row(self.trace("new.json", noisy(1, 1200)), *self.bases([1000, 1000]), "-require",
                       "steps: median(total_us) <= base", status=3)
        self.assertIn("10 steps against 20; 1 run against 2, so noise between runs is unknown", row["reason"])

    def test_one_run_is_not_broken_if_the_runs_of_the_base_differ_as_much(self):
        base = self.bases([1000, 1060, 1020, 1050, 990])
        requirement = ("-require", "steps: median(total_us) <= base")
        row = self.row(self.trace("same.json", noisy(1, 1070)), *base, *requirement)
        self.assertEqual(row["status"], UNCLEAR)
        self.assertIn("no more than the 5 runs of the base differ: p = ", row["reason"])
        self.assertNotIn("unknown", row["reason"])
        slower = self.trace("slower.json", noisy(2, 1300))
        row = self.row(slower, *base, *requirement, status=3)
        self.assertEqual(row["status"], BROKEN)
        self.assertIn("more than noise between steps: p = ", row["reason"])
        self.assertIn("; more than the 5 runs of the base differ: p = ", row["reason"])
        for of_rows in ("op[matmul]: micros <= base", "op[.*]: micros <= base"):
            self.assertEqual(self.row(slower, *base, "-require", of_rows, status=3)["status"], BROKEN)

    def test_counts_of_many_rows_have_no_noise(self):
        def runs(name, copies):
            others = copies * [("copy", 30)] + [("add", 10)]
            return [self.trace(f"{name}{i}.json", [[("matmul", 100 + i), *others]] * 6) for i in range(4)]
        base = [word for path in runs("base", 12) for word in ("-base", path)]
        row = self.row(*runs("new", 16), *base, "-require", "op[matmul|add|copy]: occurrence <= base",
                       status=3)
        self.assertEqual((row["status"], row["row"]), (BROKEN, "copy"))
        self.assertIn("4 more; each side has the same count in all its runs, so it has no noise; 1 of 3 rows "
                      "fails", row["reason"])

    def test_several_runs_do_not_add_up(self):
        base = [word for i in range(4)
                for word in ("-base", self.trace(f"base{i}.json", noisy(10 + i, 1000)))]
        for runs in (1, 2):
            new = [self.trace(f"new{i}.json", noisy(i, 1200)) for i in range(runs)]
            for expression in ("op[matmul]: micros <= 1.05 * base",
                               "op[matmul]: sum(micros) <= 1.05 * base"):
                row = self.row(*new, *base, "-require", expression, status=3)
                self.assertAlmostEqual(row["value"] / row["base"], 1.2, delta=0.05)
            row = self.row(*new, *base, "-require", "steps: count() == base")
            self.assertEqual((row["value"], row["base"]), (10, 10))
        # What a step runs does not depend on how many steps were recorded, nor on how many runs.
        for runs in (1, 3):
            new = [self.trace(f"longer{i}.json", noisy(i, 1000, steps=16)) for i in range(runs)]
            row = self.row(*new, *base, "-require", "op[.*]: sum(occurrence) == base")
            self.assertEqual(row["status"], OK)

    def test_less_is_worse(self):
        slower, faster = noisy(1, 1200), noisy(2, 1000)
        row = self.row(*self.pair(slower, faster), "-require",
                       "steps: median(total_us) >= base - 5%", status=3)
        self.assertEqual(row["status"], BROKEN)
        row = self.row(*self.pair(faster, slower), "-require",
                       "steps: median(total_us) >= base - 5%")
        self.assertEqual(row["status"], OK)

    def test_the_same_file_keeps_every_bound_of_the_base(self):
        profile = self.trace("new.json", noisy(1, 1000))
        for sign in ("<=", ">=", "=="):
            row = self.row(profile, "-base", profile, "-require",
                           f"steps: median(total_us) {sign} base")
            self.assertEqual(row["status"], OK)

    def test_an_op_is_sampled_in_each_step(self):
        pair = self.pair(noisy(1, 1000, op="matmul", and_op="relu"),
                         noisy(2, 1200, op="matmul", and_op="relu"))
        for expression in ("op[matmul]: micros <= 1.05 * base",
                           "ops[matmul]: sum(device_total_us) <= 1.05 * base"):
            row = self.row(*pair, "-require", expression, status=3)
            self.assertEqual(row["status"], BROKEN, row)
            self.assertIn("steps against 10", row["reason"])
        row = self.row(*pair, "-require", "op[relu]: micros <= 1.05 * base")
        self.assertEqual(row["status"], OK)

    def test_counts_have_no_noise(self):
        row = self.row(*self.pair(noisy(1, 1000, 5), noisy(1, 1000, 6)), "-require",
                       "steps: count() == base", status=3)
        self.assertEqual((row["status"], row["value"], row["base"]), (BROKEN, 6, 5))
        self.assertEqual(row["reason"], "1 more; counts are compared exactly")
        # Many steps, and of each a count: it has no p, however many there are.
        row = self.row(*self.pair(noisy(1, 1000), noisy(1, 1000, and_op="gelu")), "-require",
                       "op: sum(occurrence) <= base", status=3)
        self.assertEqual((row["status"], row.get("p_value")), (BROKEN, None))
        self.assertIn(f"{row['value'] - row['base']:g} more; each side has the same count in all its "
                      "steps", row["reason"])
        row = self.row(*self.pair(noisy(1, 1000), noisy(2, 1000)), "-require",
                       "op: sum(occurrence) <= base")
        self.assertEqual(row["status"], OK)
        self.assertIn("within the bound; noise need not be judged", row["reason"])

    def test_counts_that_vary_from_step_to_step_are_judged_like_times(self):
        def steps(seed, often):
            return [dict(step, **({"poll": 50} if i in often else {}))
                    for i, step in enumerate(noisy(seed, 1000))]

        pair = self.pair(steps(1, {0, 3, 4, 8}), steps(2, {1, 2, 5, 6, 9}))
        for expression in ("op[.*]: sum(occurrence) <= base", "op[poll]: occurrence <= base",
                           "kernels: sum(occurrences) <= base"):
            row = self.row(*pair, "-require", expression)
            self.assertNotEqual(row["status"], BROKEN, row)
        row = self.row(*self.pair(steps(1, {4}), steps(2, range(10))), "-require",
                       "kernels: sum(occurrences) <= base", status=3)
        self.assertEqual(row["status"], BROKEN)

    def test_totals_are_compared_per_step(self):
        measures = ("kernels[.*]: total_us <= 1.05 * base", "kernels: sum(total_us) <= 1.05 * base",
                    "ops[matmul]: sum(device_total_us) <= 1.05 * base",
                    "kernels: sum(occurrences) == base")
        for runs in (1, 4):
            base = [word for i in range(runs)
                    for word in ("-base", self.trace(f"base{i}.json", noisy(10 + i, 1000)))]
            new = [self.trace(f"new{i}.json", noisy(20 + i, 1000, steps=15)) for i in range(runs)]
            store = self.folder / f"base{runs}.store"
            run("baseline", *base[1::2], "-output", f"store:outfile={store}")
            for measure in measures:
                for of in (base, ["-base", store]):
                    if measure.startswith("ops") and of is not base:
                        continue  # a store keeps no events
                    row = self.row(*new, *of, "-require", measure)
                    self.assertEqual(row["status"], OK, row)
                    self.assertIn("values are per step", row["reason"])
            # Fewer steps do not hide that each takes longer.
            slow = [self.trace(f"slow{i}.json", noisy(30 + i, 1300, steps=6)) for i in range(runs)]
            row = self.row(*slow, *base, "-require", measures[1], status=3)
            self.assertEqual(row["status"], BROKEN)
            self.assertAlmostEqual(row["value"] / row["base"], 1.3, delta=0.02)
        row = self.row(new[0], "-require", "kernels: sum(total_us) <= 1s")
        self.assertEqual(row["reason"], "values are totals")

    def test_what_ran_outside_steps_counts_on_neither_side(self):
        def outside(path, ops):
            trace = json.loads(path.read_text())
            trace["traceEvents"] += [{"ph": "X", "cat": "cpu_op", "name": "setup", "pid": 1,
                                      "tid": 1, "ts": 10 + 50 * i, "dur": 40} for i in range(ops)]
            path.write_text(json.dumps(trace))
            return path

        runs = [outside(self.trace(f"run{i}.json", noisy(i, 1000)), 3) for i in range(3)]
        base = [word for path in runs for word in ("-base", path)]
        row = self.row(runs[1], *base, "-require", "op[.*]: sum(occurrence) <= base")
        self.assertEqual((row["status"], row["value"]), (OK, row["base"]))

    def test_a_bound_without_a_unit_is_in_that_of_the_column_and_told(self):
        done = run("check", *self.pair(noisy(1, 1000), noisy(2, 1000)), "-require",
                   "steps: median(total_us) <= 11", "-require", "steps: median(total_us) <= 1s",
                   "-require", "steps: count() >= 1")
        self.assertEqual(done.returncode, 3)
        notes = [line for line in done.stderr.splitlines() if "was read as" in line]
        self.assertEqual(notes, ["profiler: note: steps: median(total_us) <= 11: 11 was read as "
                                 "11 us: write the unit"])

    def test_steps_are_not_compared_one_by_one(self):
        self.fails(1, "compare a function of them, as in median(total_us)",
                   *self.pair(noisy(1, 1000), noisy(2, 1000)), "-require",
                   "steps: total_us <= base")

if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
