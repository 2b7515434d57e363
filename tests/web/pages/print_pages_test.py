"""Pages on paper: nothing is cut or left out in silence, and the page comes back as it was."""

import sys
import tempfile

import run
from served import Browsing, served
from traces import event, written

PAPER = 717  # pixels of an A4 page between its margins
MOST = 400  # rows of a table that are printed
FIRST = 24  # of a long table that its page is not about

# Elements that are wider than the paper, or end beyond it.
BEYOND = """
return [...document.querySelectorAll('main *')].filter((element) => {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.right > innerWidth + 1;
}).map((element) => element.outerHTML.slice(0, 120)).slice(0, 5);
"""


class Print(Browsing):
    def as_printed(self):
        """The page as paper has it, which the browser lays out from a wide window."""
        browser = self.browser
        browser.js("dispatchEvent(new Event('beforeprint'))")
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": PAPER, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
        self.addCleanup(self.on_screen)
        browser.settled("return 0")

    def on_screen(self):
        self.browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        self.browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.browser.js("dispatchEvent(new Event('afterprint'))")
        self.browser.settled("return 0")

    def opened(self, server, route):
        self.browser.open(server)
        self.browser.go(route)

    def test_all_of_a_page_fits_the_paper(self):
        for profile, routes in {
                "testdata/xspace/syn_gpu2": ["overview", "ops", "kernels", "steps", "memory", "op_profile"],
                "testdata/xspace/syn_tpu1": ["roofline"],
                "testdata/mlp/profile_1055": ["code"],
                "testdata/sagemaker/sm_cpubottleneck": ["metrics"]}.items():
            with served(profile) as server:
                for route in routes:
                    with self.subTest(profile=profile, route=route):
                        self.opened(server, route)
                        self.as_printed()
                        self.assertEqual(self.browser.js(BEYOND), [])
                        self.on_screen()
                self.assertEqual(self.browser.errors(), [])

    def test_all_rows_are_printed(self):
        with served("testdata/sagemaker/sm_imbalance") as server:
            self.opened(server, "steps")
            browser = self.browser
            rows = len(browser.answer("steps")["rows"])
            self.assertGreater(rows, 30)
            before = len(browser.all(".report-section:first-of-type tbody tr"))
            self.as_printed()
            shown = len(browser.all(".report-section:first-of-type tbody tr"))
            self.assertEqual(shown, min(rows, MOST))
            if rows > MOST:
                self.assertIn(f"{rows - MOST:,} more rows, which are not printed", browser.text("main"))
            self.on_screen()
            self.assertEqual(len(browser.all(".report-section:first-of-type tbody tr")), before)

    def test_of_tables_among_others_the_first_rows_are_printed(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, more in (("base", 0), ("new", 1)):
                events = [event("user_annotation", f"ProfilerStep#{i}", 10000 * i, 9000, 1) for i in range(6)]
                events += [event("cpu_op", f"aten::op{k}", 10000 * i + 100 * k, 20 + more * k, 1)
                           for i in range(6) for k in range(60)]
                paths.append(written(folder, events, name))
            with served(paths[1], paths[0]) as server:
                self.opened(server, "diff")
                ops = next(one for one in self.browser.answer("diff")["sections"] if one["id"] == "ops")
                self.assertGreaterEqual(len(ops["rows"]), 60)
                self.as_printed()
                self.assertEqual(len(self.browser.all("[data-section=ops] tbody tr:not(.spacer)")), FIRST)
                self.assertIn(f"{len(ops['rows']) - FIRST} more rows, which are not printed",
                              self.browser.text("[data-section=ops]"))

    def test_names_in_a_deep_tree_have_one_line(self):
        with served("testdata/mlp/profile_1055") as server:
            self.opened(server, "code")
            self.browser.press(".tools button")  # Open all
            self.as_printed()
            lines, indents = self.browser.js("""
                const cells = [...document.querySelectorAll('tbody tr:not(.spacer) td:first-child')];
                return [cells.map((cell) => cell.querySelector('bdi').getClientRects().length),
                        cells.map((cell) => parseFloat(getComputedStyle(cell).paddingLeft))];""")
            self.assertGreater(len(lines), 100)
            self.assertEqual(set(lines), {1})
            self.assertLess(max(indents), 100)

    def test_paper_names_the_profile_and_the_base(self):
        new, base = "testdata/ci/slower.pt.trace.json.gz", "testdata/ci/base.pt.trace.json.gz"
        with served(new, base) as server:
            self.opened(server, "diff")
            said = f"Profile: {new}\nCompared with: {base}"
            self.assertNotIn(said, self.browser.text())
            self.as_printed()
            self.assertIn(said, self.browser.text())

    def test_titles_are_repeated_on_the_next_page(self):
        with served("testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz") as server:
            self.opened(server, "ops")
            self.as_printed()
            # Chromium repeats neither buttons nor what has a position.
            self.assertEqual(self.browser.all("thead button"), [])
            positions = self.browser.js("return [...document.querySelectorAll('thead *, thead')]"
                                        ".map((one) => getComputedStyle(one).position)")
            self.assertEqual(set(positions), {"static"})
            self.assertIn("occurrences", self.browser.text("thead"))
            self.assertTrue(self.browser.all("tbody td wbr"))
            self.on_screen()
            self.assertTrue(self.browser.all("thead button"))

    def test_closed_branches_are_counted(self):
        with served("testdata/mlp/profile_1055") as server:
            self.opened(server, "code")
            self.as_printed()
            self.assertRegex(self.browser.text("main"), r"\d rows in closed branches")

    def test_nothing_on_paper_is_to_be_clicked(self):
        with served("testdata/mlp/profile_1055") as server:
            self.opened(server, "code")
            self.assertIn("more in narrow parts: click", self.browser.text(".icicle"))
            self.as_printed()
            self.assertIn("more in narrow parts", self.browser.text(".icicle"))
            self.assertNotIn("click", self.browser.text(".icicle"))

    def test_controls_stay_on_the_screen(self):
        with served("testdata/xspace/syn_gpu2") as server:
            self.opened(server, "overview")
            self.assertTrue(self.browser.find(".finding a.more").is_displayed())
            self.as_printed()
            shown = self.browser.js("""
                const controls = 'a.more, nav, .options, select, button:not(thead button, .area)';
                return [...document.querySelectorAll(controls)].filter((one) => one.checkVisibility())
                    .map((one) => one.outerHTML.slice(0, 90))""")
            self.assertEqual(shown, [])
            self.assertEqual(self.browser.js(
                "return getComputedStyle(document.querySelector('.legend .dot')).printColorAdjust"), "exact")

    def test_dark_pages_are_printed_in_black_on_white(self):
        with served("testdata/xspace/syn_gpu2") as server:
            self.opened(server, "overview")
            self.browser.js("document.documentElement.dataset.theme = 'dark'")
            self.as_printed()
            self.assertEqual(self.browser.js("return document.documentElement.dataset.theme"), "light")
            self.on_screen()
            self.assertNotEqual(self.browser.js("return document.documentElement.dataset.theme"), "light")


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
