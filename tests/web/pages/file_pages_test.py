"""A page in one file: it opens from the disk, asks nothing of anybody, and shows the same numbers."""

import base64
import gzip
import json
import pathlib
import re
import sys
import tempfile
import unittest

import run
from served import Browser, served

PROFILE = "testdata/mlp/profile_1055"


class File(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()
        cls.folder.cleanup()

    def written(self, *command, profile=PROFILE):
        path = pathlib.Path(self.folder.name, "page.html")
        done = run.run(command[0], profile, *command[1:], "-output", f"html:outfile={path}")
        self.assertEqual(done.returncode, 0, done.stderr)
        return path

    def opened(self, path, route=""):
        self.browser.driver.get("about:blank")
        self.browser.driver.get(f"{path.as_uri()}{route}")
        self.browser.wait_shown()
        self.assertEqual(self.browser.errors(), [])

    def change(self, path, how):
        """Changes each answer in a file."""
        page = path.read_text(encoding="utf-8")
        packed = re.search(r'<script id="data"[^>]*>([^<]*)</script>', page).group(1)
        data = json.loads(gzip.decompress(base64.b64decode(packed)))
        for report in data["answers"].values():
            how(report)
        changed = base64.b64encode(gzip.compress(json.dumps(data).encode())).decode()
        path.write_text(page.replace(packed, changed), encoding="utf-8")

    def test_rows_of_one_name_have_their_number(self):
        def name(report):
            for i, row in enumerate(report.get("rows", [])):
                row["name"] = "aten::mm"
                row["key"] = ["aten::mm", *([f"#{i + 1}"] if i > 0 else [])]

        path = self.written("op", "-max_depth", "3")
        self.change(path, name)
        self.opened(path)
        cells = self.browser.js("return [...document.querySelectorAll('tbody td:first-child')]"
                                ".map((cell) => cell.textContent)")
        self.assertEqual(cells[:3], ["aten::mm", "aten::mm #2", "aten::mm #3"])

    def test_all_pages_of_an_overview(self):
        path = self.written("overview")
        self.assertLess(path.stat().st_size, 600_000)
        self.opened(path)
        self.assertEqual(self.browser.text("h1"), "Overview")
        links = [link.get_attribute("href") for link in self.browser.all("nav a")]
        self.assertGreater(len(links), 15)
        for link in links:
            route = link.partition("#/")[2]
            with self.subTest(page=route):
                self.browser.go(route)
                self.assertEqual(self.browser.failure(), "")
                self.assertEqual(self.browser.errors(), [])

    def test_a_page_without_anything_says_why(self):
        self.opened(self.written("overview", profile="testdata/sagemaker/sm_cpubottleneck"), "#/code")
        self.assertIn("without Python stacks", self.browser.text("main"))
        self.assertIn("without", self.browser.find("nav [data-page=code]").get_attribute("class"))
        self.assertIn("without Python stacks", self.browser.find("nav [data-page=code]").get_attribute("title"))

    def test_pages_with_nothing_to_show_are_grey_from_the_start(self):
        path = self.written("overview")
        self.opened(path)
        grey = {link.get_attribute("href").partition("#/")[2] for link in self.browser.all("nav a.without")}
        self.assertIn("kernels", grey)
        self.assertNotIn("ops", grey)

    def test_numbers_are_the_commands(self):
        self.opened(self.written("overview"), "#/ops")
        rows = run.ask("ops", PROFILE)["rows"]
        for row, cells in zip(rows, self.browser.numbers()):
            self.assertEqual(cells["self_us"], row["self_us"])

    def test_an_answer_that_it_lacks_says_how_to_get_it(self):
        self.opened(self.written("overview"), "#/ops?top=3")
        self.assertIn(f"profiler {PROFILE} -c 'ops -top 3'", self.browser.failure())
        self.assertIn("profiler serve", self.browser.failure())

    def test_every_link_leads_to_an_answer(self):
        for profile in (PROFILE, "testdata/xspace/syn_gpu2", "testdata/sagemaker/sm_cpubottleneck"):
            path = self.written("overview", profile=profile)
            self.opened(path)
            links = {link.get_attribute("href").partition("#/")[2] for link in self.browser.all("main a")}
            self.assertTrue(any(link.startswith("advise") for link in links), links)
            for route in ("advise", "ops", "steps", "metrics"):
                self.browser.go(route)
                links |= {link.get_attribute("href").partition("#/")[2] for link in self.browser.all("main a")}
            for link in sorted(links):
                with self.subTest(profile=profile, link=link):
                    self.browser.go(link)
                    self.assertEqual(self.browser.failure(), "")

    def test_what_cannot_be_selected_does_not_say_so(self):
        self.opened(self.written("overview"))
        picture = self.browser.find(".steps-picture")
        self.assertNotIn("Enter", picture.get_attribute("aria-label"))
        self.assertIsNone(picture.get_attribute("tabindex"))

    def test_a_heading_does_not_end_within_parentheses(self):
        text = ("10.4% of a step (mean of 8 steps, 2 of which take more than twice as long as the others: 18.8 ms "
                "of 180.9 ms): Python sleeps, most of it in train.py(26): save (<built-in function sleep>): "
                "do it less often")

        def say(report):
            for section in report.get("sections", []):
                for row in section["rows"]:
                    if "severity" in row:
                        row["text"], row["subject"] = text, None

        path = self.written("overview")
        self.change(path, say)
        self.opened(path)
        self.assertEqual(self.browser.text(".finding h3"), text.rpartition(": ")[0])
        self.assertEqual(self.browser.text(".finding p:not(.quiet)"), "Do it less often")

    def test_it_opens_at_its_answer(self):
        self.opened(self.written("ops", "-top", "4"))
        self.assertEqual(len(self.browser.numbers()), 4)

    def test_its_tables_sort_by_themselves(self):
        self.opened(self.written("overview"), "#/ops")
        self.browser.click("thead button[data-column=avg_us]")
        shown = [row["avg_us"] for row in self.browser.numbers()]
        self.assertEqual(shown, sorted(shown, reverse=True))

    def test_it_is_sorted_as_the_server_does_and_says_so(self):
        names = ("return [...document.querySelectorAll('tbody tr:not(.spacer)')]"
                 ".map((row) => row.cells[0].textContent)")
        # The earliest comes first, but the largest of all else.
        for profile, page, column in ((PROFILE, "ops", "total_us"),
                                      ("testdata/xspace/syn_gpu2", "launches", "begin_us")):
            with self.subTest(page=page):
                self.opened(self.written("overview", profile=profile), f"#/{page}")
                self.browser.click(f"thead button[data-column={column}]")
                self.assertIn(f"order_by={column}", self.browser.hash())
                self.assertIn(f"-order_by {column}", self.browser.text(".command-bar code"))
                shown = self.browser.js(names)
                with served(profile) as server:
                    self.browser.open(server)
                    self.browser.go(f"{page}?order_by={column}")
                    served_names = self.browser.js(names)
                    most = min(len(shown), len(served_names))
                    self.assertGreater(most, 5)
                    self.assertEqual(served_names[:most], shown[:most])

    def test_points_of_metrics_are_means_with_their_range(self):
        self.opened(self.written("overview", profile="testdata/sagemaker/sm_cpubottleneck"), "#/metrics")
        said = [one.text for one in self.browser.all(".charts .about")]
        self.assertGreater(len(said), 0)
        for text in said:
            self.assertRegex(text, "^Mean and range of ")
        self.assertGreater(len(self.browser.all(".charts path.band")), 0)

    def test_a_page_that_it_does_not_hold_says_so(self):
        self.opened(self.written("overview"), "#/sql")
        self.assertIn("answers no queries", self.browser.text(".empty"))


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
