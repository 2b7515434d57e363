"""`info` and `steps` on the real binary and on recorded profiles.

Run as: info_test.py PROFILER [TEST...]
"""

import json
import os
import re
import sys
import unittest

from info_case import LOSSY, MLP, RUN, TESTDATA, ask, formats, rows
from run import run, run_tests

NO_STREAM = str(TESTDATA / "gpu_synth/nostream_profile_300")
GPU = str(TESTDATA / "gpu_synth/profile_300")
NO_STREAM_RUN = [f"--graph_path={TESTDATA}/gpu_synth/graph.pb",
                 f"--run_meta_path={TESTDATA}/gpu_synth/nostream_run_meta_100.pb"]
MEASURES = ("bytes", "peak_bytes", "residual_bytes", "output_bytes", "micros",
            "accelerator_micros", "cpu_micros", "params", "float_ops")


def section(report, name):
    return next(s for s in report["sections"] if s["id"] == name)


def profiles():
    """The profiles that open, good and bad."""
    found = sorted(str(path) for path in TESTDATA.glob("*/*profile_*"))
    return [path for path in found if "error" not in ask("op", path)]


class ProfilesTest(unittest.TestCase):
    """Properties that hold for every recorded profile."""

    @classmethod
    def setUpClass(cls):
        cls.paths = profiles()

    def test_many_open(self):
        self.assertGreater(len(self.paths), 25)

    def test_answers_in_every_format(self):
        self.assertLessEqual({"text", "json", "csv"}, set(formats()))
        for path in self.paths:
            with self.subTest(path):
                status = run("op", path).returncode
                for form in formats():
                    for view in ("info", "steps"):
                        done = run(view, path, "-format", form)
                        self.assertEqual(done.returncode, status, (view, form, done.stderr))
                        self.assertTrue(done.stdout.strip(), (view, form))

    def test_json_has_its_columns_and_distinct_keys(self):
        for path in self.paths:
            with self.subTest(path):
                for table in [ask("steps", path), *ask("info", path)["sections"]]:
                    columns = {column["name"] for column in table["columns"]}
                    for row in table["rows"]:
                        self.assertEqual(set(row), columns)
                    keys = {tuple(row["key"]) for row in table["rows"]}
                    self.assertEqual(len(keys), len(table["rows"]))

    def test_problems_are_those_that_opening_warned_of(self):
        for path in self.paths:
            with self.subTest(path):
                done = run("info", path, "-format", "json")
                problems = section(json.loads(done.stdout), "problems")["rows"]
                told = set(re.findall(r"warning: .*\((\w+), \d+ time", done.stderr))
                shown = {row["name"] for row in problems if row["severity"] != "info"}
                self.assertEqual(shown, told)
                self.assertLessEqual({row["severity"] for row in problems},
                                     {"info", "repaired", "loss", "error"})
                self.assertTrue(all(row["sentence"] and row["count"] > 0 for row in problems))

    def test_strict_goes_by_severity(self):
        statuses = set()
        for path in self.paths:
            with self.subTest(path):
                met = {row["severity"] for row in section(ask("info", path), "problems")["rows"]}
                usual = run("info", path).returncode
                strict = run("info", path, "-strict").returncode
                self.assertEqual(usual, int("error" in met))
                self.assertEqual(strict, int(bool(met & {"error", "loss"})))
                statuses.add((usual, strict))
        self.assertEqual(statuses, {(0, 0), (0, 1), (1, 1)})

    def test_recorded_columns_are_those_that_have_values(self):
        for path in self.paths:
            with self.subTest(path):
                columns = rows(section(ask("info", path), "columns"))
                totals = ask("op", path, "-compat", "off", "-select", ",".join(MEASURES))["totals"]
                for name in MEASURES:
                    if columns[name]["recorded"] == "no":
                        self.assertIn(totals[name], (None, 0), name)
                        self.assertTrue(columns[name]["why"], name)
                    else:
                        self.assertIsNotNone(totals[name], name)

    def test_the_parts_of_a_step_add_up(self):
        parts = ("compile", "output", "input", "host_compute", "host_to_device", "kernel_launch",
                 "device_compute_16", "device_compute_32", "device_to_device", "collectives",
                 "other")
        # Unknown where the devices' times were not recorded.
        of_devices = [part for part in parts if part.startswith("device_")]
        split = 0
        for path in self.paths:
            with self.subTest(path):
                for row in ask("steps", path)["rows"]:
                    lacks_devices = all(row[part + "_us"] is None for part in of_devices)
                    values = [row[part + "_us"] for part in parts
                              if not lacks_devices or part not in of_devices]
                    if None in values:
                        self.assertEqual(set(values), {None})
                        continue
                    split += 1
                    self.assertLess(abs(sum(values) - row["total_us"]), 4e-7)
                    self.assertTrue(all(value >= 0 for value in values), values)
        self.assertGreater(split, 20)

    def test_a_step_has_the_same_sums_in_op(self):
        for path in self.paths:
            with self.subTest(path):
                steps = ask("steps", path)
                for row in steps["rows"]:
                    if row["number"] is None:
                        continue
                    op = ask("op", path, "-compat", "off", "-step", str(row["number"]), "-select",
                             "micros,bytes,peak_bytes,occurrence")["totals"]
                    self.assertEqual(row["cpu_us"], op["cpu_micros"])
                    self.assertIn(row["accelerator_us"], (op["accelerator_micros"], None))
                    self.assertEqual(row["runs"], op["run_count"])
                    self.assertEqual(row["bytes"] or 0, op["bytes"] or 0)
                    self.assertEqual(row["peak_bytes"] or 0, op["peak_bytes"] or 0)
                self.assertEqual(steps["totals"]["cpu_us"] or 0,
                                 sum(row["cpu_us"] for row in steps["rows"]))


