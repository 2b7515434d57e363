"""Opens the files of -output pprof with the real pprof, and compares their numbers with the view's.

Run as: pprof_test.py PROFILER [TEST...]

pprof is that of a Go toolchain (`go tool pprof`); without one the tests fail. With -compat off,
-top -lines (a row per line of code) and -top -filefunctions (a row per scope) are compared with
the JSON form of the same query, row by row: flat with the row's own value, cum with its total.
tfprof's rules lose the line of the innermost frame, so there only the sums are compared. Times in
the file are whole nanoseconds: a row of pprof that covers several of our rows can be off by one
for each of them.
"""

import json
import os
import pathlib
import sys
import tempfile
import unittest

from go_pprof import TOTAL, Pprof, number
from run import run, run_tests

TESTDATA = os.path.abspath("testdata")
PROFILES = [f"{TESTDATA}/{path}" for path in
            ("mlp/profile_1055", "transformer/profile_9", "gpu_synth/profile_300")]
# Values that differ in every unit and digit.
MEASURES = ["bytes", "peak_bytes", "residual_bytes", "output_bytes", "micros",
            "accelerator_micros", "cpu_micros", "params", "float_ops"]
WHOLE = ["-max_depth", "100000", "-compat", "off"]
# Rows sum these means as samples do; of mean_all bytes and counts are cut for each sample.
OF_OPS = ["-stat", "mean"]


def frame_of(name):
    """Converts `file:function FILE:LINE` of -lines to the name in the view `code`."""
    function, place = name.split(" ", 1)
    if "(gradient)" in name:
        function, place = name.split(" (gradient) ", 1)
    if ":" not in function:
        return name
    path, line = place.rsplit(":", 1)
    label = f"{os.path.basename(path)}:{line}:{function.split(':', 1)[1]}"
    return label + (" (gradient)" if "(gradient)" in name else "")


def expected_rows(report, measure, name_of):
    """(own, total, rows) by name; the total leaves out rows below another of the same name."""
    found, rows = {}, report["rows"]
    for row in rows[1:]:
        own, total, count = found.get(name_of(row), (0, 0, 0))
        above, nested = row["parent"], False
        while above is not None and not nested:
            nested = above > 0 and name_of(rows[above]) == name_of(row)
            above = rows[above]["parent"]
        found[name_of(row)] = (own + (row[measure] or 0),
                               total + (0 if nested else row["total_" + measure] or 0), count + 1)
    return found


class PprofTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = str(pathlib.Path(folder.name, "written.pb.gz"))
        cls.pprof = Pprof(folder.name)

    def profiler(self, *args):
        done = run(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def write(self, *question):
        out = self.profiler(*question, "-output", f"pprof:outfile={self.path}")
        self.assertEqual(out, f"\nRun pprof -png --nodecount=100 --sample_index=1 <{self.path}>\n")
        return json.loads(self.profiler(*question, "-format", "json"))

    def compare_rows(self, report, granularity, name_of_row, name_of_top):
        for measure in MEASURES:
            is_time = measure.endswith("micros")
            scale, unit = (1000, "nanoseconds") if is_time else (1, "bytes")
            if measure in ("params", "float_ops"):
                unit = "count"
            total, top = self.pprof.top(self.path, measure, unit, granularity)
            self.assertAlmostEqual(total, report["totals"][measure] * scale, delta=1)
            got = {}
            for name, (flat, cum) in top.items():
                name = name_of_top(name)
                self.assertNotIn(name, got)
                got[name] = (flat, cum)
            compared = 0
            for name, (own, with_below, rows) in expected_rows(report, measure,
                                                               name_of_row).items():
                delta = rows if is_time else 0
                flat, cum = got.pop(name, (0, 0))
                self.assertAlmostEqual(flat, own * scale, delta=delta, msg=f"{measure} {name}")
                self.assertAlmostEqual(cum, with_below * scale, delta=delta,
                                       msg=f"{measure} {name}")
                compared += cum != 0
            self.assertEqual(got, {})
            self.assertEqual(compared > 0, report["totals"][measure] != 0)

    def test_lines_are_the_rows_of_code(self):
        for profile in PROFILES:
            with self.subTest(profile):
                report = self.write("code", profile, *WHOLE, *OF_OPS, "-select",
                                    ",".join(MEASURES))
                self.compare_rows(report, "-lines", lambda row: row["name"], frame_of)

    def test_functions_are_the_rows_of_scope(self):
        for profile in PROFILES:
            with self.subTest(profile):
                report = self.write("scope", profile, *WHOLE, *OF_OPS, "-select",
                                    ",".join(MEASURES))
                self.compare_rows(report, "-filefunctions", lambda row: row["name"],
                                  lambda name: name.split(" ")[1])

    def test_total_by_tfprofs_rules(self):
        for profile in PROFILES:
            for more in ([], ["-max_depth", "100"]):
                with self.subTest(profile, more=more):
                    report = self.write("code", profile, *more)
                    total, rows = self.pprof.top(self.path, "micros", "microseconds")
                    self.assertEqual(total, report["totals"]["micros"])
                    self.assertGreater(total, 0)
                    self.assertEqual(sum(flat for flat, _ in rows.values()), total)

    def test_samples_sum_to_the_totals(self):
        for view in ("code", "scope"):
            report = self.write(view, PROFILES[0], *WHOLE, "-select", ",".join(MEASURES))
            types, samples = self.pprof.raw(self.path)
            units = ["count", *["bytes"] * 4, *["nanoseconds"] * 3, "count", "count"]
            self.assertEqual([kind.removesuffix("[dflt]") for kind in types],
                             [f"{name}/{unit}" for name, unit in zip(["count", *MEASURES], units)])
            self.assertTrue(types[1].endswith("[dflt]"))
            self.assertEqual(len(samples), 262)
            sums = [sum(column) for column in zip(*samples)]
            want = [int(report["totals"][measure] * (1000 if "micros" in measure else 1))
                    for measure in MEASURES]
            self.assertEqual(sums, [262, *want])

    def test_tree(self):
        report = self.write("code", PROFILES[0])
        out = self.pprof.run("-tree", "-unit=microseconds", "-sample_index=1", self.path)
        self.assertEqual(number(TOTAL.search(out)[1]), report["totals"]["micros"])
        self.assertIn("ops:_create_op_internal", out)

    def test_the_first_measure_is_what_pprof_shows(self):
        self.write("code", PROFILES[0], "-select", "micros,bytes")
        self.assertIn("Type: bytes", self.pprof.run("-top", self.path))

    def test_equal_questions_give_equal_files(self):
        self.write("code", PROFILES[0])
        first = pathlib.Path(self.path).read_bytes()
        self.write("code", PROFILES[0])
        self.assertEqual(pathlib.Path(self.path).read_bytes(), first)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
