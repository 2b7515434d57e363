"""`check`: requirements about rows that only one profile has, or that were renamed, and about each of
many rows."""

import random
import sys

from check_case import BROKEN, CANNOT_TELL, OK, UNCLEAR, CheckCase
from made_steps import noisy
from made_trace import made
from run import run_tests


class Rows(CheckCase):
    """Bounds made of the base, which may lack a row."""

    def test_a_row_that_the_base_lacks_counts_0_there(self):
        pair = self.pair(noisy(1, 1000), noisy(2, 1000, and_op="gelu"))
        for expression in ("op[gelu]: micros <= 1.05 * base", "op: micros <= 1.5 * base",
                           "op[gelu]: sum(micros) <= base", "op[gelu]: count() <= base"):
            row = self.row(*pair, "-require", expression, status=3)
            self.assertEqual((row["status"], row["base"], row["reason"].split("; ")[0]),
                             (BROKEN, 0, "not in the base"), expression)
            is_time = "micros" in expression
            self.assertEqual("values are per step" in row["reason"], is_time, expression)
        row = self.row(*pair, "-require", "op[gelu]: micros <= base + 1s")
        self.assertEqual((row["status"], row["reason"]),
                         (OK, "not in the base; values are per step"))

    def test_a_row_that_the_new_profile_lacks_counts_0_there(self):
        pair = self.pair(noisy(1, 1000, and_op="gelu"), noisy(2, 1000))
        for expression in ("op[gelu]: micros <= base", "op[gelu]: sum(micros) <= 1.05 * base"):
            row = self.row(*pair, "-require", expression)
            self.assertEqual((row["status"], row["value"], row["reason"].split("; ")[0]),
                             (OK, 0, "not in the new profile"), expression)
            self.assertGreater(row["base"], 0)
        row = self.row(*pair, "-require", "op[gelu]: sum(occurrence) == base", status=3)
        self.assertEqual((row["status"], row["reason"].split("; ")[0]),
                         (BROKEN, "not in the new profile"))

    def test_a_row_that_both_lack_is_an_error(self):
        self.fails(1, "no row of op matches [tanh]", *self.pair(noisy(1, 1000), noisy(2, 1000)),
                   "-require", "op[tanh]: micros <= base")

    def test_a_renamed_row_is_not_added(self):
        pair = self.pair(noisy(1, 1000, op="fusion.12"), noisy(2, 1000, op="fusion.31"))
        row = self.row(*pair, "-require", "op[fusion.*]: micros <= 1.5 * base")
        self.assertEqual(row["status"], OK)
        self.assertGreater(row["base"], 0)
        self.assertEqual(row["base_row"], "fusion.12")
        self.assertIn("matched though renamed: fusion.12 in the base", row["reason"])

    def test_a_kernel_of_another_tile_is_not_added(self):
        base = made(self.folder / "base.json", 1, kernels="gemm_v{}", tile="_128x64")
        new = made(self.folder / "new.json", 2, kernels="gemm_v{}", tile="_128x128")
        row = self.row(new, "-base", base, "-require", "kernels[.*]: total_us <= 1.5 * base")
        self.assertEqual(row["status"], OK)
        self.assertGreater(row["base"], 0)
        self.assertIn("_128x64 in the base", row["reason"])

    def test_an_added_kernel_in_place_of_others_of_its_op_is_said_to_be(self):
        base = made(self.folder / "base.json", 1, kernels="sm90_gemm_a{}_x")
        said = "there fusion.4 ran other kernels for about as much: a budget of op[fusion.4] counts both"
        new = made(self.folder / "new.json", 2, kernels="nvjet_q{}_y")
        row = self.row(new, "-base", base, "-require", "kernels[.*]: total_us <= 1.5 * base", status=3)
        self.assertIn("not in the base; " + said, row["reason"])
        more = made(self.folder / "more.json", 3, gone=4)
        row = self.row(new, "-base", more, "-require", "kernels[.*4_y]: total_us <= 1.5 * base",
                       status=3)
        self.assertNotIn("ran other kernels", row["reason"])


class ManyRows(CheckCase):
    """Requirements about each of many rows."""

    def runs(self, side, count, ops, slow=()):
        """Runs of steps in which each op takes about 100 us; those in `slow` three times as long."""
        chance = random.Random(side)
        paths = []
        for run_ in range(count):
            level = {op: 100 * chance.gauss(1, 0.03) * (3 if op in slow else 1) for op in ops}
            steps = [{op: micros * chance.gauss(1, 0.01) for op, micros in level.items()}
                     for _ in range(5)]
            paths.append(self.trace(f"{side}{run_}.json", steps))
        return paths

    def test_rows_that_look_worse_by_chance_do_not_fail(self):
        ops = [f"op_{letter}{other}" for letter in "abcdefg" for other in "hijklm"]
        for count in (3, 5):
            base = [word for path in self.runs("base", count, ops) for word in ("-base", path)]
            row = self.row(*self.runs("same", count, ops), *base, "-require",
                           "op[op_.*]: micros <= base")
            self.assertIn(row["status"], (OK, UNCLEAR), row)
            self.assertIn(f"{len(ops)} rows were judged; values are per step", row["reason"])
            slow = self.runs("slow", count, ops, slow=("op_ah", "op_bi"))
            row = self.row(*slow, *base, "-require", "op[op_.*]: micros <= 1.1 * base", status=3)
            self.assertEqual(row["status"], CANNOT_TELL if count == 3 else BROKEN)
            self.assertIn(f"2 of {len(ops)} rows fail: op_", row["reason"])
            self.assertIn("bound", row["reason"])

    def test_a_statistic_over_steps_is_taken_in_each_run(self):
        def run_of(name, seed):
            steps = noisy(seed, 1000)
            steps[4]["matmul"] *= 20  # preempted
            return self.trace(name, steps)

        base = [word for i in range(3) for word in ("-base", self.trace(f"b{i}.json", noisy(i, 1000)))]
        new = [run_of(f"n{i}.json", 10 + i) for i in range(3)]
        row = self.row(*new, *base, "-require", "op[matmul] -stat median: micros <= 1.1 * base")
        self.assertEqual(row["status"], OK)
        self.assertAlmostEqual(row["value"] / row["base"], 1, delta=0.05)
        self.assertIn("values are per step", row["reason"])
        row = self.row(*new, *base, "-require", "op[matmul]: micros <= 1.1 * base", status=3)
        self.assertGreater(row["value"], 2 * row["base"])


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
