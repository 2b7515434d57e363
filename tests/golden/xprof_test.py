"""Compares `ops`, `kernels`, `hlo` and `steps` on the XSpaces of testdata/xspace with xprof's.

    xprof_test.py PROFILER FOLDER

Each folder in FOLDER is a case: host0.xplane.pb, and xprof's answers in expected/. Each row of
xprof's must be among ours with the same counts and times, except as docs/compat.md lists.
"""

import gzip
import json
import pathlib
import re
import sys
import unittest

from run import ask

# xprof truncates a kernel's times to whole nanoseconds, and sums the results.
RELATIVE, ABSOLUTE_US, ABSOLUTE_SHARE = 1e-6, 0.001001, 1e-6


def load(path):
    packed = path.with_name(path.name + ".gz")
    with gzip.open(packed, "rt") if packed.exists() else open(path) as stream:
        return json.load(stream)


def table(data):
    """The rows of one of xprof's tables, as dictionaries by column id."""
    names = [column["id"] for column in data.get("cols", [])]
    return [dict(zip(names, (cell and cell.get("v") for cell in row["c"])))
            for row in data.get("rows", [])]


def near(a, b, times=1, absolute=ABSOLUTE_US):
    """Whether two numbers agree, if b is the sum of `times` rounded ones."""
    return (a is not None and b is not None
            and abs(a - b) <= max(RELATIVE * abs(b), absolute * times))


NO_OP = "(null)"  # we have no such op: docs/compat.md
BOUND_BY = {"Unknown": None, "Compute": "compute", "HBM": "memory"}


class NotEager:
    """xprof says `Function` for all ops not marked as eager, even if that is unknown."""

    def __eq__(self, ours):
        return ours is not True

    def __repr__(self):
        return "not eager"


def eager_of(row):
    return True if row["eager"] == "Eager" else NotEager()


def program_of(row):
    """Without a program xprof has 0."""
    return int(row["program_id"]) or None


def source_of(row):
    """xprof formats the line as HTML."""
    return re.sub("<[^>]*>", "", row["source_info"]) or None


