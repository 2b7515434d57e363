"""Any view with -base: `op NEW -base OLD` on made and recorded profiles."""

import csv
import gzip
import io
import sys
import unittest

import made_trace
from run import ask, run, run_tests
from view_diff_case import Made, by_key, made

XSPACE = "testdata/xspace/tf_compute_bound"


class Values(Made):
    def test_both_values_the_change_and_the_ratio(self):
        new = self.new(slow={1: 1.5})
        for view, column in (("op", "micros"), ("ops", "total_us"), ("kernels", "total_us")):
            both = by_key(self.diff(view, new))
            before, after = by_key(ask(view, self.base)), by_key(ask(view, new))
            self.assertEqual(set(both), set(before) | set(after))
            for key, row in both.items():
                if key not in before or key not in after:
                    continue
                x, y = before[key][column], after[key][column]
                self.assertEqual((row[f"base_{column}"], row[column]), (x, y))
                self.assertAlmostEqual(row[f"delta_{column}"], y - x, places=5)
                if x > 0:
                    self.assertAlmostEqual(row[f"ratio_{column}"], y / x, places=9)

    def test_the_slow_row_is_slower_and_first(self):
        rows = self.diff("kernels", self.new(slow={1: 1.5}))["rows"]
        self.assertEqual((rows[0]["name"], rows[0]["verdict"]), ("k_fusion.1", "slower"))
        self.assertLess(rows[0]["p_total_us"], 0.05)
        self.assertEqual({row["verdict"] for row in rows[1:]} - {"same", "unclear"}, set())

    def test_rows_that_one_profile_lacks(self):
        rows = by_key(self.diff("ops", self.new(gone=(4,)), "-match", "exact"))
        gone = [row for row in rows.values() if row["verdict"] == "removed"]
        self.assertEqual({row["name"] for row in gone}, {"fusion.4"})
        for row in gone:
            self.assertIsNone(row["total_us"])
            self.assertEqual(row["delta_total_us"], -row["base_total_us"])
        there = self.diff("ops", self.new(gone=(4,)), "-match", "exact")
        back = ask("ops", self.base, "-base", self.new(gone=(4,)), "-match", "exact")
        self.assertEqual(sorted(row["verdict"] for row in back["rows"] if row["verdict"] == "added"),
                         ["added"] * len([r for r in there["rows"] if r["verdict"] == "removed"]))

    def test_trees_add_up_and_keep_removed_rows(self):
        report = self.diff("scope", self.new(gone=(4,), slow={0: 2}), "-match", "exact")
        rows = report["rows"]
        sums = [row["delta_micros"] or 0 for row in rows]
        for at in range(len(rows) - 1, 0, -1):
            sums[rows[at]["parent"]] += sums[at]
        for row, total in zip(rows, sums):
            self.assertAlmostEqual(row["total_delta_micros"], total, places=4)
        self.assertIn("removed", {row["verdict"] for row in rows})
        self.assertAlmostEqual(report["totals"]["delta_micros"], rows[0]["total_delta_micros"],
                               places=5)

    def test_renamed_rows_are_paired(self):
        rows = self.diff("kernels", self.new(first=20))["rows"]
        self.assertEqual(len(rows), 6)
        for row in rows:
            self.assertEqual(int(row["name"].split(".")[1]) - 20,
                             int(row["base_name"].split(".")[1]))
        report = self.diff("kernels", self.new(first=20))
        self.assertIn("rows_renamed", {note["id"] for note in report["notes"]})

    def test_lines_are_paired_though_their_numbers_moved(self):
        base = made_trace.made(self.folder / "base_lines.json", 1, lines=True)
        new = self.folder / "new_lines.json"
        for shift in (1, 10):  # by 10 each function has the line of another one
            made_trace.made(new, 1, lines=True, shift=shift)
            rows = ask("code", new, "-base", base)["rows"]
            lines = [row for row in rows if row["name"].startswith("train.py")]
            self.assertEqual(len(lines), 5)
            for row in lines:
                self.assertNotIn(row["verdict"], ("added", "removed", "slower", "faster"), row)
                self.assertEqual(row["name"].split(":")[-1], row["base_name"].split(":")[-1])

    def test_a_number_that_another_row_has_now_pairs_nothing(self):
        for row in self.diff("kernels", self.new(first=1))["rows"]:
            self.assertEqual(int(row["name"].split(".")[1]) - 1,
                             int(row["base_name"].split(".")[1]))
            self.assertIn(row["verdict"], ("same", "unclear"))

    def test_instructions_pair_though_their_places_in_the_program_changed(self):
        keys = [row["key"] for row in ask("hlo", XSPACE)["rows"]]
        self.assertEqual(len({tuple(key) for key in keys}), len(keys))
        rows = ask("hlo", "testdata/xspace/jax_bf16_scan")["rows"]
        for row in rows:
            self.assertEqual(row["key"][:2], [row["module"] or "", row["name"]])
            self.assertIn(len(row["key"]), (2, 3))  # "#2" if a name is there twice

    def test_match_exact_leaves_them_alone(self):
        rows = self.diff("kernels", self.new(first=20), "-match", "exact")["rows"]
        self.assertEqual({row["verdict"] for row in rows}, {"added", "removed"})

    def test_tolerance(self):
        new = self.new(slow={1: 1.2})
        strict = by_key(self.diff("kernels", new))
        lenient = by_key(self.diff("kernels", new, "-tolerance", "50%"))
        slow = [key for key, row in strict.items() if row["verdict"] == "slower"]
        self.assertEqual(len(slow), 1)
        self.assertEqual(lenient[slow[0]]["verdict"], "same")

    def test_runs_are_samples(self):
        folders = {}
        for side, slow in (("old", 1), ("new", 1.3)):
            for run_number in range(6):
                folder = self.folder / f"{side}{run_number}"
                folder.mkdir()
                made(folder / "trace.json", 2 * run_number + (side == "new"), slow={1: slow})
                folders.setdefault(side, []).append(folder)
        base = [word for folder in folders["old"] for word in ("-base", folder)]
        report = ask("kernels", *folders["new"], *base)
        told = [note["text"] for note in report["notes"] if note["id"] == "compared_by"]
        self.assertIn("6 runs of the base and 6 runs", told[0])
        self.assertEqual(report["rows"][0]["verdict"], "slower")

    def test_one_run_against_several_is_judged_by_steps(self):
        base = [word for i in range(3)
                for word in ("-base", made(self.folder / f"base{i}.json", 10 + i))]
        report = ask("op", self.new(slow={1: 1.5}), *base)
        self.assertEqual({row["name"] for row in report["rows"] if row["verdict"] == "slower"},
                         {"fusion.1"})
        note = next(n for n in report["notes"] if n["id"] == "means_of_runs")
        self.assertIn("3 runs of the base and 1 run of the new profile", note["text"])
        for row in report["rows"]:
            if row["name"] != "fusion.1":
                self.assertLess(abs(row["ratio_micros"] - 1), 0.1, row)  # not 1/3

    def test_statistics_over_steps_are_judged_by_a_time(self):
        section = self.diff("steps", self.new(slow={1: 1.5}))["sections"][0]
        total = next(row for row in section["rows"] if row["name"] == "total_us")
        self.assertIsNone(total["verdict"])  # `diff` judges the steps


