"""Rows and columns: what is work and what a mark, what tells rows apart, which columns are shown and where."""

import sys
import tempfile

import run
from served import Browsing, served
import traces

GPU = "testdata/xspace/syn_gpu2"
SAGEMAKER = "testdata/sagemaker/sm_cpubottleneck"
TORCH = "testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz"

COLUMNS = """return [...document.querySelectorAll(arguments[0] + ' thead button')]
    .map((button) => button.dataset.column)"""
# The cells of each row, by the name of the row.
CELLS = """return [...document.querySelectorAll(arguments[0] + ' tbody tr:not(.spacer)')]
    .map((row) => [...row.cells].map((cell) => cell.textContent))"""


class Rows(Browsing):
    def columns(self, table="table"):
        return self.browser.js(COLUMNS, table)

    def wide(self, width):
        self.browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
        self.addCleanup(self.browser.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})

    def test_communication_is_work_and_no_mark(self):
        with tempfile.TemporaryDirectory() as folder, served(traces.job(folder)) as server:
            self.browser.open(server)
            top = next(one for one in self.browser.answer("overview")["sections"] if one["id"] == "top_ops")
            share = next(row["self_share"] for row in top["rows"] if row["name"] == "gloo:all_reduce")
            self.assertGreater(share, 0.5)
            for route in ("overview", "ops", "ops?show_name_regexes=.*"):
                self.browser.go(route)
                table = "[data-section=top_ops]" if route == "overview" else "[data-section=ops]"
                marks, bars = self.browser.js("""
                    const rows = [...document.querySelectorAll(`${arguments[0]} tbody tr`)];
                    const named = (own) => own.map((row) => row.cells[0].textContent);
                    return [named(rows.filter((row) => row.matches('.mark'))),
                            named(rows.filter((row) => row.querySelector('.bar')))];""", table)
                with self.subTest(route=route):
                    self.assertIn("gloo:all_reduce", bars)
                    self.assertNotIn("gloo:all_reduce", marks)
                    if "regexes" in route:
                        self.assertIn("my part", marks)

    def test_rows_of_one_name_have_what_differs_beside_it(self):
        with tempfile.TemporaryDirectory() as folder, served(traces.kernels(folder)) as server:
            self.browser.open(server)
            self.browser.go("kernels")
            columns = self.columns()
            self.assertIn("grid", columns[:3])
            shown = [row[columns.index("grid")] for row in self.browser.js(CELLS, "")]
            self.assertEqual(sorted(shown), ["128,1,1", "64,4,1"])

    def test_a_column_that_repeats_another_is_left_out_and_named(self):
        with served(SAGEMAKER) as server:
            self.browser.open(server)
            self.browser.go("steps")
            rows = self.browser.answer("steps")["rows"]
            self.assertGreater(len({row["total_us"] for row in rows}), 1)
            self.assertTrue(all(row["mark_us"] == row["total_us"] and row["step"] == row["name"] for row in rows))
            self.assertIn("total_us", self.columns())
            self.assertFalse({"mark_us", "step"} & set(self.columns()))
            said = self.browser.find(".same-columns").get_attribute("textContent")
            self.assertRegex(said, r"the same as total: [^;]*\bmark\b")
            self.assertRegex(said, r"the same as the name: [^;]*\bstep\b")
            # In an order of its own it is kept.
            self.browser.go("steps?order_by=mark_us")
            self.assertIn("mark_us", self.columns())
        with tempfile.TemporaryDirectory() as folder, served(traces.fleet(folder, [[1000] * 4] * 3)) as server:
            self.browser.open(server)
            self.browser.go("steps")
            self.assertEqual({"rank", "host"} & set(self.columns()), {"rank"})

    def test_a_ranking_of_equal_rows_keeps_its_measure(self):
        with tempfile.TemporaryDirectory() as folder:
            events = [traces.event("cpu_op", f"aten::op_{i}", 1000 * i, 500, 1) for i in range(8)]
            with served(traces.written(folder, events)) as server:
                self.browser.open(server)
                self.browser.go("overview")
                top = next(one for one in self.browser.answer("overview")["sections"] if one["id"] == "top_ops")
                self.assertEqual({row["self_us"] for row in top["rows"]}, {500})
                self.assertIn("self_us", self.columns("[data-section=top_ops]"))

    def test_a_sum_of_what_is_ranked_after_is_no_total_of_the_row(self):
        with served(TORCH) as server:
            self.browser.open(server)
            self.browser.go("op")
            names = [column["name"] for column in self.browser.answer(self.browser.command())["columns"]]
            self.assertIn("total_micros", names)
            self.assertFalse([name for name in self.columns() if "total_" in name])
            self.browser.press(".left-out summary")
            self.assertIn("all after it", self.browser.text(".left-out"))
            self.browser.press(".tools button")
            for name in ("total_micros", "share_total_micros"):
                self.assertIn("all after", self.browser.text(f"button[data-column={name}]"))
            # Of a tree it is the row and what is below.
            self.browser.go("scope")
            self.assertIn("total_micros", self.columns())

    def test_a_sorted_column_stays_when_rows_are_chosen(self):
        with served(TORCH) as server:
            self.browser.open(server)
            self.browser.go("ops")
            before = self.columns()
            self.browser.click("thead button[data-column=occurrences]")
            self.assertEqual(self.columns(), before)
            self.browser.go("ops?order_by=occurrences&show_name_regexes=.*mm.*")
            self.assertEqual(self.columns()[:2], before[:2])

    def test_a_reload_leaves_columns_their_order_and_units(self):
        heads = ("return [...document.querySelectorAll('thead button')].map((button) =>"
                 "[button.dataset.column, button.querySelector('small')?.textContent ?? ''])")
        with served(TORCH) as server:
            self.browser.open(server)
            for route in ("ops", "ops?where=occurrences > 1", "op", "code"):
                for column in ("occurrences" if route.startswith("ops") else "micros", "name"):
                    with self.subTest(route=route, column=column):
                        self.browser.go(route)
                        self.browser.click(f"thead button[data-column={column}]")
                        before = self.browser.js(heads)
                        self.browser.driver.refresh()
                        self.browser.wait_shown()
                        self.assertEqual(self.browser.js(heads), before)

    def test_an_address_without_a_page_says_so(self):
        with served(TORCH) as server:
            self.browser.open(server)
            self.browser.go("nonsense")
            self.assertIn('There is no page "nonsense"', self.browser.failure())

    def test_names_to_type_are_on_the_page(self):
        with served(TORCH) as server:
            self.browser.open(server)
            self.browser.go("ops")
            self.browser.press(".meanings summary")
            names = self.browser.js("return [...document.querySelectorAll('.meanings code')]"
                                    ".map((code) => code.textContent)")
            self.assertIn("self_us", names)
            self.browser.go("ops?where=self_us > 0")
            self.assertEqual(self.browser.failure(), "")

    def test_short_times_beside_long_ones_have_their_digits(self):
        with served(SAGEMAKER) as server:
            self.browser.open(server)
            self.browser.go("phases")
            self.assertFalse([row for row in self.browser.js(CELLS, "[data-section=phases]")
                              if any(cell.startswith("<") for cell in row[1:])])

    def test_idle_time_is_sorted_and_has_bars(self):
        with served(GPU) as server:
            self.browser.open(server)
            self.browser.go("idle")
            times = [row["total_us"] for row in self.browser.numbers()]
            self.assertEqual(times, sorted(times, reverse=True))
            self.assertGreater(len(self.browser.all("td.bar")), 0)

    def test_a_page_without_accelerators_says_so(self):
        with served(SAGEMAKER) as server:
            self.browser.open(server)
            self.browser.go("op_profile")
            self.assertEqual(self.browser.all("table"), [])
            self.assertIn("No accelerator", self.browser.text(".empty"))
            # The menu says it when all pages are known, and from the start when the page is loaded again.
            marked = "return [...document.querySelectorAll('nav a.without')].map((link) => link.dataset.page)"
            self.browser.wait(lambda: "op_profile" in self.browser.js(marked), "the mark")
            before = self.browser.js(marked)
            self.browser.driver.refresh()
            self.browser.wait_shown()
            self.assertEqual(self.browser.js(marked), before)

    def test_a_name_given_in_sql_keeps_the_unit(self):
        with served(TORCH) as server:
            self.browser.open(server)
            asked = ("SELECT name, self_us AS t, SUM(self_us) AS s, self_us / 1000 AS n "
                     "FROM ops_view() GROUP BY name ORDER BY t DESC LIMIT 5")
            self.browser.js("location.hash = '#/sql?' + new URLSearchParams({ _q: arguments[0] })", asked)
            self.browser.wait(lambda: set(self.columns()) == {"name", "t", "s", "n"}, "the answer")
            units = [self.browser.text(f"button[data-column={name}]") for name in ("t", "s", "n")]
            for text in units[:2]:
                self.assertRegex(text, "(µs|ms)$")
            self.assertEqual(units[2], "n")

    def test_a_wide_screen_does_not_pull_columns_apart(self):
        with served(TORCH) as server:
            self.browser.open(server)
            self.wide(4000)
            self.browser.go("ops")
            least, table, room = self.browser.settled("""
                const table = document.querySelector('table');
                return [Number(table.dataset.least), table.getBoundingClientRect().width,
                        document.querySelector('.table-part').getBoundingClientRect().width];""")
            # Tables end where pictures do.
            self.assertEqual(room, 2180)
            self.assertGreaterEqual(table, min(least, 2160))
            self.assertLessEqual(table, 2180)

    def test_what_is_left_out_is_said_in_full(self):
        with served(SAGEMAKER) as server:
            self.browser.open(server)
            self.browser.go("steps")
            self.assertRegex(self.browser.text(".left-out"), r"^\d+ columns hidden$")
            self.browser.press(".left-out summary")
            self.assertTrue(self.browser.settled(
                "const said = document.querySelector('.left-out .same-columns');"
                "return said.textContent.length > 100 && said.scrollWidth <= said.clientWidth + 1"))

    def beyond(self):
        """Tables that are scrolled to the side."""
        return self.browser.settled("return [...document.querySelectorAll('.scroller')].filter((one) =>"
                                    "one.scrollWidth > one.clientWidth + 2).length")

    def test_columns_without_room_are_hidden_until_asked_for(self):
        with served(GPU) as server:
            self.browser.open(server)
            every = {column["name"] for column in self.browser.answer("kernels")["columns"]}
            counts = []
            for width in (900, 1440, 3000):
                self.wide(width)
                self.browser.go("kernels")
                self.assertEqual(self.beyond(), 0, width)
                counts.append(len(self.columns()))
                self.assertEqual(self.columns()[:2], ["name", "total_us"])
            self.assertLess(counts[0], counts[2])
            # A window that becomes narrower has fewer, and the focus stays where it was.
            self.browser.js("document.querySelector('table').focus()")
            self.wide(900)
            self.browser.wait(lambda: len(self.columns()) == counts[0], "fewer columns")
            self.assertEqual(self.browser.js("return document.activeElement.tagName"), "TABLE")
            hidden = [name for name in ("max_us", "min_us", "avg_us") if name not in self.columns()]
            self.assertTrue(hidden)
            self.browser.press(".left-out summary")
            self.assertIn("no room for", self.browser.text(".left-out"))
            for asked in (f"order_by={hidden[0]}", f"where={hidden[0]}%20%3E%200", f"select=total_us,{hidden[0]}"):
                self.browser.go(f"kernels?{asked}")
                self.assertIn(hidden[0], self.columns(), asked)
            self.browser.go("kernels")
            self.browser.press(".tools button")  # All columns
            self.assertEqual(set(self.columns()), every - {"key"})

    def test_what_is_compared_is_hidden_together(self):
        with served("testdata/ci/slower.pt.trace.json.gz", "testdata/ci/base.pt.trace.json.gz") as server:
            self.browser.open(server)
            for width in (900, 1200, 1440):
                self.wide(width)
                self.browser.go("ops")
                self.assertEqual(self.beyond(), 0)
                self.assertLessEqual({"self_us", "base_self_us", "delta_self_us", "ratio_self_us"}, set(self.columns()))
                self.browser.go("diff")
                sections = [one["id"] for one in self.browser.answer("diff")["sections"]]
                for section in [one for one in ("parts", "ops", "scopes", "lines") if one in sections]:
                    shown = set(self.columns(f"[data-section={section}]"))
                    self.assertLessEqual({"verdict", "base_us", "new_us", "delta_us", "ratio"}, shown)
                    self.assertEqual("low" in shown, "high" in shown)

    def test_rows_of_nothing_are_counted(self):
        with served(TORCH) as server:
            self.browser.open(server)
            self.browser.go("scope")
            rows = self.browser.answer(self.browser.command())["rows"]
            nothing = [row["name"] for i, row in enumerate(rows) if row["depth"] == 1 and not row["total_micros"]
                       and not any(other["parent"] == i for other in rows)]
            self.assertIn("Record Window End", nothing)
            self.assertIn(f"{len(nothing)} rows with 0 in every column not shown", self.browser.text(".about"))
            self.assertIn(f"{len(rows) - len(nothing)} rows", self.browser.text(".tools"))
            self.browser.press(".tools button")  # Open all
            parents = self.browser.js("""
                return [...document.querySelectorAll('tbody tr:not(.spacer)')].slice(0, 40).map((row) =>
                    Number(row.getAttribute('aria-level')));""")
            shown = [row for row in rows if row["name"] not in nothing]
            self.assertEqual(parents, [row["depth"] + 1 for row in shown][:len(parents)])

    def test_launches_of_one_kernel_are_one_row_until_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.launches(folder, {"gemm_kernel": 50, "copy_kernel": 40})) as server:
                self.browser.open(server)
                self.browser.go("roofline")
                rows = self.browser.answer("roofline")["rows"]
                self.assertGreater(len(rows), 80)
                shown = self.browser.js(CELLS, "[data-section=roofline]")
                self.assertEqual(len(shown), len({row["name"] for row in rows}))
                self.assertRegex(shown[0][0], r"and \d+ more(, [\d.,]+ \S+ to [\d.,]+ \S+)?$")
                self.assertIn(f"counts the others, {len(rows) - len(shown)} rows in all", self.browser.text("main"))
                self.browser.js("[...document.querySelectorAll('.about a')].find((link) => link.textContent === "
                                "'Show each row').id = 'each'")
                self.browser.click("#each")
                count = self.browser.js("return document.querySelector('table').getAttribute('aria-rowcount')")
                self.assertEqual(int(count), len(rows) + 1)

    def test_a_few_launches_that_say_the_same_are_one_row_with_their_range(self):
        with tempfile.TemporaryDirectory() as folder:
            events = [traces.event("user_annotation", "ProfilerStep#1", 0, 8000, 1)]
            for i in range(7):
                at, ids = 1000 * i, {"External id": i + 1}
                op, time = ("aten::cat", 800 + i) if i < 6 else ("aten::mul", 50)
                events += [traces.event("cpu_op", op, at + 10, 50, 1, **ids, **{
                               "Input Dims": [[[64 + i, 64], [64, 64]]], "Input type": ["TensorList"]}),
                           traces.event("cuda_runtime", "cudaLaunchKernel", at + 20, 10, 1, correlation=i + 1, **ids),
                           traces.event("kernel", "copy_kernel", at + 100, time, 107, device=0, stream=7,
                                        correlation=i + 1, **ids)]
            with served(traces.written(folder, events, deviceProperties=[traces.H100])) as server:
                self.browser.open(server)
                self.browser.go("roofline")
                self.assertEqual(len(self.browser.answer("roofline")["rows"]), 7)
                names = [row[0] for row in self.browser.js(CELLS, "[data-section=roofline]")]
                self.assertEqual(names, ["aten::cat/copy_kernel and 5 more, 800 µs to 805 µs", "aten::mul/copy_kernel"])

    def test_ranks_that_are_alike_have_their_numbers(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[1000] * 6] * 2)) as server:
                self.browser.open(server)
                self.browser.go("fleet")
                self.assertIn("median_us", self.columns("[data-section=steps]"))
                self.assertIn("Steps take as long on every rank", self.browser.text(".heat-legend"))

    def test_paths_are_cut_at_folders(self):
        with served(TORCH) as server:
            self.browser.open(server)
            self.wide(1000)
            self.browser.go("ops?select=self_us,total_us,occurrences,avg_us,source")
            at = self.columns().index("source")
            cut = [row[at] for row in self.browser.js(CELLS, "") if row[at].startswith("…")]
            self.assertEqual([text for text in cut if "/" in text and not text.startswith("…/")], [])


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
