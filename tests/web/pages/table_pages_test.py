"""Tables: one unit for columns that are compared, names that are cut no further than they must be."""

import sys
import tempfile

import run
from served import Browsing, served
import traces

GPU = "testdata/xspace/syn_gpu2"
TORCH = "testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz"

# The unit above each column of the section's table.
UNITS = """
const table = document.querySelector(arguments[0]);
return Object.fromEntries([...table.querySelectorAll('thead button')].map((button) =>
    [button.dataset.column, button.querySelector('small')?.textContent.trim()]));
"""


class Tables(Browsing):
    def wide(self, width, height=1000):
        self.browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.addCleanup(self.browser.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        self.browser.settled("return 0")

    def test_statistics_of_one_thing_have_one_unit(self):
        with served("testdata/sagemaker/sm_cpubottleneck") as server:
            self.browser.open(server)
            units = self.browser.js(UNITS, "[data-section=step_time] table")
            shown = {units[name] for name in ("average_us", "median_us", "deviation_us", "min_us",
                                              "max_us") if name in units}
            self.assertEqual(len(shown), 1, units)

    def test_what_a_number_is_about_is_shown_beside_it(self):
        with served("testdata/xspace/syn_tpu1") as server:
            self.browser.open(server)
            self.browser.go("idle")
            # All rows have the same op, and the time before it.
            self.assertEqual(len({row["op"] for row in self.browser.answer("idle")["rows"]}), 1)
            columns = list(self.browser.js(UNITS, "table"))
            self.assertEqual(columns.index("op") + 1, columns.index("op_us"))
            self.assertEqual(self.browser.text("button[data-column=op_us] bdi"), "before it")

    def test_steps_that_take_as_long_keep_their_time(self):
        with tempfile.TemporaryDirectory() as folder, served(traces.fleet(folder, [[1000] * 6] * 2)) as server:
            self.browser.open(server)
            self.browser.go("steps")
            self.assertIn("total_us", self.browser.js(UNITS, "table"))

    def test_single_kernels_have_the_unit_of_the_usual_one(self):
        events = []
        times = [180] * 10 + [45] * 5 + [12, 83_000]
        for i, time in enumerate(times):
            events += [traces.event("cuda_runtime", "cudaLaunchKernel", 100_000 * i, 10, 1, correlation=i + 1),
                       traces.event("kernel", f"kernel_{time}", 100_000 * i + 20, time, 107, device=0, stream=7,
                                    correlation=i + 1)]
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.written(folder, events)) as server:
                self.browser.open(server)
                self.browser.go("kernels")
                units = self.browser.js(UNITS, "table")
                self.assertEqual((units["total_us"], units["avg_us"], units["min_us"]), ("ms", "µs", "µs"))

    def test_ends_of_a_change_have_its_unit(self):
        with served("testdata/ci/slower.pt.trace.json.gz", "testdata/ci/base.pt.trace.json.gz") as server:
            self.browser.open(server)
            self.browser.go("diff")
            for section in self.browser.js("return [...document.querySelectorAll('[data-section]')]"
                                           ".map((one) => one.dataset.section)"):
                units = self.browser.js(UNITS, f"[data-section={section}] table")
                with self.subTest(section=section):
                    for family in (("low", "high", "delta", "delta_us"),
                                   ("base", "new", "base_us", "new_us")):
                        self.assertEqual(len({units[name] for name in family if name in units}), 1, units)

    def test_what_no_row_explains_is_neither_slower_nor_faster(self):
        with served("testdata/ci/slower.pt.trace.json.gz", "testdata/ci/base.pt.trace.json.gz") as server:
            self.browser.open(server)
            self.browser.go("diff")
            classes = self.browser.js("""return [...document.querySelectorAll('tbody tr')]
                .filter((row) => row.cells[0].textContent === '<unexplained>')
                .flatMap((row) => [...row.cells].map((cell) => cell.className))""")
            self.assertGreater(len(classes), 0)
            self.assertFalse([one for one in classes if "worse" in one or "better" in one])

    def test_the_overviews_table_of_steps_is_whole(self):
        for profile in (TORCH, "testdata/sagemaker/sm_cpubottleneck"):
            with served(profile) as server:
                self.wide(1400)
                self.browser.open(server)
                self.assertLessEqual(*self.browser.settled(
                    "const s = document.querySelector('[data-section=step_time] .scroller');"
                    "return [s.scrollWidth, s.clientWidth]"))

    def test_steps_say_their_number_once(self):
        with served(TORCH) as server:
            self.browser.open(server)
            self.browser.go("steps")
            units = self.browser.js(UNITS, "table")
            self.assertNotIn("number", units)
            self.assertNotIn("step", units)
            self.assertIn("total_us", units)

    def test_wide_windows_show_names_whole(self):
        with served(TORCH) as server:
            self.browser.open(server)
            self.browser.go("ops")
            names = [row["name"] for row in self.browser.answer("ops")["rows"]]
            self.wide(4000)
            shown = self.browser.js("return [...document.querySelectorAll('tbody tr:not(.spacer)')]"
                                    ".map((row) => row.cells[0].textContent)")
            self.assertEqual(shown, names[:len(shown)])
            # All that a page holds ends at one edge.
            self.assertEqual(self.browser.js("return document.querySelector('.answer').clientWidth"), 2180)

    def test_names_are_cut_once(self):
        with served(TORCH) as server:
            self.browser.open(server)
            for width in (900, 1400):
                self.browser.go("code")
                self.wide(width)
                cut = self.browser.js("""return [...document.querySelectorAll('tbody td:first-child')]
                    .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
                    .map((cell) => cell.textContent)""")
                self.assertEqual(cut, [])

    def test_cut_names_differ_where_names_do(self):
        start = "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<"
        ops = ("MulFunctor<float>", "MulFunctor<half>", "AddFunctor<float>", "AddFunctor<half>")
        names = [f"{start}{op}>>({'at::TensorIteratorBase&, ' * 4}int)" for op in ops]
        events = [{"ph": "X", "cat": "cpu_op", "name": name, "pid": 1, "tid": 1, "ts": 100 * i, "dur": 50}
                  for i, name in enumerate(names)]
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.written(folder, events)) as server:
                self.browser.open(server)
                for width in (900, 1400):
                    self.wide(width)
                    self.browser.go("ops")
                    cells = self.browser.settled("return [...document.querySelectorAll('tbody td:first-child bdi')]"
                                                 ".map((cell) => [cell.textContent, cell.title])")
                    self.assertEqual(len({text for text, _ in cells}), 4, cells)
                    self.assertEqual({title or text for text, title in cells}, set(names))
                    # What kernels have in common is left out, so that their functors are seen.
                    self.assertEqual({text for text, _ in cells}, {f"elementwise_kernel<{op}>" for op in ops})

    def made(self, folder, ops):
        """A trace of ops with these names and times."""
        events = [{"ph": "X", "cat": "cpu_op", "name": name, "pid": 1, "tid": 1, "ts": 1e6 * i, "dur": time}
                  for i, (name, time) in enumerate(ops)]
        return traces.written(folder, events)

    def test_the_largest_number_sets_a_unit_in_which_it_is_short(self):
        with tempfile.TemporaryDirectory() as folder:
            ops = [("long", 79710.4), *((f"short {i}", 5 + i) for i in range(9))]
            with served(self.made(folder, ops)) as server:
                self.browser.open(server)
                self.browser.go("ops")
                self.assertEqual(self.browser.js(UNITS, "table")["self_us"], "ms")
                self.assertIn("79.7", self.browser.text("tbody"))

    def test_tables_are_as_tall_as_the_window_allows(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(self.made(folder, [(f"op {i}", 1000 - i) for i in range(300)])) as server:
                self.browser.open(server)
                self.browser.go("ops")
                for height in (800, 1600):
                    self.wide(1400, height)
                    page, window, table = self.browser.settled(
                        "const table = document.querySelector('.scroller').getBoundingClientRect();"
                        "return [document.documentElement.scrollHeight, innerHeight, table.bottom]")
                    self.assertLessEqual(page, window)  # the table alone scrolls
                    self.assertGreater(table, window - 150)

    def test_no_row_is_cut_in_half(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(self.made(folder, [(f"op {i}", 1000 - i) for i in range(300)])) as server:
                self.browser.open(server)
                for page in ("ops", "kernels", "op"):
                    self.browser.go(page)
                    for width, height in ((1400, 800), (760, 800), (760, 913)):
                        self.wide(width, height)
                        rooms = self.browser.settled(
                            "return [...document.querySelectorAll('.scroller.long')].map((one) =>"
                            " one.clientHeight - one.querySelector('thead').offsetHeight)")
                        self.assertEqual([room % 26 for room in rooms], [0] * len(rooms), (page, width))

    def test_large_numbers_are_short(self):
        with served("testdata/xspace/syn_tpu1") as server:
            self.browser.open(server)
            for page in ("ops", "hlo", "op_profile", "kernels", "buffers", "memory"):
                self.browser.go(page)
                texts = self.browser.js("return [...document.querySelectorAll('td.number')]"
                                        ".map((cell) => cell.textContent)")
                long = [text for text in texts if len(text) > 11]
                self.assertEqual(long, [], page)

    def test_trees_show_the_last_part_of_a_path(self):
        with served("testdata/mlp/profile_1055") as server:
            self.browser.open(server)
            self.browser.go("scope")
            self.browser.press(".tools button")  # Open all
            cells = self.browser.js("""return [...document.querySelectorAll('tbody td:first-child bdi')]
                .map((cell) => [cell.textContent, cell.title])""")
            below = [(text, title) for text, title in cells if title.endswith("/" + text)]
            self.assertGreater(len(below), 5)

    def test_marks_of_steps_do_not_crowd_out_ops(self):
        with served(TORCH) as server:
            self.browser.open(server)
            self.browser.go("graph")
            names = self.browser.js("""return [...document.querySelectorAll('tbody tr')].map((row) => row.cells[0].textContent)""")
            self.assertFalse([name for name in names[:8] if "ProfilerStep" in name], names[:8])

    def test_what_differs_is_not_said_to_be_the_name(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[1000] * 2, [1000] * 2])) as server:
                self.browser.open(server)
                self.browser.go("ask?_q=trace+-top+4+-order_by+duration_us+-where+'duration_us+>+999'")
                rows = self.browser.js("""return [...document.querySelectorAll('tbody tr')]
                    .map((row) => [...row.cells].map((cell) => cell.textContent).join('|'))""")
                self.assertTrue(all("ProfilerStep" in row for row in rows), rows)
                self.assertEqual(len(set(rows)), 4, rows)

    def test_names_in_a_graph_are_whole(self):
        with served("testdata/mlp/profile_1055") as server:
            self.browser.open(server)
            self.browser.go("graph")
            self.browser.press(".tools button")  # Open all
            cells = self.browser.js("""return [...document.querySelectorAll('tbody td:first-child bdi')]
                .map((cell) => [cell.textContent, cell.title])""")
            self.assertGreater(len(cells), 5)
            self.assertFalse([cell for cell in cells if cell[1].endswith("/" + cell[0])])

    def test_groups_of_rows_are_named(self):
        with served(GPU) as server:
            self.browser.open(server)
            self.browser.go("ops")
            rows = self.browser.answer("ops")["rows"]
            places = list(dict.fromkeys(row["placement"] for row in rows))
            if len(places) > 1:
                self.assertIn("sorted in groups of placement: " + ", then ".join(places),
                              self.browser.text(".tools"))

    def test_trees_are_asked_for_what_is_shown(self):
        with served("testdata/mlp/profile_1055") as server:
            self.browser.open(server)
            for page in ("code", "scope", "graph"):
                self.browser.go(page)
                self.assertRegex(self.browser.command(), r"-max_depth \d+ .*-top \d+")
            self.browser.go("code?top=5")
            self.assertRegex(self.browser.text(".about"), r"more rows: left out by -top 5")


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