class InfoTest(unittest.TestCase):

    def test_files_of_a_run(self):
        files = rows(section(ask("info", *RUN), "files"))
        self.assertEqual({os.path.basename(path): row["format"] for path, row in files.items()},
                         {"graph.pb": "graph_def", "run_meta_1.pb": "run_metadata",
                          "run_meta_1050.pb": "run_metadata", "op_log.pb": "op_log",
                          "model.ckpt": "checkpoint"})
        columns = rows(section(ask("info", *RUN), "columns"))
        self.assertEqual(columns["tensor_value"]["recorded"], "yes")
        self.assertEqual(columns["code_traces"]["recorded"], "partly")

    def test_why_there_are_no_values(self):
        graph_only = rows(section(ask("info", RUN[0]), "columns"))
        self.assertIn("--run_meta_path", graph_only["micros"]["why"])
        self.assertIn("--op_log_path", graph_only["float_ops"]["why"])
        self.assertIn("--op_log_path", graph_only["code_traces"]["why"])
        self.assertIn("--checkpoint_path", graph_only["tensor_value"]["why"])
        self.assertEqual(graph_only["params"]["recorded"], "yes")
        no_graph = rows(section(ask("info", RUN[1]), "columns"))
        self.assertIn("--graph_path", no_graph["params"]["why"])
        self.assertIn("--graph_path", no_graph["input_shapes"]["why"])
        self.assertEqual(no_graph["micros"]["recorded"], "yes")
        no_trace = rows(section(ask("info", str(TESTDATA / "bad/profile_no_trace")), "columns"))
        self.assertEqual(no_trace["code_traces"]["recorded"], "no")
        self.assertIn("stacks", no_trace["code_traces"]["why"])

    def test_several_files(self):
        info = ask("info", MLP, LOSSY)
        self.assertEqual(set(rows(section(info, "files"))), {MLP, LOSSY})
        self.assertIn("dangling_input", rows(section(info, "problems")))
        steps = ask("steps", MLP, LOSSY, "-run", "mine")
        self.assertEqual({path for row in steps["rows"] for path in row["sources"]}, {MLP, LOSSY})
        self.assertNotIn("sources", ask("steps", MLP)["rows"][0])

    def test_one_input_that_cannot_be_read(self):
        done = run("info", MLP, str(TESTDATA / "bad/profile_garbage"), "-format", "json")
        problems = rows(section(json.loads(done.stdout), "problems"))
        self.assertEqual(problems["unreadable_input"]["severity"], "error")
        self.assertEqual(done.returncode, 1)

    def test_no_option_leaves_anything_out(self):
        want = ask("info", LOSSY)["sections"]
        done = run(LOSSY, "-max_depth", "0", "-show_name_regexes", "x", "-step", "1", "-device", "x",
                   "-account_type_regexes", "x", "-c", "info -format json")
        self.assertEqual(json.loads(done.stdout)["sections"], want)
        self.assertEqual(run("info", LOSSY, "-step", "1").returncode, 2)

    def test_a_gpu_without_its_streams(self):
        for inputs in ([NO_STREAM], NO_STREAM_RUN):
            done = run("info", *inputs, "-format", "json")
            self.assertEqual(done.returncode, 0)
            self.assertIn("(no_accelerator_stream, 1 time)", done.stderr)
            info = json.loads(done.stdout)
            self.assertEqual(rows(section(info, "problems"))["no_accelerator_stream"]["severity"],
                             "loss")
            column = rows(section(info, "columns"))["accelerator_micros"]
            self.assertEqual(column["recorded"], "no")
            self.assertIn("stream:all", column["why"])
            gpu = [row for row in section(info, "devices")["rows"] if row["kind"] == "gpu"]
            self.assertEqual({row["accelerator_us"] for row in gpu}, {None})
            self.assertEqual({row["accelerator_us"] for row in ask("steps", *inputs)["rows"]},
                             {None})
            self.assertEqual(run("info", *inputs, "-strict").returncode, 1)
        # tfprof's text for a ProfileProto is unchanged, and its JSON has no 0 for an unknown value.
        self.assertNotIn("misses accelerator", run("op", NO_STREAM).stdout)
        op = ask("op", NO_STREAM, "-max_depth", "100")
        self.assertIsNone(rows(op)["Conv2D"]["accelerator_micros"])
        self.assertIn("no_accelerator_stream", {note["id"] for note in op["notes"]})
        self.assertEqual(run("op", GPU).stderr, "")

    def test_text(self):
        text = run("info", LOSSY).stdout
        for heading in ("Files", "Hosts", "Devices", "Totals", "Import problems: 1 loss"):
            self.assertIn(heading + "\n", text)
        self.assertRegex(text, r"\ndangling_input +loss +1 ")