class XprofTest(unittest.TestCase):
    cases = []

    def ask(self, case, command):
        return ask(case / "host0.xplane.pb", "-c", command)["rows"]

    def steps_of_xprof(self, case):
        """An option for the steps in xprof's statistics: of more than five not the first and the
        last, also where these were recorded whole (docs/compat.md)."""
        numbers = sorted(row["number"] for row in self.ask(case, "steps")
                         if row["number"] is not None)
        return f" -step {numbers[1]}..{numbers[-2]}" if len(numbers) > 5 else ""

    def compare(self, case, command, theirs, key_of_theirs, key_of_ours, columns, at_least=0,
                words=None):
        """Each of xprof's rows has one of ours with the same key, the same `columns` (ours to
        theirs), and the values of `words` (ours to a function of their row)."""
        ours = {}
        for row in self.ask(case, command):
            ours.setdefault(key_of_ours(row), []).append(row)
        self.assertGreaterEqual(len(theirs), at_least)
        for row in theirs:
            found = ours.get(key_of_theirs(row), [])
            same = [mine for mine in found
                    if all(near(mine[a], row[b], row.get("occurrences", 1) if a == "total_us" else 1,
                                ABSOLUTE_US if a.endswith("_us") else ABSOLUTE_SHARE)
                           for a, b in columns.items())
                    and all(mine[a] == of(row) for a, of in (words or {}).items())]
            with self.subTest(case=case.name, command=command, row=key_of_theirs(row)):
                names = list(columns) + list(words or {})
                self.assertTrue(same, f"xprof: {[row[b] for b in columns.values()]} "
                                      f"{[of(row) for of in (words or {}).values()]}, "
                                      f"ours: {[[m[a] for a in names] for m in found]}")

    def compare_ops(self, case, command, theirs, at_least, shares=True):
        for row in theirs:
            place = row["host_or_device"].lower()
            prefix = "device_" if place == "device" else "Host_"
            row["share"] = row[f"{place}_total_self_time_percent"]
            row["cumulative"] = row[prefix + "cumulative_total_self_time_percent"]
        self.compare(case, command, theirs,
                     lambda x: (x["host_or_device"].lower(), x["type"], x["operation"]),
                     lambda r: (r["placement"], r["type"], r["name"]),
                     {"occurrences": "occurrences", "total_us": "total_time",
                      "self_us": "total_self_time"}
                     | ({"self_share": "share", "cumulative_self_share": "cumulative"}
                        if shares else {}),
                     at_least=at_least,
                     words={"bound_by": lambda x: BOUND_BY[x["bound_by"]],
                            "eager": eager_of})

    def test_ops(self):
        for case in self.cases:
            theirs = table(load(case / "expected/framework_op_stats.json")[1])  # without IDLE
            theirs = [row for row in theirs if row["operation"] != NO_OP]
            self.compare_ops(case, "ops", theirs, 0 if case.name.startswith("jax") else 10)

    def test_rates_of_ops(self):
        """xprof's rates are in units of 1e9 operations and of 2^30 bytes; 0 is unknown."""
        compared = 0
        for case in self.cases:
            ours = {(r["placement"], r["name"]): r for r in self.ask(case, "ops")}
            for row in table(load(case / "expected/framework_op_stats.json")[1]):
                mine = ours.get((row["host_or_device"].lower(), row["operation"]))
                for name, column, unit in (("measured_flop_rate", "flops_per_s", 1e9),
                                           ("measured_memory_bw", "bytes_per_s", 2.0 ** 30)):
                    if not row[name]:
                        continue
                    compared += 1
                    with self.subTest(case=case.name, op=row["operation"], rate=name):
                        self.assertAlmostEqual(mine[column] / unit / row[name], 1, delta=1e-6)
        self.assertGreaterEqual(compared, 8)

    def test_ops_with_idle(self):
        for case in self.cases:
            # xprof counts a TPU's idle time from the zero of its clock: docs/compat.md.
            all_of_theirs = table(load(case / "expected/framework_op_stats.json")[0])
            # We leave out "(null)", so a thread's ops may begin later or end sooner.
            spans_differ = any(row["operation"] == NO_OP for row in all_of_theirs)
            theirs = [row for row in all_of_theirs
                      if "tpu" not in case.name and row["total_self_time"] > 0
                      and not (spans_differ and row["operation"] == "IDLE")]
            self.compare_ops(case, "ops -show_idle", theirs,
                             0 if case.name[:3] in ("jax", "syn") else 10,
                             shares=not spans_differ)

    def test_kernels(self):
        for case in self.cases:
            theirs = table(load(case / "expected/kernel_stats.json"))
            self.compare(case, "kernels", theirs,
                         lambda x: (x["kernel_name"], x["op_name"], x["block_dim"], x["grid_dim"],
                                    x["registers_per_thread"], x["shmem_bytes"]),
                         lambda r: (r["name"], r["op"] or "", r["block"], r["grid"],
                                    r["registers"], r["shared_bytes"]),
                         {"occurrences": "occurrences", "total_us": "total_duration_us",
                          "min_us": "min_duration_us", "max_us": "max_duration_us"},
                         at_least=5 if "gpu" in case.name else 0,
                         words={"tensor_core": lambda x: x["is_kernel_using_tensor_core"]})

    def test_hlo(self):
        for case in self.cases:
            theirs = table(load(case / "expected/hlo_stats.json"))
            self.compare(case, "hlo", theirs, lambda x: x["hlo_op_name"], lambda r: r["name"],
                         {"occurrences": "occurrences", "total_us": "total_time",
                          "self_us": "total_self_time"},
                         at_least=10 if "tpu" in case.name else 0,
                         words={"program_id": program_of, "category": lambda x: x["category"],
                                "framework_op": lambda x: x["tf_op_name"].rpartition(":")[0],
                                "source": source_of})

    def test_rates_of_hlo(self):
        for case in self.cases:
            ours = {r["name"]: r for r in self.ask(case, "hlo")}
            for row in table(load(case / "expected/hlo_stats.json")):
                mine = ours[row["hlo_op_name"]]
                for name, column, unit in (("model_flop_rate", "flops", 1e9),
                                           ("measured_memory_bw", "bytes_accessed", 2.0 ** 30)):
                    with self.subTest(case=case.name, op=row["hlo_op_name"], rate=name):
                        rate = (mine[column] or 0) / (mine["self_us"] * 1e-6) / unit
                        self.assertAlmostEqual(rate, row[name], delta=1e-6 * row[name])

    def overview(self, case, options=""):
        sections = ask(case / "host0.xplane.pb", "-c", "overview" + options)["sections"]
        return {section["id"]: section for section in sections}

    def test_overview(self):
        """The mean step, its parts and the verdict on input, for TensorFlow on the CPU."""
        compared = 0
        for case in self.cases:
            if not case.name.startswith("tf_"):
                continue
            theirs = load(case / "expected/overview_page.json")[1]["p"]
            page = self.overview(case, self.steps_of_xprof(case))
            ours = {row["name"]: row for row in page["step_time"]["rows"]}
            with self.subTest(case=case.name):
                for name, parts in (("steptime_ms_average", ("total",)),
                                    ("infeed_time_ms_avg", ("input", "host_to_device")),
                                    ("host_compute_time_ms_avg", ("host_compute",)),
                                    ("other_time_ms_avg", ("other",))):
                    mine = sum(ours[part]["average_us"] for part in parts) / 1000
                    self.assertAlmostEqual(mine, float(theirs[name]), delta=0.051, msg=name)
                self.assertAlmostEqual(ours["total"]["deviation_us"] / 1000,
                                       float(theirs["steptime_ms_standard_deviation"]), delta=0.051)
                verdict, = (row["name"] for row in page["verdicts"]["rows"] if row["input_class"])
                word = theirs["input_conclusion"].split(" input-bound")[0].split()[-1].lower()
                # Here tf.data's waits were recorded, and tell that it is not: docs/compat.md.
                ours_of = {"potentially": "not"}
                self.assertEqual(verdict, ours_of.get(word, word) + "_input_bound")
            compared += 1
        self.assertGreaterEqual(compared, 3)

    def test_share_of_ops_on_devices(self):
        for case in self.cases:
            if case.name.startswith("jax"):
                continue  # xprof counts no op of XLA on the CPU
            theirs = load(case / "expected/overview_page.json")[0]["p"]["device_tf_op_percent"]
            rows = {row["name"]: row for row in self.overview(case)["placement"]["rows"]}
            with self.subTest(case=case.name):
                self.assertAlmostEqual(100 * rows["device"]["occurrence_share"],
                                       float(theirs.rstrip("%")), delta=0.051)

    def test_steps(self):
        for case in self.cases:
            theirs = table(load(case / "expected/input_pipeline_analyzer.json")[1])
            for row in theirs:
                if "stepTimeMs" not in row:  # on TPUs: the sum of its parts
                    row["stepTimeMs"] = sum(value for name, value in row.items()
                                            if name.endswith("TimeMs"))
                row["us"] = row["stepTimeMs"] * 1000
            # Of XLA on the CPU xprof takes the mark alone: its executors are no devices there.
            column = ("device_span_us" if "gpu" in case.name else
                      "mark_us" if case.name.startswith("jax") else "total_us")
            self.compare(case, "steps", theirs, lambda x: x["stepnum"], lambda r: r["step"],
                         {column: "us"}, at_least=4)

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
        """xprof's columns, and ours for the same times."""
        if "tpu" in case.name:
            return {("tcInfeedTimeMs",): ("input_us",),
                    ("hostTransferTimeMs",): ("host_to_device_us",)}
        if "gpu" in case.name:  # the whole step, not only the device's span
            return {("deviceCollectivesTimeMs",): ("collectives_us",)}
        # A lock that Python waits for is other time here, host compute there: docs/compat.md.
        return {("hostComputeTimeMs", "otherTimeMs"): ("host_compute_us", "other_us"),
                ("infeedTimeMs",): ("input_us", "host_to_device_us"),
                ("outfeedTimeMs",): ("output_us",), ("compileTimeMs",): ("compile_us",),
                ("kernelLaunchTimeMs",): ("kernel_launch_us",)}

    def check_statistics(self, case, theirs):
        answer = ask(case / "host0.xplane.pb", "-c", "steps" + self.steps_of_xprof(case))
        rows = {row["name"]: row for row in answer["sections"][0]["rows"]}
        for name, mine, column in (
                ("steptime_ms_average", "total_us", "average_us"),
                ("steptime_ms_standard_deviation", "total_us", "deviation_us"),
                ("steptime_ms_minimum", "total_us", "min_us"),
                ("steptime_ms_maximum", "total_us", "max_us"),
                ("infeed_time_ms_avg", "input_us", "average_us"),
                ("host_compute_time_ms_avg", "host_compute_us", "average_us"),
                ("host_compute_time_ms_sdv", "host_compute_us", "deviation_us")):
            with self.subTest(case=case.name, name=name):  # xprof prints one digit
                self.assertLessEqual(abs(rows[mine][column] / 1000 - float(theirs[name])), 0.0501)


if __name__ == "__main__":
    XprofTest.cases = sorted(p.parent for p in pathlib.Path(sys.argv[2]).glob("*/host0.xplane.pb"))
    assert len(XprofTest.cases) >= 5, XprofTest.cases
    unittest.main(argv=sys.argv[:1])
