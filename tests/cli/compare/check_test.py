"""`check`: requirements on made and recorded profiles, and exit statuses."""

import json
import sys

from check_case import BROKEN, NOT_JUDGED, OK, CheckCase
from made_trace import made
from run import ask, run, run_tests

MLP = "testdata/mlp/profile_1055"
KINETO = "testdata/kineto/torch_resnetish/rank0.5.pt.trace.json.gz"


class Numbers(CheckCase):
    """Bounds that are numbers."""

    def setUp(self):
        super().setUp()
        # Step totals in us: 125, 225, 325, 425.
        self.profile = self.trace("new.json", [{"matmul": t} for t in (100, 200, 300, 400)])

    def test_functions_signs_and_units(self):
        for expression, holds in (
                ("steps: median(total_us) <= 275us", True),
                ("steps: median(total_us) < 275us", False),
                ("steps: median(total_us) <= 0.2ms", False),
                ("steps: mean(total_us) <= 275", True),
                ("steps: min(total_us) >= 125us", True),
                ("steps: min(total_us) > 125us", False),
                ("steps: max(total_us) == 425us", True),
                ("steps: max(total_us) != 425us", False),
                ("steps: max(total_us) <= 0.0004s", False),
                ("steps: p95(total_us) <= 410us", True),
                ("steps: p99(total_us) <= 422us", True),
                ("steps: sum(total_us) <= 1.1ms", True),
                ("steps: sum(total_us) <= 1099us", False),
                ("steps: count(total_us) == 4", True),
                ("steps: count() >= 5", False),
                ("steps[ProfilerStep#1]: share(total_us) <= 25%", True),
                ("steps[ProfilerStep#3]: share(total_us) <= 0.3", False),
                ("steps[ProfilerStep#[01]]: max(total_us) <= 225us", True),
                ("steps -step 1: max(total_us) <= 225us", True),
                ("steps: total_us <= 425us", True),
                ("steps: total_us <= 424us", False),
                ("steps: total_us >= 125us", True),
                ("ops[matmul]: device_total_us <= 1s", True),
                ("op[.*]: sum(micros) > 0", True)):
            with self.subTest(expression):
                row = self.row(self.profile, "-require", expression, status=0 if holds else 3)
                self.assertEqual(row["status"], OK if holds else BROKEN)
                self.assertEqual(row["name"], expression)

    def test_by_how_much(self):
        row = self.row(self.profile, "-require", "steps: median(total_us) <= 200us", status=3)
        self.assertEqual((row["value"], row["bound"], row["excess"], row["unit"]),
                         (275, 200, 75, "us"))
        self.assertEqual((row["measured"], row["limit"], row["beyond"]), ("275 us", "200 us", "75 us"))

    def test_each_row_must_hold_and_the_worst_is_shown(self):
        row = self.row(self.profile, "-require", "steps: total_us <= 300us", status=3)
        self.assertEqual((row["row"], row["value"]), ("ProfilerStep#3", 425))

    def test_broken_ones_come_first_and_are_told(self):
        done = run("check", self.profile, "-require", "steps: max(total_us) <= 1s", "-require",
                   "steps: max(total_us) <= 1us")
        self.assertEqual(done.returncode, 3)
        self.assertIn("profiler: check: 1 of 2 requirements is broken", done.stderr)
        self.assertLess(done.stdout.index("<= 1us"), done.stdout.index("<= 1s"))

    def test_options_of_the_command_select(self):
        rows = self.rows(self.profile, "-step", "0,1", "-require", "steps: max(total_us) <= 225us")
        self.assertEqual(rows[0]["value"], 225)

    def test_the_command_that_shows_more_runs(self):
        for expression in ("steps: max(total_us) <= 1us", "op[mat.*, ?x|matmul]: micros <= 1ns",
                           "ops[matmul] -step 0: occurrences <= 0"):
            row = self.row(self.profile, "-require", expression, status=3)
            done = run(self.profile, "-c", row["command"], "-format", "csv")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertGreater(len(done.stdout.splitlines()), 1, row["command"])

    def test_bytes(self):
        for bound, holds in (("30GB", True), ("1KB", False), ("2GiB", True), ("1KiB", False)):
            row = self.row(MLP, "-require", f"op: max(bytes) <= {bound}", status=0 if holds else 3)
            self.assertEqual(row["unit"], "B")


