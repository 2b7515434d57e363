"""The pages' sources: nothing parses markup, and they stay small."""

import gzip
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import run

SOURCES = pathlib.Path("web/src")
# Texts from profiles must not become markup or code.
FORBIDDEN = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|"
                       r"createContextualFragment|DOMParser|setAttribute\(.style")
MOST_BYTES = 120_000  # of all scripts, compressed


class Sources(unittest.TestCase):
    def test_nothing_parses_markup(self):
        for path in SOURCES.rglob("*.ts"):
            with self.subTest(path=str(path)):
                self.assertIsNone(FORBIDDEN.search(path.read_text()))

    def test_the_page_has_no_script_or_style_of_its_own(self):
        text = (SOURCES / "index.html").read_text()
        self.assertIsNone(re.search(r"<script>|<style|style=|\son\w+=|https?:", text))

    def test_files_are_small(self):
        for path in [*SOURCES.rglob("*.ts"), *SOURCES.rglob("*.css")]:
            self.assertLessEqual(len(path.read_text().splitlines()), 300, path)

    def test_the_bundle_is_small(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder, "app.js")
            subprocess.run(["/usr/bin/esbuild", "--bundle", "--minify", "--format=iife",
                            "--log-level=error", str(SOURCES / "main.ts"), f"--outfile={out}"],
                           check=True, timeout=60)
            self.assertLess(len(gzip.compress(out.read_bytes())), MOST_BYTES)


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
