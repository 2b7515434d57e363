"""Counts instructions with callgrind, which are the same on a busy and on an idle machine.

A count outside its band, above or below, fails: add the new count and the reason to its line by
hand. Changes without a reason are summed over a line, and fail if the sum is outside the band.

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

FIRST = "2026-11-22, 7a6ac93: the first that was recorded"
PROTO = ("2026-11-23, b10c9c6: 3 % more to open a ProfileProto gathered in commits that each stayed in the "
         "band (not traced to one); 1 % for events fetched ahead and rows found by distance, which save "
         "time where an XSpace has many of both")

# Millions of instructions of the whole process, on one thread: (count, why), from the first to the
# current one. If the reason is unknown it is "", and the change counts as drift.
COUNTS = {
    "help": [
        (11.6, FIRST),
        (11.8, ""),
        (12.2, "2026-11-24, 9a006da: values of -by come from the descriptors of views"),
        (13.0, "2026-11-25, 2b29b1c: the options and commands of diff, check, baseline and trend"),
        (13.4, "2026-11-26, fce2759: the view buffers and its option"),
        (13.8, "2026-11-26, 604bb476: the command sql, the option -sample_type and three rules"),
        (14.5, "2026-11-26, 3b0b88c0: the options of serve, -key and html"),
    ],
    "op made.pb -order_by micros -max_depth 10": [(94.1, FIRST), (98.2, PROTO)],
    "op made.pb -account_type_regexes .*MatMul.* -select input_shapes,micros":
        [(94.0, FIRST), (98.1, PROTO)],
    "scope made.pb -max_depth 1000": [(103.6, FIRST), (106.9, PROTO)],
    "scope made.pb -max_depth 1000 -format json": [(125.5, FIRST), (128.4, PROTO)],
    "graph made.pb -step 0 -max_depth 100000": [(99.9, FIRST), (103.4, PROTO)],
    "code made.pb -max_depth 100000": [(124.3, FIRST), (125.0, PROTO)],
    "code made.pb -output pprof:outfile=made.pprof": [(141.6, FIRST), (143.6, PROTO)],
    "advise made.pb": [
        (166.6, FIRST),
        (168.3, PROTO),
        (199.0, "2026-11-23, 907bf39: InputChecker splits each step into its parts, as overview does; "
                "4 % are steps by rank and runs told apart"),
        (213.0, "2026-11-24, f78cda0: the rule on memory asks memory's own analysis, that on launches "
                "whether the host waits for devices; 71972ec: the recorder's own calls apart"),
        (226.1, "2026-11-25, 1af20a0: calls that only wait and Python that may make input told apart, "
                "3 %; d896f3d and before, 3 %"),
        (235.2, "2026-11-25, 73643e4: ElementwiseChecker, slow steps' marks and short gaps, 4 %"),
        (198.6, "2026-11-27, 4428341e: what an op needs is looked up once for all of its executions"),
        (214.3, "2026-11-28, 7871961a: what ranks are in when their recording ends, and GPUs of a process "
                "compared, 3 %; copies apart in busy times, and waits in which no device works"),
        (224.6, "2026-11-29, 9dc1a68f: gathered in the rules of two days, 1 % at most in each, in commits "
                "that each stayed in the band (not traced to one)"),
    ],
    "steps made.xplane.pb": [
        (37.8, FIRST),
        (38.1, ""),
        (39.8, "2026-11-24, 799aaf8: the split of a step looks at events of other steps, too, for waits "
               "and for work that a thread does ahead"),
        (41.9, "2026-11-25, 2b29b1c: steps look for a split that a store keeps, and at the calls of "
               "PjRt's clients and of JAX's compiler"),
        (43.5, "2026-11-26, c660e3c: what marks and functions are for, and where Python sleeps, is looked "
               "up for each event of a host"),
        (40.6, "2026-11-27, 4428341e: events of hosts are not kept a second time where they count in "
               "their step"),
    ],
    "ops made.xplane.pb": [
        (34.3, FIRST),
        (34.6, ""),
        (36.3, "2026-11-24, eb732f7: the text of a table has one unit a column"),
        (37.7, "2026-11-26, fce2759: annotations of JAX's users are looked for, and allocations tell "
               "more"),
        (39.3, "2026-11-26, ecc4163: float operations are looked for, by the shapes of inputs"),
        (35.7, "2026-11-27, cccaae37: the totals of an XSpace are added up when they are asked for, which "
               "ops does not"),
    ],
    "trace made.xplane.pb -output timeline:outfile=made.json": [
        (47.8, FIRST),
        (48.4, ""),
        (50.6, "2026-11-26, 7fce4ad: region, type and shape of allocations are read, 1 %; the rest in "
               "commits that each stayed in the band"),
    ],
    "kernels made.pt.trace.json": [
        (78.3, FIRST),
        (78.5, ""),
        (71.5, "2026-11-23, c00b6ba: libutf8proc checks names of JSON faster than our decoder did"),
        (80.3, "2026-11-23, 655d7ad: the input types of each op are read, from which precision is told"),
        (86.8, "2026-11-24, eb732f7: the text of a table has one unit a column"),
        (90.8, "2026-11-26, 3b0b88c0: a start takes 1.5 more since then; the rest in commits that "
               "each stayed in the band"),
    ],
}


def drift_without_reason(history, counted):
    """The drift since the first count of a line, in millions."""
    steps = zip(history, history[1:])
    return counted - history[-1][0] + sum(new - old for (old, _), (new, why) in steps if not why)


def problem(command, history, counted):
    """How to resolve a count outside its band, or None."""
    first, last = history[0][0], history[-1][0]
    drift = drift_without_reason(history, counted)
    if abs(counted - last) <= BAND * last and abs(drift) <= BAND * first:
        return None
    return (f"{command}: {counted:.1f} million instructions, {counted / last - 1:+.1%} from the last "
            f"count, {drift / first:+.1%} of the first one with no reason given. Find the commit that "
            f"did it; if it must be so, add ({counted:.1f}, 'DATE, COMMIT: why') to its line in COUNTS")


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
            for command, history in COUNTS.items():
                with self.subTest(command):
                    counted = millions(command, folder)
                    print(f"{counted:8.1f} of {history[-1][0]:8.1f}  {command}")
                    self.assertIsNone(problem(command, history, counted))

    def test_drift_without_reason_adds_up(self):
        explained, not_explained = [(100, "first"), (104, "why")], [(100, "first"), (104, "")]
        self.assertIsNone(problem("", explained, 108))
        self.assertIsNone(problem("", not_explained, 104.5))
        self.assertIn("add (108.0,", problem("", not_explained, 108))
        self.assertIn("+5.8% from the last", problem("", explained, 110))


def main():
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(CountsTest)
    result = unittest.TextTestRunner(stream=sys.stderr).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{len(COUNTS) + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
