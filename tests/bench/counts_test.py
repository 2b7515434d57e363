"""Work is counted in instructions, as callgrind does: the same on a busy machine as on an idle one.
What leaves its band, either way, fails: write the new count below, by hand, with the reason in the
commit.

usage: counts_test.py PROFILER GENERATE
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest

PROFILER, GENERATE = (os.path.abspath(path) for path in sys.argv[1:3])
BAND = 0.05

INPUTS = {
    "made.pb": ["--kind", "profile", "--nodes", "2000", "--steps", "5"],
    "made.xplane.pb": ["--kind", "xspace", "--steps", "20", "--devices", "2", "--ops", "60"],
    "made.pt.trace.json": ["--kind", "kineto", "--steps", "5", "--ops", "60"],
}

# Millions of instructions of the whole process, on one thread.
COUNTS = {
    "help": 11.8,
    "op made.pb -order_by micros -max_depth 10": 98.2,
    "op made.pb -account_type_regexes .*MatMul.* -select input_shapes,micros": 98.1,
    "scope made.pb -max_depth 1000": 106.9,
    "scope made.pb -max_depth 1000 -format json": 128.4,
    "graph made.pb -step 0 -max_depth 100000": 103.4,
    "code made.pb -max_depth 100000": 125.0,
    "code made.pb -output pprof:outfile=made.pprof": 143.6,
    "advise made.pb": 168.3,
    "steps made.xplane.pb": 38.1,
    "ops made.xplane.pb": 34.6,
    "trace made.xplane.pb -output timeline:outfile=made.json": 48.4,
    "kernels made.pt.trace.json": 78.5,
}


def millions(command, folder):
    ran = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", PROFILER,
         *command.split(), *(["-threads", "1"] if " " in command else [])],
        cwd=folder, env={"HOME": folder, "PATH": os.environ["PATH"]}, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    collected = re.search(r"Collected : (\d+)", ran.stderr)
    if ran.returncode != 0 or collected is None:
        raise AssertionError(f"{command}: {ran.stderr}")
    return int(collected[1]) / 1e6


class CountsTest(unittest.TestCase):
    def test_instructions(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, arguments in INPUTS.items():
                subprocess.run([GENERATE, os.path.join(folder, name), *arguments], check=True)
            for command, expected in COUNTS.items():
                with self.subTest(command):
                    counted = millions(command, folder)
                    print(f"{counted:8.1f} of {expected:8.1f}  {command}")
                    self.assertAlmostEqual(counted, expected, delta=BAND * expected)


def main():
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(CountsTest)
    result = unittest.TextTestRunner(stream=sys.stderr).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{len(COUNTS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