class Options(Made):
    def test_where_order_top_and_select(self):
        new = self.new(slow={1: 1.5, 3: 0.5})
        rows = self.diff("kernels", new, "-where", "delta_total_us > 100")["rows"]
        self.assertEqual([row["name"] for row in rows], ["k_fusion.1"])
        rows = self.diff("kernels", new, "-order_by", "delta_total_us", "-top", "2")["rows"]
        self.assertEqual({row["name"] for row in rows}, {"k_fusion.1", "k_fusion.3"})
        rows = self.diff("kernels", new, "-order_by", "ratio_total_us")["rows"]
        self.assertEqual((rows[0]["name"], rows[-1]["name"]), ("k_fusion.1", "k_fusion.3"))
        rows = self.diff("kernels", new, "-order_by", "p_total_us", "-top", "2")["rows"]
        self.assertEqual({row["name"] for row in rows}, {"k_fusion.1", "k_fusion.3"})
        report = self.diff("kernels", new, "-select", "ratio_total_us")
        self.assertEqual({column["name"] for column in report["columns"]},
                         {"name", "key", "ratio_total_us", "verdict"})
        report = self.diff("kernels", new, "-select", "total_us")
        self.assertIn("delta_total_us", {column["name"] for column in report["columns"]})
        self.assertNotIn("avg_us", {column["name"] for column in report["columns"]})

    def test_the_root_of_a_tree_is_not_one_of_many(self):
        new = made(self.folder / "noisy.json", 5, noise=0.02, slow={5: 1.03})
        roots = [self.diff("scope", new, *options)["rows"][0]
                 for options in ((), ("-show_name_regexes", "fusion.1"))]
        self.assertEqual(roots[0]["p_micros"], roots[1]["p_micros"])
        self.assertEqual(roots[0]["verdict"], roots[1]["verdict"])

    def test_in_trees(self):
        new = self.new(slow={1: 1.5, 3: 0.5})
        rows = self.diff("scope", new, "-top", "1")["rows"]
        self.assertEqual(len(rows), 2)
        rows = self.diff("scope", new, "-where", "total_delta_micros > 100 && depth > 0")["rows"]
        self.assertEqual({row["name"] for row in rows[1:]}, {"fusion.1"})
        done = run("scope", new, "-base", self.base, "-order_by", "delta_micro")
        self.assertEqual(done.returncode, 2)
        self.assertIn("delta_micros", done.stderr)

    def test_refused(self):
        for command in ("info", "trace", "overview", "report", "advise"):
            done = run(command, self.base, "-base", self.base)
            self.assertEqual(done.returncode, 2, command)
            self.assertIn(f"{command} does not take -base", done.stderr)
        done = run("op", self.base, "-tolerance", "2%")
        self.assertEqual(done.returncode, 2)
        self.assertIn("-base OLD", done.stderr)
        for bad in ("2", "-1%", "100%", "x"):
            done = run("op", self.base, "-base", self.base, f"-tolerance={bad}")
            self.assertEqual(done.returncode, 2, bad)
        done = run("op", self.base, "-base", self.base, "-match", "fuzzy")
        self.assertEqual(done.returncode, 2)
        done = run("op", self.base, "-where", "delta_micros > 1")
        self.assertEqual(done.returncode, 2)

    def test_every_form(self):
        new = self.new(slow={1: 1.5})
        for view in ("kernels", "scope", "op"):
            for form in ("text", "csv", "tsv", "markdown", "pretty"):
                done = run(view, new, "-base", self.base, "-format", form)
                self.assertEqual(done.returncode, 0, done.stderr)
                told = "fusion" if form == "pretty" else "slower"  # not all columns may fit
                self.assertIn(told, done.stdout, (view, form))
        done = run("kernels", new, "-base", self.base, "-format", "csv")
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        self.assertIn("delta_total_us", rows[0])


