"""`diff`, `check`, `trend` and views with a base, of a file that was cut short."""

import json
import pathlib
import sys
import tempfile
import unittest

from made_trace import made, rows, section
from run import run, run_tests

WHAT = "was cut short, so any of its steps may lack work"


class CutFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.base = made(self.folder / "base.json", 1)
        self.cut = self.folder / "cut.json"
        whole = json.loads(made(self.folder / "whole.json", 2).read_text())
        # As Kineto writes: kernels after all calls.
        whole["traceEvents"].sort(key=lambda event: event["cat"] == "kernel")
        text = json.dumps(whole)
        self.cut.write_text(text[:text.index('"kernel"')])
        self.whole = self.folder / "whole.json"

    def answer(self, *args, form="json"):
        done = run(*args, "-format", form)
        self.assertEqual(done.returncode, 1, done.stderr)
        return json.loads(done.stdout) if form == "json" else done.stdout

    def test_diff_has_no_verdict(self):
        for new, base, side in ((self.cut, self.base, "new profile"), (self.base, self.cut, "base")):
            report = self.answer("diff", new, "-base", base)
            said = report["summary"]
            self.assertRegex(said[0], rf"^No verdict, as the {side} is not whole: \S+cut\.json {WHAT}\. "
                             r"Record again what was cut\. In what was kept the typical step takes ")
            for word in ("slower", "faster", "explain", "recorded no"):
                self.assertNotIn(word, " ".join(said))
            for part in report["sections"]:
                verdicts = {row.get("verdict") for row in part["rows"]}
                self.assertLessEqual(verdicts, {None, "unclear"}, part["id"])
            self.assertEqual(section(report, "steps")["rows"][0]["verdict"], "unclear")
            self.assertIn("fusion.1", rows(report, "ops"))
            self.assertNotIn("recorded_unlike", [note["id"] for note in report["notes"]])

    def test_diff_says_it_in_each_form(self):
        for form in ("text", "pretty", "markdown"):
            text = self.answer("diff", self.cut, "-base", self.base, form=form)
            first = text.lstrip("# \n").replace("\n", " ")
            self.assertIn("No verdict, as the new profile is not whole", first[:100])
            self.assertNotIn("faster", text)

    def test_what_one_side_lacks_is_said_once_for_all_of_it(self):
        report = self.answer("diff", self.cut, "-base", self.base)
        self.assertIn("Not compared: idle time, kernels, calls (the new profile has none in what was "
                      "kept of it)", report["summary"])

    def test_a_check_is_not_judged(self):
        for new, base, where in ((self.cut, self.base, ""), (self.base, self.cut, "in the base ")):
            row = self.answer("check", new, "-base", base, "-require",
                              "steps: median(total_us) <= 2 * base")["rows"][0]
            self.assertEqual((row["status"], row["value"]), ("not judged", None))
            self.assertRegex(row["reason"], rf"^{where}\S+cut\.json {WHAT}: record it again\. In what "
                             r"was kept the value is .*, bound .*, base ")

    def test_a_check_that_does_not_read_the_cut_base_is_judged(self):
        row = self.answer("check", self.base, "-base", self.cut, "-require",
                          "steps: median(total_us) <= 1s")["rows"][0]
        self.assertEqual(row["status"], "ok")

    def test_a_check_says_it_in_each_form(self):
        for form, said in (("junit", '<error message="not judged: '), ("github", "::error title="),
                           ("markdown", "1 of 1 requirement is not judged"), ("text", "not judged")):
            text = self.answer("check", self.cut, "-require", "steps: median(total_us) <= 1s",
                               form=form)
            self.assertIn(said, text)
            self.assertIn(WHAT, text)

    def test_a_store_of_it_is_no_base(self):
        store = self.folder / "base.store"
        self.assertEqual(run("baseline", self.cut, "-output", f"store:outfile={store}").returncode, 1)
        row = self.answer("check", self.base, "-base", store, "-require",
                          "steps: median(total_us) <= 2 * base")["rows"][0]
        self.assertEqual(row["status"], "not judged")
        self.assertIn(WHAT, row["reason"])

    def test_a_trend_takes_no_value_of_it(self):
        report = self.answer("trend", self.base, self.whole, self.cut)
        row = report["rows"][2]
        self.assertIsNone(row["steps_median_total_us"])
        self.assertIn(WHAT, row["problem"])
        self.assertIsNotNone(report["rows"][0]["steps_median_total_us"])

    def test_a_view_with_a_base_says_it(self):
        report = self.answer("op", self.cut, "-base", self.base)
        self.assertRegex([note["text"] for note in report["notes"] if note["id"] == "cut_files"][0],
                         rf"cut\.json {WHAT}: what differs may be what is missing")
        verdicts = {row["verdict"] for row in report["rows"]}
        self.assertLessEqual(verdicts, {None, "unclear"})


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
