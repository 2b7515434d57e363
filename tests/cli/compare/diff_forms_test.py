"""How `diff` looks to people: the verdict first, then what changed; the rest is folded."""

import sys

from diff_case import DiffCase
from run import environment, run, run_tests


class DiffForms(DiffCase):
    def shown(self, form, *options, columns=100):
        done = run("diff", self.new(slow=1.2), "-base", self.base, "-format", form, *options,
                   env=environment(LC_ALL="C.UTF-8", COLUMNS=str(columns)))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_the_first_line_is_the_verdict(self):
        for form in ("text", "pretty"):
            self.assertTrue(self.shown(form).startswith("The typical step is 2."), form)
        self.assertIn("\n**The typical step is 2.", self.shown("markdown"))

    def test_what_did_not_change_is_folded_for_people(self):
        for form in ("text", "pretty", "markdown"):
            shown = self.shown(form)
            self.assertIn("fusion.1 ", shown)
            self.assertNotIn("fusion.3 ", shown)
            self.assertIn("4 ops unchanged or unclear", shown)

    def test_machines_get_all_rows(self):
        for form in ("json", "csv", "tsv"):
            self.assertIn("fusion.3", self.shown(form), form)

    def test_top_shows_all(self):
        shown = self.shown("pretty", "-top", "9")
        self.assertIn("fusion.3 ", shown)
        self.assertNotIn("unchanged or unclear", shown)

    def test_the_verdict_is_never_left_out(self):
        for columns in (40, 60, 80):
            shown = self.shown("pretty", columns=columns)
            heads = [line for line in shown.splitlines() if line.startswith("name ")]
            self.assertGreaterEqual(len(heads), 3)
            for line in heads[:3]:
                self.assertEqual(line.split()[1], "verdict", columns)

    def test_changes_have_signs_and_ratios_are_percents(self):
        line = next(line for line in self.shown("pretty", columns=200).splitlines()
                    if line.startswith("fusion.1 "))
        self.assertRegex(line, r"slower +\+\d+\.\d us +\+(19|20)\.\d% ")


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
