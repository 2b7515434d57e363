"""Compares `ops`, `kernels`, `hlo` and `steps` on the XSpaces of testdata/xspace with xprof's tables.

    xprof_test.py PROFILER FOLDER

A folder of FOLDER is a case: host0.xplane.pb, and in expected/ what xprof answered. Each row of
xprof's must be among ours with the same counts and times, but for what docs/compat.md lists.
"""

import gzip
import json
import pathlib
import subprocess
import sys
import unittest

# xprof cuts a kernel's times to whole nanoseconds, and adds up what is left.
RELATIVE, ABSOLUTE_US = 1e-6, 0.001001


def load(path):
    packed = path.with_name(path.name + ".gz")
    with gzip.open(packed, "rt") if packed.exists() else open(path) as stream:
        return json.load(stream)


def table(data):
    """The rows of one of xprof's tables, as dictionaries by column id."""
    names = [column["id"] for column in data.get("cols", [])]
    return [dict(zip(names, (cell and cell.get("v") for cell in row["c"])))
            for row in data.get("rows", [])]


def near(a, b, times=1):
    """Whether two numbers agree; `times`: how many rounded ones b is the sum of."""
    return (a is not None and b is not None
            and abs(a - b) <= max(RELATIVE * abs(b), ABSOLUTE_US * times))


class XprofTest(unittest.TestCase):
    profiler = None
    cases = []

    def ask(self, case, command):
        done = subprocess.run([self.profiler, str(case / "host0.xplane.pb"), "-c",
                               command + " -format json"], capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["rows"]

    def compare(self, case, command, theirs, key_of_theirs, key_of_ours, columns, at_least=0):
        """Each of their rows has one of ours with the same key and `columns`: ours to theirs."""
        ours = {}
        for row in self.ask(case, command):
            ours.setdefault(key_of_ours(row), []).append(row)
        self.assertGreaterEqual(len(theirs), at_least)
        for row in theirs:
            found = ours.get(key_of_theirs(row), [])
            same = [mine for mine in found
                    if all(near(mine[a], row[b], row.get("occurrences", 1) if a == "total_us" else 1)
                           for a, b in columns.items())]
            with self.subTest(case=case.name, command=command, row=key_of_theirs(row)):
                self.assertTrue(same, f"xprof: {[row[b] for b in columns.values()]}, "
                                      f"ours: {[[m[a] for a in columns] for m in found]}")

    def test_ops(self):
        for case in self.cases:
            theirs = table(load(case / "expected/framework_op_stats.json")[1])  # without IDLE
            self.compare(case, "ops", theirs,
                         lambda x: (x["host_or_device"].lower(), x["type"], x["operation"]),
                         lambda r: (r["placement"], r["type"], r["name"]),
                         {"occurrences": "occurrences", "total_us": "total_time",
                          "self_us": "total_self_time"},
                         at_least=0 if case.name.startswith("jax") else 10)

    def test_kernels(self):
        for case in self.cases:
            theirs = table(load(case / "expected/kernel_stats.json"))
            self.compare(case, "kernels", theirs, lambda x: x["kernel_name"], lambda r: r["name"],
                         {"occurrences": "occurrences", "total_us": "total_duration_us",
                          "min_us": "min_duration_us", "max_us": "max_duration_us"},
                         at_least=5 if "gpu" in case.name else 0)

    def test_hlo(self):
        for case in self.cases:
            theirs = table(load(case / "expected/hlo_stats.json"))
            self.compare(case, "hlo", theirs, lambda x: x["hlo_op_name"], lambda r: r["name"],
                         {"occurrences": "occurrences", "total_us": "total_time",
                          "self_us": "total_self_time"},
                         at_least=10 if "tpu" in case.name else 0)

    def test_steps(self):
        for case in self.cases:
            theirs = table(load(case / "expected/input_pipeline_analyzer.json")[1])
            for row in theirs:
                if "stepTimeMs" not in row:  # a TPU's: the sum of its parts
                    row["stepTimeMs"] = sum(value for name, value in row.items()
                                            if name.endswith("TimeMs"))
                row["us"] = row["stepTimeMs"] * 1000
            on_gpu = "gpu" in case.name
            self.compare(case, "steps", theirs, lambda x: x["stepnum"], lambda r: r["step"],
                         {"device_span_us" if on_gpu else "total_us": "us"}, at_least=4)

    def test_the_split_of_steps(self):
        for case in self.cases:
            if case.name.startswith("jax"):
                continue  # docs/compat.md
            page = load(case / "expected/input_pipeline_analyzer.json")[1]
            theirs = table(page)
            self.assertGreaterEqual(len(theirs), 4)
            ours = {row["step"]: row for row in self.ask(case, "steps")}
            for row in theirs:
                mine = ours[row["stepnum"]]
                for share, name in (("infeed_share_min", "infeedPercentMin"),
                                    ("infeed_share_max", "infeedPercentMax")):
                    self.assertEqual(share in mine, name in row)
                    if share in mine:
                        self.assertAlmostEqual(100 * mine[share], row[name], places=4)
                for names, of_ours in self.parts(case).items():
                    with self.subTest(case=case.name, step=row["stepnum"], part=names):
                        want = 1000 * sum(row[name] for name in names)
                        got = sum(mine[name] for name in of_ours)
                        self.assertLess(abs(got - want), max(1e-6 * want, 0.002))
            if not case.name.startswith("syn"):
                self.check_statistics(case, page["p"])

    @staticmethod
    def parts(case):
        """Columns of xprof's, and which of ours are the same time."""
        if "tpu" in case.name:
            return {("tcInfeedTimeMs",): ("input_us",),
                    ("hostTransferTimeMs",): ("host_to_device_us",)}
        if "gpu" in case.name:  # the whole step, not the device's span alone
            return {("deviceCollectivesTimeMs",): ("collectives_us",)}
        return {("hostComputeTimeMs",): ("host_compute_us",),
                ("infeedTimeMs",): ("input_us", "host_to_device_us"),
                ("outfeedTimeMs",): ("output_us",), ("compileTimeMs",): ("compile_us",),
                ("kernelLaunchTimeMs",): ("kernel_launch_us",), ("otherTimeMs",): ("other_us",)}

    def check_statistics(self, case, theirs):
        done = subprocess.run([self.profiler, str(case / "host0.xplane.pb"), "-c",
                               "steps -format json"], capture_output=True, text=True, timeout=60,
                              check=True)
        rows = {row["name"]: row for row in json.loads(done.stdout)["sections"][0]["rows"]}
        for name, mine, column in (
                ("steptime_ms_average", "total_us", "average_us"),
                ("steptime_ms_standard_deviation", "total_us", "deviation_us"),
                ("steptime_ms_minimum", "total_us", "min_us"),
                ("steptime_ms_maximum", "total_us", "max_us"),
                ("infeed_time_ms_avg", "input_us", "average_us"),
                ("host_compute_time_ms_avg", "host_compute_us", "average_us"),
                ("host_compute_time_ms_sdv", "host_compute_us", "deviation_us")):
            with self.subTest(case=case.name, name=name):  # xprof gives one digit
                self.assertLessEqual(abs(rows[mine][column] / 1000 - float(theirs[name])), 0.0501)


if __name__ == "__main__":
    XprofTest.profiler = sys.argv[1]
    XprofTest.cases = sorted(p.parent for p in pathlib.Path(sys.argv[2]).glob("*/host0.xplane.pb"))
    assert len(XprofTest.cases) >= 5, XprofTest.cases
    unittest.main(argv=sys.argv[:1])