class StepsTest(unittest.TestCase):

    def test_order_and_selection(self):
        by_time = ask("steps", MLP, "-order_by", "total_us", "-show_name_regexes",
                      "1|2|3")
        self.assertEqual([row["name"] for row in by_time["rows"]], ["1", "2", "3"])
        self.assertGreater(by_time["rows"][0]["against_median"], 10)
        self.assertEqual(by_time["hidden_rows"]["count"], 6)
        self.assertEqual(list(ask("steps", MLP, "-select", "total_us", "-step", "3")["rows"][0]),
                         ["name", "key", "total_us"])
        done = run("steps", MLP, "-order_by", "totl_us")
        self.assertEqual(done.returncode, 2)
        self.assertIn("did you mean 'total_us'?", done.stderr)
        self.assertEqual(run("steps", MLP, "-step", "77").returncode, 1)

    def test_places(self):
        dist = str(TESTDATA / "dist/profile_6")
        all_hosts, ps = ask("steps", dist), ask("steps", dist, "-host", ".*job:ps.*")
        for whole, part in zip(all_hosts["rows"], ps["rows"]):
            self.assertIn("/job:worker/replica:0/task:1", whole["host"])
            self.assertEqual(part["host"], "/job:ps/replica:0/task:0")
            self.assertLess(part["cpu_us"], whole["cpu_us"])
            self.assertLessEqual(part["total_us"], whole["total_us"])
        self.assertEqual(ask("steps", dist, "-host", "nobody")["rows"], [])

    def test_a_graph_has_no_steps(self):
        done = run("steps", RUN[0])
        self.assertEqual(done.returncode, 0)
        self.assertIn("no step was recorded", done.stderr)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
