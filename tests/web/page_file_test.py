"""A page in one file: -output html."""

import base64
import gzip
import hashlib
import json
import os
import re
import sys
import tempfile
import unittest

from run import run, run_tests

PROFILE = "testdata/mlp/profile_1055"


def text_of(tag, page):
    """The contents of the elements with this tag, by their attributes."""
    return dict(re.findall(rf"<{tag}([^>]*)>(.*?)</{tag}>", page, re.S))


class PageFileTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "page.html")

    def write(self, *args):
        done = run(*args, "-output", f"html:outfile={self.path}")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        with open(self.path, encoding="utf-8", newline="") as file:
            return file.read()

    def data(self, *args):
        scripts = text_of("script", self.write(*args))
        packed = scripts[' id="data" type="text/plain"']
        return json.loads(gzip.decompress(base64.b64decode(packed, validate=True)))

    def test_it_loads_nothing(self):
        page = self.write("overview", PROFILE)
        self.assertLess(len(page), 600_000)
        self.assertNotRegex(page, r'(src|href)="(?!data:|#)')
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
        self.assertIn("default-src 'none'; script-src 'sha256-", policy)
        self.assertNotIn("connect-src", policy)
        self.assertNotIn("unsafe", policy)
        for tag in ["script", "style"]:
            digest = hashlib.sha256(text_of(tag, page)[""].encode()).digest()
            self.assertIn(f"{tag}-src 'sha256-{base64.b64encode(digest).decode()}'", policy)

    def test_it_has_the_answer_of_the_command(self):
        data = self.data("op", PROFILE, "-order_by", "micros", "-top", "3")
        line = "op -order_by micros -top 3"
        self.assertEqual((data["start"], list(data["answers"])), (line, [line]))
        expected = json.loads(run(PROFILE, "-c", line, "-format", "json").stdout)
        self.assertEqual(data["answers"][line], expected)
        self.assertEqual(data["state"]["profiles"][0]["name"], PROFILE)
        self.assertIn("op", [view["name"] for view in data["catalog"]["views"]])

    def test_overview_and_report_have_all_pages(self):
        with open("web/src/pages.json", encoding="utf-8") as file:
            lines = {line for page in json.load(file).values() for line in page}
        for command in ["overview", "report"]:
            data = self.data(command, PROFILE)
            self.assertEqual(set(data["answers"]), lines | {command})
            for line, answer in data["answers"].items():
                self.assertTrue("view" in answer or "error" in answer, line)

    def test_metrics_over_time_are_as_fine_as_on_a_served_page(self):
        data = self.data("overview", "testdata/sagemaker/sm_cpubottleneck")
        finer = [line for line in data["answers"] if line.startswith("metrics -every ")]
        self.assertEqual(len(finer), 1)
        self.assertGreater(len(data["answers"][finer[0]]["rows"]), len(data["answers"]["metrics"]["rows"]))

    def test_a_comparison(self):
        data = self.data("diff", PROFILE, "-base", PROFILE)
        self.assertTrue(data["state"]["has_base"])
        self.assertEqual(data["answers"]["diff"]["base"], [PROFILE])

    def test_equal_profiles_give_equal_files(self):
        self.assertEqual(self.write("report", PROFILE), self.write("report", PROFILE))

    def test_a_failure_leaves_no_file(self):
        done = run("op", PROFILE, "-step", "77777", "-output", f"html:outfile={self.path}")
        self.assertEqual(done.returncode, 1)
        self.assertFalse(os.path.exists(self.path))


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