class Wrong(CheckCase):
    """What cannot be judged is never a pass."""

    def test_typos_are_found_before_anything_is_opened(self):
        for expression, said in (
                ("stps: median(total_us) <= 1", "'stps' is no view at character 1"),
                ("steps: medain(total_us) <= 1", "did you mean 'median'?"),
                ("steps: median(totl_us) <= 1", "did you mean 'total_us'?"),
                ("steps: median(step) <= 1", "'step' is no column of numbers in steps"),
                ("steps: median(total_us) = 1", "did you mean '<=' or '=='?"),
                ("steps: median(total_us) <= 20GB", "median(total_us) is a time, and '20GB' a size"),
                ("memory: peak_bytes <= 3ms", "peak_bytes is a size in bytes, and '3ms' a time"),
                ("steps: total_us <= base + 3GB", "is a time"),
                ("op[(]: micros <= 1", "at character 4"),
                ("op -setp 3: micros <= 1", "did you mean 'step'?"),
                ("op -per_call: micros <= 1", "op does not take -per_call"),
                ("op -format json: micros <= 1", "-format is for the command"),
                ("op -select bytes: micros <= 1", "the measure selects its column"),
                ("op -from 3s: micros <= 1", "-from is for the command"),
                ("overview: micros <= 1", "overview has several tables and none of its own"),
                ("op micros: micros <= 1", "'micros' is not expected")):
            with self.subTest(expression):
                self.fails(2, said, "/nonexistent", "-require", expression)

    def test_a_column_that_counts_has_other_names_elsewhere(self):
        for view, asked, meant in (("launches", "occurrences", "calls"), ("op", "calls", "run_count"),
                                   ("kernels", "calls", "occurrences")):
            self.fails(2, f"did you mean '{meant}'?", KINETO, "-require",
                       f"{view}: sum({asked}) <= 3")

    def test_nothing_is_required(self):
        self.fails(2, "check needs requirements", KINETO)

    def test_no_base(self):
        self.fails(2, "name it with -base OLD", KINETO, "-require", "steps: max(total_us) <= base")

    def test_a_budget_that_matches_no_row(self):
        self.fails(1, "no row of op matches [Matmul]; did you mean [MatMul]?", MLP, "-require",
                   "op[Matmul]: micros <= 1s")
        self.fails(1, "check: 'op[zzz]: count() == 0' is not judged", MLP, "-require",
                   "op[zzz]: count() == 0")

    def test_a_view_without_data(self):
        self.fails(1, "kernels has no rows: no accelerator's work was recorded", KINETO, "-require",
                   "kernels: max(total_us) <= 1s")

    def test_the_others_are_judged_all_the_same(self):
        rows = self.rows(MLP, "-require", "op[zz]: micros <= 1s", "-require", "op[yy]: micros <= 1s",
                         "-require", "op[MatMul]: micros <= 1ns", "-require", "op: count() > 0",
                         status=1)  # not 3, though one is broken
        self.assertEqual([row["status"] for row in rows], [BROKEN, NOT_JUDGED, NOT_JUDGED, OK])
        self.assertIn("no row of op matches [zz]", rows[1]["reason"])
        self.assertIsNone(rows[1]["value"])
        self.fails(1, "check: 1 of 2 requirements is broken", MLP, "-require",
                   "op[zz]: micros <= 1s", "-require", "op[MatMul]: micros <= 1ns")

    def test_bounds_that_no_value_reaches(self):
        for expression, said in (
                ("steps: median(total_us) <= -5ms", "the bound -5ms is negative"),
                ("steps: median(total_us) >= -1", "a time never is"),
                ("op: max(bytes) <= -1GB", "a size in bytes never is"),
                ("op: count() >= -1", "a count never is"),
                ("op[MatMul]: share(micros) <= -5%", "a share never is"),
                ("op[MatMul]: share(micros) <= 150%", "the bound 150% is more than the whole"),
                ("op[MatMul]: share(micros) <= 25", "a share is at most 1, or 100%")):
            with self.subTest(expression):
                self.fails(2, said, "/nonexistent", "-require", expression)
        self.rows(MLP, "-require", "op[MatMul]: share(micros) <= 100%")

    def test_other_commands_take_no_requirement(self):
        for option in (("-require", "op: micros <= 1"), ("-budgets", "x.toml"), ("-strict_noise",)):
            done = run("op", MLP, *option)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"op does not take {option[0]}: check does", done.stderr)


class Elsewhere(CheckCase):
    def test_at_the_prompt(self):
        done = run(MLP, "-base", MLP,
                   stdin="check -require 'op[MatMul]: micros <= base' -format json\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["rows"][0]["status"], OK)

    def test_help_and_schema(self):
        self.assertIn("Functions:", run("help", "require").stdout)
        self.assertIn("-strict_noise", run("help", "check").stdout)
        names = [column["name"] for column in ask("schema", "check")["rows"]]
        self.assertIn("p_value", names)

    def test_memory_of_a_recorded_trace(self):
        row = self.row(KINETO, "-base", KINETO, "-require", "memory: peak_bytes <= 1.05 * base")
        self.assertEqual(row["status"], OK)

    def test_a_store_with_kernels_by_name_only_is_to_be_written_again(self):
        new = made(self.folder / "new.json", 1, kernels="gemm")
        trace = json.loads(new.read_text())
        for event in trace["traceEvents"]:  # as what stores of earlier versions keep
            for key in ("correlation", "External id"):
                event["args"].pop(key, None) if "args" in event else None
        old = self.folder / "old.json"
        old.write_text(json.dumps(trace))
        stores = {}
        for name, path in (("old", old), ("new", new)):
            stores[name] = self.folder / f"{name}.store"
            run("baseline", path, "-output", f"store:outfile={stores[name]}")
        require = ("-require", "kernels[gemm]: total_us <= 1.05 * base")
        row = self.row(new, "-base", stores["old"], *require, status=1)
        self.assertEqual(row["status"], NOT_JUDGED)
        self.assertIn("write the base again with `baseline`", row["reason"])
        self.assertEqual(self.row(new, "-base", stores["new"], *require)["status"], OK)
        total = ("-require", "kernels[gemm]: sum(total_us) <= 1.05 * base")
        self.assertEqual(self.row(new, "-base", stores["old"], *total)["status"], OK)

if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
