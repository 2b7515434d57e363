"""`diff` of what was recorded beside times: metrics, peaks of memory, shapes and types of inputs, and
the environment."""

import sys

from diff_case import DiffCase
from made_trace import edited, made, rows, section
from run import ask, run_tests


class DiffRecorded(DiffCase):
    def verdicts_of_metrics(self, runs):
        """Of two runs, whose hosts use their GPU so much. In the order of the table."""
        for run_name, uses in runs.items():
            folder = self.folder / run_name
            folder.mkdir()
            made(folder / "trace.json", 1)
            for offset, (host, use) in enumerate(uses.items()):
                lines = ["timestamp, index, utilization.gpu [%]"]
                lines += [f"2025/11/28 22:47:{second:02d}.000, 0, {use + (second + offset) % 3} %"
                          for second in range(60)]
                (folder / f"{host}.csv").write_text("\n".join(lines) + "\n")
        new, base = (self.folder / name for name in runs)
        report = ask("diff", new, "-base", base, "-top", "100")
        return [(row["name"], row["verdict"]) for row in section(report, "metrics")["rows"]]

    def test_metrics_of_several_hosts_are_compared_host_by_host(self):
        self.assertEqual(
            self.verdicts_of_metrics({"new": {"one": 90, "two": 60},
                                      "base": {"one": 90, "two": 90}}),
            [("two/gpu0: GPUUtilization", "lower"), ("one/gpu0: GPUUtilization", "same")])

    def test_metrics_of_hosts_that_one_side_lacks_are_in_no_row_of_another(self):
        self.assertEqual(
            self.verdicts_of_metrics({"fewer": {"one": 80, "two": 0},
                                      "more": {"one": 90, "two": 90, "three": 90}}),
            [("two/gpu0: GPUUtilization", "lower"), ("one/gpu0: GPUUtilization", "lower")])
        self.assertEqual(
            self.verdicts_of_metrics({"others": {"a": 60, "b": 60, "c": 60},
                                      "these": {"d": 90, "e": 90}}),
            [("all hosts/gpu0: GPUUtilization", "lower")])

    def test_metrics_keep_their_names(self):
        of = "testdata/sagemaker/sm_cpubottleneck/profiler-output"
        known = {row["name"] if row["dimension"] in (None, row["name"])
                 else f"{row['name']}: {row['dimension']}" for row in ask("metrics", of)["rows"]}
        compared = section(ask("diff", of, "-base", of), "metrics")["rows"]
        self.assertEqual({row["name"] for row in compared}, known)
        self.assertEqual({row["unit"] for row in compared}, {"percent", "bytes"})

    def test_peaks_of_memory(self):
        base = made(self.folder / "memory.json", 1, peak=1_000_000)
        report = ask("diff", self.new(peak=1_200_000), "-base", base)
        row, reserved = rows(report, "memory").values()
        self.assertEqual((row["verdict"], row["base_bytes"], row["new_bytes"]),
                         ("higher", 1_000_000, 1_200_000))
        # What an allocator got from its device is what runs out.
        self.assertTrue(reserved["name"].endswith(", reserved by the allocator"), reserved)
        self.assertEqual(reserved["verdict"], "higher")
        self.assertTrue(any(text.startswith("Peak memory is 20.0% higher")
                            for text in report["summary"]), report["summary"])

    def with_shapes(self, name, seed, shapes):
        """A profile in which fusion.4 has these shapes, one step after the other."""
        path = made(self.folder / name, seed)
        with edited(path) as trace:
            calls = [event for event in trace["traceEvents"]
                     if event["name"] == "fusion.4" and event["cat"] == "cpu_op"]
            for i, call in enumerate(calls):
                call["args"]["Input Dims"] = [shapes[i % len(shapes)]]
        return path

    def test_the_shapes_of_an_op_are_compared_with_how_often(self):
        one, other = [4, 8], [8, 4]
        base = self.with_shapes("both.json", 1, [one, other])
        report = ask("diff", self.with_shapes("new.json", 2, [other, one]), "-base", base)
        self.assertEqual([line for line in report["summary"] if "inputs of" in line], [])
        report = ask("diff", self.with_shapes("new.json", 2, [other, one, one, one, one]), "-base",
                     base)
        self.assertIn("inputs of fusion.4", " ".join(report["summary"]))
        row = rows(report, "environment")["inputs of fusion.4"]
        self.assertEqual(row["base"], "0:4x8 in 50% of its runs; 0:8x4 in 50% of its runs")
        self.assertEqual(row["new"], "0:4x8 in 80% of its runs; 0:8x4 in 20% of its runs")
        report = ask("diff", self.with_shapes("new.json", 2, [one]), "-base",
                     self.with_shapes("base_one.json", 1, [other]))
        row = rows(report, "environment")["inputs of fusion.4"]
        self.assertEqual((row["base"], row["new"]), ("0:8x4", "0:4x8"))

    def test_the_types_of_an_ops_inputs_are_compared(self):
        def with_types(name, seed, types):
            path = self.with_shapes(name, seed, [[4, 8]])
            with edited(path) as trace:
                for event in trace["traceEvents"]:
                    if event["name"] == "fusion.4" and event["cat"] == "cpu_op":
                        event["args"]["Input type"] = types
            return path

        base = with_types("floats.json", 1, ["float"])
        report = ask("diff", with_types("halves.json", 2, ["c10::BFloat16"]), "-base", base)
        self.assertIn("input types of fusion.4", " ".join(report["summary"]))
        row = rows(report, "environment")["input types of fusion.4"]
        self.assertEqual((row["base"], row["new"]), ("float", "BFloat16"))
        same = ask("diff", with_types("again.json", 2, ["float"]), "-base", base)
        self.assertNotIn("environment", [part["id"] for part in same["sections"]])

    def test_the_environment_that_differs(self):
        report = self.diff(self.new(device="Other GPU", steps=12))
        facts = {row["name"]: (row["base"], row["new"])
                 for row in section(report, "environment")["rows"]}
        self.assertEqual(facts, {"accelerators": ("Made GPU", "Other GPU"),
                                 "whole steps": ("10", "12")})
        # It stands before what explains the change, and once.
        self.assertEqual(report["summary"][1], "The base ran on Made GPU, the new profile on Other "
                         "GPU: times of different accelerators are compared")
        self.assertNotIn("also differ", " ".join(report["summary"]))


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
