"""compare.py measures our program on each kind of input without a peer, and the generator's inputs
are reproducible and open without problems. Speed is not tested.

usage: compare_test.py PROFILER GENERATE WALK COMPARE
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROFILER, GENERATE, WALK, COMPARE = (os.path.abspath(path) for path in sys.argv[1:5])
SMALL = {"profile": ["--nodes", "200", "--steps", "2"],
         "xspace": ["--steps", "3", "--devices", "2", "--ops", "5"],
         "kineto": ["--steps", "3", "--ops", "5"]}
NAMES = {"profile": "made.pb", "xspace": "made.xplane.pb", "kineto": "made.pt.trace.json"}


class CompareTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def generate(self, kind, name=None):
        path = os.path.join(self.folder, name or NAMES[kind])
        subprocess.run([GENERATE, path, "--kind", kind, *SMALL[kind]], check=True)
        return path

    def compare(self, *options):
        figures = os.path.join(self.folder, "figures.json")
        ran = subprocess.run([sys.executable, COMPARE, f"--profiler={PROFILER}",
                              f"--generate={GENERATE}", f"--walk={WALK}", "--rounds=1",
                              f"--json={figures}", *options], capture_output=True, text=True,
                             check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        with open(figures, encoding="utf-8") as file:
            return ran.stdout, {figure["work"]: figure for figure in json.load(file)}

    def test_generated_inputs_repeat_and_are_whole(self):
        for kind in SMALL:
            paths = [self.generate(kind), self.generate(kind, f"again.{NAMES[kind]}")]
            with open(paths[0], "rb") as one, open(paths[1], "rb") as other:
                self.assertEqual(one.read(), other.read())
            ran = subprocess.run([PROFILER, "info", paths[0], "-strict"], capture_output=True,
                                 text=True, check=True)
            self.assertIn("Import problems: none", ran.stdout)

    def test_our_figures_of_each_kind(self):
        for kind, work in (("profile", "scope, all: first"), ("xspace", "load, steps, ops"),
                           ("kineto", "load, utilization, kernels")):
            table, figures = self.compare("--no_peers", f"--profile={self.generate(kind)}")
            self.assertIn(f"| {work}", table)
            self.assertGreater(figures[work]["ours"], 0)
            self.assertIsNone(figures[work]["peer"])

    def test_a_missing_peer_is_told(self):
        profile = self.generate("profile")
        table, figures = self.compare(f"--profile={profile}", f"--tfprof={self.folder}/none")
        self.assertIn("tfprof cannot be run, ours is timed alone: there is no venv", table)
        self.assertGreater(figures["load"]["ours"], 0)


if __name__ == "__main__":
    result = unittest.TextTestRunner().run(
        unittest.defaultTestLoader.loadTestsFromTestCase(CompareTest))
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
