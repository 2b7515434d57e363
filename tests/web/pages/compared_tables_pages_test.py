"""Tables of a comparison: one unit for what is compared, titles that say what of what."""

import sys
import tempfile

import run
from compared import Compared, TITLES
from served import Browser, served
from traces import event, written


class ComparedTables(Compared):
    def test_shares_say_what_they_are_of(self):
        self.browser.go("diff")
        titles = {name: title for name, title, _ in self.titles("[data-section=parts] table")}
        self.assertEqual(titles["share"], "share of change")
        self.assertEqual(titles["ratio"], "change")

    def test_base_new_and_change_have_one_unit(self):
        self.browser.go("diff")
        for section in ("parts", "ops"):
            units = {unit for name, _, unit in self.titles(f"[data-section={section}] table")
                     if name in ("base_us", "new_us", "delta_us", "low", "high")}
            self.assertEqual(len(units), 1, section)
        self.browser.go("ops")
        units = {name: unit for name, _, unit in self.titles()}
        self.assertEqual(len({units[name] for name in ("self_us", "base_self_us", "delta_self_us")}), 1)

    def test_what_is_compared_has_as_many_decimals(self):
        for page, names in (("diff", ("base_us", "new_us", "delta_us")),
                            ("phases", ("mean_us", "min_us", "max_us", "p50_us", "p95_us"))):
            self.browser.go(page)
            texts = self.browser.js("""
                return [...document.querySelectorAll('table')].map((table) => {
                  const names = [...table.querySelectorAll('thead button')].map((b) => b.dataset.column);
                  return [...table.querySelectorAll('tbody tr:not(.spacer)')].flatMap((row) =>
                      [...row.cells].filter((_, i) => arguments[0].includes(names[i]))
                          .map((cell) => cell.textContent));
                });""", list(names))
            for table in texts:
                with self.subTest(page=page, table=table):
                    decimals = {len(text.partition(".")[2]) for text in table if text not in ("0", "≈0", "–")}
                    self.assertLessEqual(len(decimals), 1)

    def test_calls_are_whole_where_they_are_whole(self):
        self.browser.go("diff")
        cells = self.browser.js("""
            return [...document.querySelectorAll('table')].flatMap((table) => {
              const names = [...table.querySelectorAll('thead button')].map((b) => b.dataset.column);
              const at = names.indexOf('base_runs');
              return at < 0 ? [] : [...table.querySelectorAll('tbody tr')].map((row) =>
                  [row.cells[at].textContent, row.cells[at].dataset.value]);
            });""")
        for text, value in cells:
            if value is not None and float(value).is_integer():
                self.assertNotIn(".", text)

    def test_a_value_its_base_and_its_change_stand_together(self):
        self.browser.go("ops")
        titles = self.titles()
        names = [name for name, _, _ in titles]
        # An op's own time: the op around it has its time, too.
        at = names.index("self_us")
        self.assertEqual(names[at:at + 4], ["self_us", "base_self_us", "delta_self_us", "ratio_self_us"])
        self.assertEqual([title for _, title, _ in titles[at:at + 4]],
                         ["self", "base self", "Δ self", "self change"])
        titles = {name: title for name, title, _ in titles}
        self.assertEqual(titles.get("p_self_us", "corrected p-value of self"), "corrected p-value of self")

    def test_trees_have_the_same_titles(self):
        self.browser.go("scope")
        titles = self.titles()
        names = [name for name, _, _ in titles]
        at = names.index("total_micros")
        self.assertEqual([title for _, title, _ in titles[at:at + 4]],
                         ["total", "base total", "Δ total", "total change"])
        at = names.index("micros")
        self.assertEqual([title for _, title, _ in titles[at:at + 3]], ["self", "base self", "Δ self"])

    def test_rows_of_one_name_are_told_apart_before_columns_of_dashes(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, grids in (("base", [[8, 1, 1], [16, 1, 1]]), ("new", [[32, 1, 1], [64, 1, 1]])):
                events = []
                for i in range(24):
                    at = 1000 * i
                    if i % 4 == 0:
                        events.append(event("user_annotation", f"ProfilerStep#{i // 4}", at, 3900, 1))
                    events += [event("cpu_op", "aten::convolution", at + 10, 50, 1),
                               event("cuda_runtime", "cudaLaunchKernel", at + 20, 10, 1, correlation=i + 1),
                               event("kernel", "convert_layout_kernel", at + 100, 300 + 100 * (i % 2), 107, device=0,
                                     stream=7, correlation=i + 1, grid=grids[i % 2], block=[128, 1, 1])]
                paths.append(written(folder, events, name))
            with served(paths[1], paths[0]) as server:
                browser = Browser()
                self.addCleanup(browser.driver.quit)
                browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": 900, "height": 900, "deviceScaleFactor": 1, "mobile": False})
                browser.open(server)
                browser.go("kernels")
                rows = browser.answer("kernels")["rows"]
                self.assertEqual({row["verdict"] for row in rows}, {"added", "removed"})
                names = [name for name, _, _ in browser.js(TITLES, "table")]
                self.assertIn("grid", names)
                # Of what one side alone has nobody knows by how much it changed.
                blank = [name for name in names if all(row[name] is None for row in rows)]
                self.assertEqual(blank, names[len(names) - len(blank):])

    def test_of_many_measures_one_has_its_base(self):
        for page, lead in (("ops", "self"), ("steps", "total")):
            self.browser.go(page)
            names = [name for name, _, _ in self.titles()]
            self.assertEqual([name for name in names if name.startswith("base_")], [f"base_{lead}_us"])
            changes = [name for name in names if name.startswith("ratio_")]
            self.assertIn(f"ratio_{lead}_us", changes)
            self.browser.press(".left-out summary")
            self.assertIn(f"only {lead} is shown with its base and Δ", self.browser.text(".left-out"))
            self.browser.press(".tools button")  # All columns
            names = [name for name, _, _ in self.titles()]
            self.assertGreater(len([name for name in names if name.startswith("base_")]), 2)
            self.assertGreater(len([name for name in names if name.startswith("ratio_")]), len(changes))

    def test_changes_that_say_the_same_are_shown_once(self):
        self.browser.go("steps")
        rows = self.browser.answer("steps")["rows"]
        shown = {name for name, _, _ in self.titles()}
        for name in ("mark_us", "cpu_us"):
            if all(abs((row[f"ratio_{name}"] or 1) / (row["ratio_total_us"] or 1) - 1) < 0.005 for row in rows):
                self.assertNotIn(f"ratio_{name}", shown)
        # Of one thing the mean, the median and the extremes change alike.
        shown = {name for name, _, _ in self.titles("[data-section=statistics] table")}
        self.assertEqual({name for name in shown if name.startswith("ratio_")}, {"ratio_average_us"})

    def test_shares_of_self_time_say_what_they_are_of(self):
        for page, title in (("ops", "share of its placement"), ("overview", "share of host and device")):
            self.browser.go(page)
            table = "table" if page == "ops" else "[data-section=top_ops] table"
            titles = {name: title for name, title, _ in self.titles(table)}
            self.assertEqual(titles["self_share"], title)

    def test_a_tiny_decrease_is_about_none(self):
        self.browser.go("diff")
        cells = self.browser.js("return [...document.querySelectorAll('tbody td')].map((one) => one.textContent)")
        self.assertIn("≈0", cells)
        self.assertEqual([cell for cell in cells if cell.startswith(">−") or cell.startswith("+≈")], [])

    def test_a_change_of_many_times_is_a_factor(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, time in (("old", 2), ("new", 4000)):
                events = [event("user_annotation", f"ProfilerStep#{i}", 10000 * i, 9000, 1) for i in range(4)]
                events += [event("cpu_op", "aten::fill_", 10000 * i + 10, time, 1) for i in range(4)]
                paths.append(written(folder, events, name))
            with served(paths[1], paths[0]) as server:
                browser = self.browser_of(server)
                browser.go("ops")
                self.assertIn("×2,000", browser.text("tbody"))
                units = {name: unit for name, _, unit in browser.js(TITLES, "table")}
                self.assertEqual(units["ratio_self_us"], "% or ×")
                # The unit follows the largest of what is compared, not the base alone.
                self.assertEqual({units[name] for name in ("self_us", "base_self_us", "delta_self_us")}, {"ms"})

    def test_a_renamed_row_hides_no_change(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, ops in (("base", ["fusion.1", "aten::mm", "aten::gone"]),
                              ("new", ["fusion.7", "aten::mm", "aten::come"])):
                events = [event("user_annotation", f"ProfilerStep#{i}", 1000 * i, 900, 1) for i in range(6)]
                events += [event("cpu_op", op, 1000 * i + 200 * k, 100 + k + (name == "new") * 40, 1)
                           for i in range(6) for k, op in enumerate(ops)]
                paths.append(written(folder, events, name))
            with served(paths[1], paths[0]) as server:
                browser = self.browser_of(server)
                browser.go("ops")
                rows = {row["name"]: row for row in browser.answer("ops")["rows"]}
                self.assertEqual(rows["fusion.7"]["base_name"], "fusion.1")
                for name, why in (("aten::gone", "None in the new profile: "), ("aten::come", "None in the base: ")):
                    browser.js("[...document.querySelectorAll('tbody tr')].find((row) =>"
                               "row.cells[0].textContent === arguments[0]).click()", name)
                    browser.wait(lambda of=name: browser.text(".details h2") == of, name)
                    absent = [one.text for one in browser.all(".details .unknown") if one.text.startswith(why)]
                    self.assertEqual(len(absent), 1, name)
                    self.assertRegex(absent[0], r"\bself\b")
                    for other in browser.all(".details .unknown"):
                        if other.text.startswith("Not recorded"):
                            self.assertNotRegex(other.text, r": (base )?self\b|occurrences")
                # A row of the base alone has no share of the new profile.
                self.assertIsNone(rows["aten::gone"]["self_share"])
                self.assertIsNotNone(rows["aten::come"]["self_share"])
                names = {name for name, _, _ in browser.js(TITLES, "table")}
                self.assertLessEqual({"base_self_us", "delta_self_us"}, names)

    def test_what_is_nothing_in_both_is_left_out(self):
        self.browser.go("steps")
        answer = self.browser.answer("steps")
        names = {name for name, _, _ in self.titles()}
        nothing = [name for name in answer["rows"][0] if f"base_{name}" in answer["rows"][0] and
                   not any(row[name] or row[f"base_{name}"] for row in answer["rows"])]
        self.assertGreater(len(nothing), 0)
        for name in nothing:
            self.assertFalse(names & {name, f"base_{name}", f"delta_{name}", f"ratio_{name}"}, name)
        self.assertNotIn("verdict", names)  # the same in all steps

    def test_counts_are_no_shares(self):
        with served("testdata/xspace/syn_gpu2", "testdata/xspace/syn_gpu1") as server:
            browser = self.browser_of(server)
            browser.go("diff")
            titles = {button.get_attribute("data-column"): button.text
                      for button in browser.all("thead button")}
            for column in ("more_steps", "base_runs", "new_runs"):
                self.assertNotIn("%", titles[column])
            # Nobody records so many.
            self.assertIn(">10,000", browser.text(".report"))


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
