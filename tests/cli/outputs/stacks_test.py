"""-output folded and speedscope on the real binary, and the refusals of outputs of stacks.

Run as: stacks_test.py PROFILER [TEST...]
"""

import collections
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

from run import run, run_tests

PROFILE = os.path.abspath("testdata/mlp/profile_1055")
SMALL = os.path.abspath("testdata/bad/profile_ok")
EXPORTERS = ("pprof", "folded", "speedscope")
WHOLE = ["-max_depth", "100000", "-compat", "off"]
UNITS = ("none", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes")


def frames_of_rows(report):
    """The frames of each row's stack: the shown rows from below the root on."""
    stacks = []
    for row in report["rows"]:
        above = row["parent"]
        name = row["name"]
        if report["view"] == "scope" and above:
            name = name.removeprefix(report["rows"][above]["name"] + "/")
        stacks.append(() if above is None else (*stacks[above], name))
    return stacks


def own_values(report, measure, scale):
    """Each row's own value by its frames, unless 0."""
    return {frames: row[measure] * scale
            for frames, row in zip(frames_of_rows(report), report["rows"]) if row[measure]}


class StacksTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "written")

    def write(self, exporter, *question):
        """The written file, and the JSON form of the same query."""
        done = run(*question, "-output", f"{exporter}:outfile={self.path}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(str(self.path), done.stdout)
        report = run(*question, "-format", "json")
        self.assertEqual(report.returncode, 0, report.stderr)
        return self.path.read_text(), json.loads(report.stdout)

    def folded(self, *question):
        text, report = self.write("folded", *question)
        stacks = collections.Counter()
        for line in text.splitlines():
            frames, value = re.fullmatch(r"(.+) (\d+)", line).groups()
            stacks[tuple(frames.split(";"))] += int(value)
        return stacks, report

    def assert_stacks(self, got, want):
        self.assertEqual(set(got), set(want))
        for frames, value in want.items():  # times are truncated to nanoseconds
            self.assertAlmostEqual(got[frames], value, delta=1, msg=str(frames))

    def refuse(self, *args, text):
        done = run(*args)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(text, done.stderr)

    def test_folded_stacks_are_the_rows(self):
        for view in ("code", "scope"):
            for measure, scale in (("micros", 1000), ("bytes", 1)):
                with self.subTest(view, measure=measure):
                    got, report = self.folded(view, PROFILE, *WHOLE, "-select", measure)
                    self.assert_stacks(got, own_values(report, measure, scale))
                    self.assertEqual(sum(got.values()), int(report["totals"][measure] * scale))

    def test_hidden_rows_stay_in_what_is_shown_above(self):
        for options in (["-max_depth", "3"], ["-hide_name_regexes", ".*ops.py.*"],
                        ["-start_name_regexes", ".*mlp.*"], ["-max_depth", "0"]):
            with self.subTest(options):
                got, report = self.folded("code", PROFILE, *options)
                self.assertEqual(sum(got.values()), report["totals"]["micros"])
                shown = {frames or ("<not shown>",) for frames in frames_of_rows(report)}
                self.assertEqual(set(got) - shown, set())
                self.assertGreater(len(got), 0)

    def test_account_filters_narrow_the_stacks(self):
        whole, _ = self.folded("code", PROFILE, "-max_depth", "100")
        some, report = self.folded("code", PROFILE, "-max_depth", "100",
                                   "-account_type_regexes", "MatMul")
        self.assertEqual(sum(some.values()), report["totals"]["micros"])
        self.assertTrue(0 < sum(some.values()) < sum(whole.values()))

    def test_what_is_not_shown_can_be_left_out(self):
        got, report = self.folded("scope", PROFILE, "-max_depth", "3",
                                  "-account_displayed_op_only", "true")
        self.assertEqual(sum(got.values()), report["totals"]["micros"])
        whole, _ = self.folded("scope", PROFILE, "-max_depth", "3")
        self.assertTrue(0 < sum(got.values()) < sum(whole.values()))

    def test_folded_takes_one_number(self):
        self.refuse("code", PROFILE, "-select", "micros,bytes", "-output",
                    f"folded:outfile={self.path}", text="2 (bytes, micros): select one")
        self.assertFalse(self.path.exists())

    def check_speedscope(self, document):
        """The rules of speedscope's file-format-spec."""
        self.assertEqual(document["$schema"],
                         "https://www.speedscope.app/file-format-schema.json")
        frames = document["shared"]["frames"]
        for frame in frames:
            self.assertIsInstance(frame["name"], str)
            self.assertIsInstance(frame.get("file", ""), str)
            self.assertIsInstance(frame.get("line", 0), int)
            self.assertLessEqual(set(frame), {"name", "file", "line", "col"})
        self.assertEqual(len({json.dumps(frame) for frame in frames}), len(frames))
        self.assertIn(document["activeProfileIndex"], range(len(document["profiles"])))
        for profile in document["profiles"]:
            self.assertEqual(profile["type"], "sampled")
            self.assertIsInstance(profile["name"], str)
            self.assertIn(profile["unit"], UNITS)
            self.assertEqual(profile["startValue"], 0)
            self.assertEqual(profile["endValue"], sum(profile["weights"]))
            self.assertEqual(len(profile["samples"]), len(profile["weights"]))
            self.assertTrue(all(weight > 0 for weight in profile["weights"]))
            for sample in profile["samples"]:
                self.assertTrue(sample and all(i in range(len(frames)) for i in sample))

    def test_speedscope_has_a_profile_per_measure(self):
        measures = {"bytes": ("bytes", 1), "micros": ("nanoseconds", 1000), "params": ("none", 1)}
        for view in ("code", "scope"):
            text, report = self.write("speedscope", view, PROFILE, *WHOLE,
                                      "-select", ",".join(measures))
            document = json.loads(text)
            self.check_speedscope(document)
            names = [frame["name"] for frame in document["shared"]["frames"]]
            self.assertEqual([profile["name"] for profile in document["profiles"]],
                             [f"{name} ({view})" for name in measures])
            for profile, (measure, (unit, scale)) in zip(document["profiles"], measures.items()):
                self.assertEqual(profile["unit"], unit)
                got = collections.Counter()
                for sample, weight in zip(profile["samples"], profile["weights"]):
                    got[tuple(names[i] for i in sample)] += weight
                self.assert_stacks(got, own_values(report, measure, scale))

    def test_speedscope_knows_the_lines_of_code(self):
        text, _ = self.write("speedscope", "code", PROFILE)
        frames = json.loads(text)["shared"]["frames"]
        self.assertIn({"name": "run.py:68:<module>", "file": "train/run.py", "line": 68}, frames)

    def test_only_from_code_and_scope(self):
        for exporter in EXPORTERS:
            for view in ("graph", "op"):
                self.refuse(view, SMALL, "-output", f"{exporter}:outfile={self.path}",
                            text=f"-output {exporter} works from code, scope, not from {view}")

    def test_without_numbers_or_traces(self):
        for exporter in EXPORTERS:
            output = f"{exporter}:outfile={self.path}"
            self.refuse("code", SMALL, "-select", "device", "-output", output,
                        text="-select device: no number that the code view has")
            self.refuse("code", os.path.abspath("testdata/bad/profile_no_trace"), "-output",
                        output, text="No code trace information")
        self.assertFalse(self.path.exists())

    def test_what_cannot_be_written_leaves_nothing(self):
        for exporter in EXPORTERS:
            self.refuse("scope", SMALL, "-output", f"{exporter}:outfile={self.path}/x",
                        text="written/x: cannot create a file in its folder")
            self.refuse("scope", SMALL, "-output", f"{exporter}:outfile=/dev/full",
                        text="/dev/full: cannot write: No space left on device")
            self.refuse("scope", SMALL, "-output", f"{exporter}:outfile=/proc/self/x",
                        text="/proc/self/x: cannot create a file in its folder")
        self.assertEqual(list(self.path.parent.iterdir()), [])

    def test_help_names_them(self):
        done = run("help", "output")
        for exporter in EXPORTERS:
            self.assertIn(f"{exporter}:outfile=", done.stdout)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