class Exporters(Made):
    def test_folded_has_two_counts(self):
        out = self.folder / "both.folded"
        done = run("scope", self.new(slow={1: 1.5}), "-base", self.base, "-select", "cpu_micros",
                   "-output", f"folded:outfile={out}")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line.rsplit(" ", 2) for line in out.read_text().splitlines()]
        self.assertTrue(lines)
        for line in lines:
            self.assertEqual(len(line), 3)
            self.assertGreater(int(line[1]), 0)

    def test_pprof_negates_the_base(self):
        out = self.folder / "both.pb.gz"
        done = run("scope", self.base, "-base", self.base, "-output", f"pprof:outfile={out}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"pprof::base", gzip.decompress(out.read_bytes()))

    def test_others_refuse_a_base(self):
        for exporter in ("speedscope", "store"):
            done = run("scope", self.base, "-base", self.base, "-output",
                       f"{exporter}:outfile={self.folder}/out")
            self.assertEqual(done.returncode, 2, exporter)
            self.assertIn(f"-output {exporter} does not take -base", done.stderr)


class FewSteps(Made):
    def note(self, report, name):
        return [note["text"] for note in report["notes"] if note["id"] == name]

    def test_one_step(self):
        report = self.diff("kernels", self.new(steps=1, slow={1: 3}))
        self.assertTrue(self.note(report, "too_few_samples"))

    def test_no_steps(self):
        report = ask("op", "testdata/bad/profile_ok", "-base", self.base)
        self.assertTrue(self.note(report, "compared_by_value") or
                        self.note(report, "too_few_samples"))

    def test_another_number_of_steps(self):
        report = self.diff("kernels", self.new(steps=20))
        self.assertTrue(self.note(report, "other_number_of_steps"))
        self.assertEqual({row["verdict"] for row in report["rows"]} - {"same", "unclear"}, set())


class Series(unittest.TestCase):
    def test_a_series_has_that_of_the_base_beside_it_for_programs(self):
        trace = "testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz"
        report = ask("memory", trace, "-base", trace)
        courses = next(one for one in report["sections"] if one["id"] == "over_time")["rows"]
        self.assertTrue(courses)
        for row in courses:
            for name in ("allocated_bytes", "allocated_last_bytes", "begin_us", "end_us"):
                self.assertIsNotNone(row[name])
                self.assertEqual(row[f"base_{name}"], row[name])
        # Sizes are compared; moments beside them are not.
        self.assertNotIn("base_peak_us", report["rows"][0])
        text = run("memory", trace, "-base", trace, "-format", "text").stdout
        self.assertNotIn("base allocated", text)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
