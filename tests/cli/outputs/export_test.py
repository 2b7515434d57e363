"""-output profile on the real binary: the written file opens and gives the same answers.

Run as: export_test.py PROFILER [TEST...]
"""

import json
import os
import pathlib
import sys
import tempfile
import unittest

from run import run, run_tests

PROFILE = os.path.abspath("testdata/mlp/profile_1055")
SMALL = os.path.abspath("testdata/bad/profile_ok")


class ExportTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "written")
        self.output = f"profile:outfile={self.path}"

    def check(self, done, status=0, stdout=None, stderr=""):
        self.assertEqual(done.returncode, status, done.stderr)
        if stdout is not None:
            self.assertEqual(done.stdout, stdout)
        self.assertIn(stderr, done.stderr)
        if not stderr:
            self.assertEqual(done.stderr, "")

    def write(self, *args):
        self.check(run(*args, "-output", self.output))
        return self.path.read_bytes()

    def test_from_every_command_the_same(self):
        banner = f"profile written to {self.path} (262 nodes, 9 steps)\n"
        written = set()
        for view in ("scope", "graph", "code", "op"):
            self.check(run(view, PROFILE, "-output", self.output), 0, banner)
            written.add(self.path.read_bytes())
        self.assertEqual(len(written), 1)

    def test_answers_the_same_when_opened_again(self):
        self.write("op", PROFILE)
        for question in (["op", "-order_by", "micros", "-select", "micros,bytes,occurrence"],
                         ["scope", "-max_depth", "100"], ["code", "-max_depth", "100"],
                         ["graph", "-step", "1050", "-max_depth", "100"]):
            want, got = run(*question, PROFILE), run(*question, str(self.path))
            self.assertEqual((got.returncode, got.stdout, got.stderr),
                             (0, want.stdout, want.stderr))

    def test_one_step(self):
        self.check(run("op", PROFILE, "-step", "2", "-output", self.output), 0,
                   f"profile written to {self.path} (262 nodes, 1 step)\n")
        want, got = run("op", PROFILE, "-step", "2"), run("op", str(self.path))
        self.assertEqual(want.stdout, got.stdout)

    def test_filters_drop_no_ops_and_a_note_says_so(self):
        whole = self.write("op", PROFILE)
        self.check(run("op", PROFILE, "-account_type_regexes", "MatMul", "-output", self.output),
                   stderr="all ops are in it")
        self.assertEqual(self.path.read_bytes(), whole)

    def test_json(self):
        done = run("op", SMALL, "-output", self.output, "-format", "json")
        self.check(done)
        answer = json.loads(done.stdout)
        size = self.path.stat().st_size
        self.assertEqual(answer["files"], [{"path": str(self.path), "bytes": size}])
        self.assertEqual(answer["inputs"], [SMALL])

    def test_json_error(self):
        done = run("op", SMALL, "-step", "99", "-output", self.output, "-format", "json")
        self.check(done, 1, stderr="-step 99")
        self.assertEqual(json.loads(done.stdout)["error"]["code"], "NOT_FOUND")
        self.assertFalse(self.path.exists())

    def test_whole_or_not_at_all(self):
        self.path.write_text("as it was")
        self.check(run("op", SMALL, "-step", "99", "-output", self.output), 1, "", "-step 99")
        self.assertEqual(self.path.read_text(), "as it was")
        self.check(run("op", SMALL, "-output", f"profile:outfile={self.path}/x"), 1, "", "written/x")
        self.assertEqual([self.path], list(self.path.parent.iterdir()))

    def test_its_own_input_is_refused(self):
        bytes_before = pathlib.Path(SMALL).read_bytes()
        self.path.write_bytes(bytes_before)
        self.check(run("op", str(self.path), "-output", self.output), 1, "", "is an input")
        self.assertEqual(self.path.read_bytes(), bytes_before)

    def test_wrong_spellings(self):
        self.check(run("op", SMALL, "-output", "profile"), 2, "", "profile:outfile=FILE")
        self.check(run("op", SMALL, "-output", "profile:file=x"), 2, "", "takes outfile=FILE")
        self.check(run("op", SMALL, "-output", "profil:outfile=x"), 2, "", "did you mean 'profile'")

    def test_help_tells_what_is_in_it(self):
        done = run("help", "output")
        self.check(done)
        for word in ("profile:outfile=", "-step", "ProfileProto"):
            self.assertIn(word, done.stdout)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
