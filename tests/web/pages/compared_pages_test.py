"""Pages of a comparison: one unit for what is compared, titles that say what of what."""

import json
import pathlib
import sys
import tempfile
import unittest

import run
from served import Browser, served
from traces import event

NEW, BASE = "testdata/ci/slower.pt.trace.json.gz", "testdata/ci/base.pt.trace.json.gz"

# The titles above the columns of a section's table, with their units.
TITLES = """
const table = document.querySelector(arguments[0]);
return [...table.querySelectorAll('thead button')].map((button) => [button.dataset.column,
    button.querySelector('bdi').textContent, button.querySelector('small')?.textContent.trim() ?? '']);
"""


class Compared(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = served(NEW, BASE)
        cls.browser = Browser()
        cls.browser.open(cls.server.__enter__())

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()
        cls.server.__exit__(None, None, None)

    def titles(self, table="table"):
        return self.browser.js(TITLES, table)

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

    def test_a_row_says_a_change_as_its_table_does(self):
        self.browser.go("ops")
        self.browser.press("tbody tr")
        ratio = self.browser.answer("ops")["rows"][0]["ratio_self_us"]
        text = self.browser.js("""
            const dt = [...document.querySelectorAll('.details dt')].find((one) => one.textContent === 'self change');
            return dt.nextElementSibling.textContent;""")
        self.assertRegex(text, r"^[+−][\d.]+ %$")
        self.assertAlmostEqual(float(text[:-2].replace("−", "-")), 100 * (ratio - 1), delta=0.06)

    def test_what_changed_stands_first(self):
        self.browser.go("diff")
        verdicts = self.browser.js("""
            return [...document.querySelectorAll('[data-section=ops] tbody tr:not(.spacer)')]
                .map((row) => row.cells[1].textContent)""")
        changed = [verdict not in ("–", "same", "unclear") for verdict in verdicts]
        self.assertEqual(changed, sorted(changed, reverse=True))
        self.assertIn(True, changed)
        if False in changed:
            self.assertIn("Rows that changed come first", self.browser.text("[data-section=ops]"))

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

    def test_changes_of_totals_have_colours(self):
        self.browser.go("scope")
        slower = [row for row in self.browser.answer(self.browser.text(".command-bar code"))["rows"]
                  if row["verdict"] == "slower"]
        self.assertTrue(slower)
        self.assertTrue(self.browser.settled("return document.querySelectorAll('td.worse').length > 0"))

    def test_what_is_not_judged_has_no_colour(self):
        self.browser.go("steps")
        verdicts = {row["verdict"] for row in self.browser.answer("steps")["rows"]}
        self.assertLessEqual(verdicts, {None, "same"})
        self.assertEqual(self.browser.settled(
            "return document.querySelectorAll('td.worse, td.better').length"), 0)

    def test_an_icicle_is_coloured_by_change(self):
        self.browser.go("scope")
        legend = self.browser.text(".icicle .legend")
        for said in ("more than in the base", "less than in the base", "no clear change", "pale: by less than 10"):
            self.assertIn(said, legend)
        worse, fills, measures = self.browser.settled("""
            const pen = CanvasRenderingContext2D.prototype, own = pen.fillRect, fills = new Set();
            pen.fillRect = function (...box) { fills.add(this.fillStyle); own.apply(this, box); };
            dispatchEvent(new Event('themechange'));
            pen.fillRect = own;
            return [getComputedStyle(document.documentElement).getPropertyValue('--error').trim(), [...fills],
                    [...document.querySelectorAll('.icicle option')].map((option) => option.value)];""")
        # The scopes that took longer, which a test above finds.
        self.assertIn(worse, fills)
        self.assertLessEqual(len(fills), 3)
        self.assertEqual([name for name in measures if "ratio" in name], [])

    def test_an_icicle_is_painted_as_its_legend_says(self):
        for theme in ("light", "dark"):
            self.browser.go("scope")
            self.browser.js("document.documentElement.dataset.theme = arguments[0]", theme)
            self.addCleanup(self.browser.js, "delete document.documentElement.dataset.theme")
            painted, dots, text = self.browser.settled("""
                const pen = CanvasRenderingContext2D.prototype, own = pen.fillRect, fills = new Set();
                pen.fillRect = function (...box) { fills.add(`${this.fillStyle} ${this.globalAlpha}`); own.apply(this, box); };
                dispatchEvent(new Event('themechange'));
                pen.fillRect = own;
                const style = getComputedStyle(document.documentElement);
                const numbers = (color) => {
                  const test = document.createElement('canvas').getContext('2d');
                  test.fillStyle = color;
                  test.fillRect(0, 0, 1, 1);
                  return [...test.getImageData(0, 0, 1, 1).data].slice(0, 3);
                };
                const paper = numbers(style.getPropertyValue('--paper'));
                const mixed = (fill) => {
                  const [color, alpha] = fill.split(' ');
                  return numbers(color).map((value, i) => alpha * value + (1 - alpha) * paper[i]);
                };
                const dots = [...document.querySelectorAll('.icicle .dot')].map((dot) =>
                    numbers(getComputedStyle(dot, '::before').backgroundColor));
                return [[...fills].map(mixed), dots, numbers(style.getPropertyValue('--text'))];""")
            light = lambda color: sum(weight * ((c / 255 + 0.055) / 1.055) ** 2.4
                                      for weight, c in zip((0.2126, 0.7152, 0.0722), color))
            self.assertEqual(len(dots), 5)
            for fill in painted:
                with self.subTest(theme=theme, fill=fill):
                    near = [dot for dot in dots if max(abs(a - b) for a, b in zip(dot, fill)) <= 2.5]
                    self.assertTrue(near, dots)
                    low, high = sorted((light(fill), light(text)))
                    self.assertGreater((high + 0.05) / (low + 0.05), 4.4)
            # A strong change is as far from the paper as texts allow.
            low, high = sorted((light(dots[0]), light(text)))
            self.assertLess((high + 0.05) / (low + 0.05), 6)

    def test_only_what_the_verdicts_are_about_has_a_colour(self):
        self.browser.go("scope")
        coloured = self.browser.settled("""
            const names = [...document.querySelectorAll('thead button')].map((button) => button.dataset.column);
            return [...document.querySelectorAll('td.number.worse, td.number.better')]
                .map((cell) => names[cell.cellIndex]);""")
        self.assertTrue(coloured)
        self.assertLessEqual(set(coloured), {"total_delta_micros", "total_ratio_micros"})
        # Sorted by another measure, it is that which is judged.
        self.browser.go("ops?order_by=total_us")
        coloured = self.browser.settled("""
            const names = [...document.querySelectorAll('thead button')].map((button) => button.dataset.column);
            return [...document.querySelectorAll('td.number.worse, td.number.better')]
                .map((cell) => names[cell.cellIndex]);""")
        self.assertLessEqual(set(coloured), {"delta_total_us", "ratio_total_us"})

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
                paths.append(pathlib.Path(folder, f"{name}.pt.trace.json"))
                paths[-1].write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}), encoding="utf-8")
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

    def test_the_badge_says_which_base(self):
        self.browser.go("overview")
        said = "return document.querySelector('.badge.base').textContent"
        self.assertEqual(self.browser.js(said), f"compared with {BASE}")

    def test_a_page_without_a_change_says_so(self):
        for page, is_compared in {"op_profile": False, "advise": False, "info": False, "overview": True,
                                  "diff": True, "ops": True, "scope": True, "fleet": True}.items():
            with self.subTest(page=page):
                self.browser.go(page)
                self.assertEqual("no change since the base" in self.browser.text("main"), not is_compared)

    def test_what_has_no_rows_says_nothing_of_verdicts(self):
        for page, has_rows in (("ops", True), ("collectives", False)):
            self.browser.go(page)
            self.assertEqual(bool(self.browser.all("tbody tr")), has_rows, page)
            self.assertEqual("Verdicts and p" in self.browser.text("main"), has_rows, page)

    def test_shares_of_self_time_say_what_they_are_of(self):
        for page, title in (("ops", "share of its placement"), ("overview", "share of host and device")):
            self.browser.go(page)
            table = "table" if page == "ops" else "[data-section=top_ops] table"
            titles = {name: title for name, title, _ in self.titles(table)}
            self.assertEqual(titles["self_share"], title)

    def test_parts_have_names_in_words_in_tables_and_sentences(self):
        answer = self.browser.answer("diff")
        names = [row["name"] for section in answer["sections"] if section["id"] in ("parts", "idle")
                 for row in section["rows"]]
        raw = [name for name in names if "_" in name]
        self.assertIn("idle_launch", raw)
        for page in ("diff", "overview"):
            self.browser.go(page)
            said = self.browser.text("main")
            self.assertIn("32-bit compute on devices +", said)
            self.assertEqual([name for name in raw if name in said], [])

    def test_a_tiny_decrease_is_about_none(self):
        self.browser.go("diff")
        cells = self.browser.js("return [...document.querySelectorAll('tbody td')].map((one) => one.textContent)")
        self.assertIn("≈0", cells)
        self.assertEqual([cell for cell in cells if cell.startswith(">−") or cell.startswith("+≈")], [])

    def test_a_narrow_header_has_the_ends_of_both_paths(self):
        browser = self.browser
        for width in (760, 900):
            browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
            self.addCleanup(browser.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
            browser.go("ops")
            own, base, end = browser.settled("""
                const box = (selector) => document.querySelector(selector).getBoundingClientRect();
                return [box('.profile .cut-path').width, box('.base .cut-path').width,
                        box('.top').right - box('.theme').right];""")
            self.assertGreater(own, 70)
            self.assertGreater(base, 60)
            self.assertGreaterEqual(end, 0)

    def test_memory_has_the_peak_of_the_base(self):
        profile = "testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz"
        with served(profile, profile) as server:
            browser = Browser()
            self.addCleanup(browser.driver.quit)
            browser.open(server)
            browser.go("memory")
            self.assertIn("the base's peak", browser.text(".picture .legend"))
            self.assertEqual(len(browser.all(".picture path.base-line")), 1)

    def test_memory_has_the_course_of_the_base(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, size, apart in (("old", 1000, 1500), ("new", 4000, 1000)):
                events = [event("user_annotation", "ProfilerStep#1", 0, 40_000, 1)]
                events += [event("cpu_op", "aten::mm", apart * i, 500, 1) for i in range(20)]
                events += [{"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1,
                            "tid": 1, "ts": 100 + apart * i, "args": {
                                "Device Type": 0, "Device Id": -1, "Addr": i + 1, "Bytes": size,
                                "Total Allocated": size * (i + 1), "Total Reserved": 0}} for i in range(20)]
                paths.append(pathlib.Path(folder, f"{name}.pt.trace.json"))
                paths[-1].write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}), encoding="utf-8")
            with served(paths[1], paths[0]) as server:
                browser = Browser()
                self.addCleanup(browser.driver.quit)
                browser.open(server)
                browser.go("memory")
                own, base = browser.settled("""
                    const ends = (path) => [...path.getAttribute('d').matchAll(/([-\\d.]+) ([-\\d.]+)/g)]
                        .map((match) => match.slice(1).map(Number)).at(-1);
                    const chart = document.querySelector('.picture svg');
                    return ['path.line', 'path.base-course'].map((path) => ends(chart.querySelector(path)));""")
                self.assertGreater(base[0], own[0])  # the base took longer
                self.assertGreater(base[1], own[1])  # and less memory, so that it ends below
                self.assertIn("the base", [item.text for item in browser.all(".picture .legend li")])

    def test_a_change_of_many_times_is_a_factor(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, time in (("old", 2), ("new", 4000)):
                events = [event("user_annotation", f"ProfilerStep#{i}", 10000 * i, 9000, 1) for i in range(4)]
                events += [event("cpu_op", "aten::fill_", 10000 * i + 10, time, 1) for i in range(4)]
                paths.append(pathlib.Path(folder, f"{name}.pt.trace.json"))
                paths[-1].write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}), encoding="utf-8")
            with served(paths[1], paths[0]) as server:
                browser = Browser()
                self.addCleanup(browser.driver.quit)
                browser.open(server)
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
                paths.append(pathlib.Path(folder, f"{name}.pt.trace.json"))
                paths[-1].write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}), encoding="utf-8")
            with served(paths[1], paths[0]) as server:
                browser = Browser()
                self.addCleanup(browser.driver.quit)
                browser.open(server)
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

    def test_the_overview_says_what_changed(self):
        self.browser.go("overview")
        said = self.browser.answer("diff")["summary"][0]
        first, rest = said.split(" (")[0].split(": ")
        self.assertEqual(self.browser.text(".what-changed h3"), first)
        self.assertIn(rest, self.browser.text(".what-changed .what p"))
        verdict = next(one for one in self.browser.answer("diff")["sections"] if one["id"] == "steps")["rows"][0]["verdict"]
        card = self.browser.find(".what-changed .finding")
        self.assertIn(verdict, card.get_attribute("class").split())
        self.assertEqual(card.find_element("css selector", ".badge").text.lower(), verdict)
        self.assertEqual(self.browser.js("return document.querySelectorAll('.finding')[0] === arguments[0]", card), True)
        self.browser.click(".what-changed a.all")
        self.assertEqual(self.browser.text("h1"), "What changed")

    def test_counts_are_no_shares(self):
        with served("testdata/xspace/syn_gpu2", "testdata/xspace/syn_gpu1") as server:
            browser = Browser()
            self.addCleanup(browser.driver.quit)
            browser.open(server)
            browser.go("diff")
            titles = {button.get_attribute("data-column"): button.text
                      for button in browser.all("thead button")}
            for column in ("more_steps", "base_runs", "new_runs"):
                self.assertNotIn("%", titles[column])
            # Nobody records so many.
            self.assertIn(">10,000", browser.text(".report"))


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
