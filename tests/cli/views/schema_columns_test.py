"""`schema` on the real binary: what it says of columns, and that views say the same.

Run as: schema_columns_test.py PROFILER [TEST...]
"""

import json
import re
import sys
import unittest

from info_case import LOSSY, MLP, RUN, TESTDATA, ask, formats
from run import run, run_tests

TPU = str(TESTDATA / "xspace/syn_tpu1/host0.xplane.pb")
SAGEMAKER = str(TESTDATA / "sagemaker/sm_lowgpu/profiler-output")


class SchemaTest(unittest.TestCase):

    def test_needs_no_input(self):
        for args in (["schema"], ["schema", "op"], ["-c", "schema op"]):
            done = run(*args, stdin="")
            self.assertEqual((done.returncode, done.stderr), (0, ""), args)
            self.assertIn("share_total_micros", done.stdout)
        for form in formats():
            done = run("schema", "steps", "-format", form)
            self.assertEqual(done.returncode, 0, form)
            self.assertIn("against_median", done.stdout)
        self.assertEqual(run(MLP, stdin="schema op\n").stdout, run("schema", "op").stdout)

    def test_json(self):
        report = ask("schema", "op")
        self.assertEqual(report["inputs"], [])
        self.assertEqual(report["command"], "schema op -format json")
        self.assertEqual({row["command"] for row in report["rows"]}, {"op"})
        self.assertEqual(json.loads(run(MLP, "-c", "schema op -format json").stdout)["inputs"], [])

    def test_of_all(self):
        report = ask("schema")
        views = re.search(r"\(commands: (.*)\)", run("schema", "?").stderr).group(1).split(", ")
        of_query = {"sql"}  # its columns are the query's
        self.assertEqual({row["command"] for row in report["rows"]}, set(views) - of_query)
        self.assertLessEqual({"scope", "graph", "code", "op", "steps", "info"}, set(views))
        self.assertTrue(all(row["type"] and row["description"] for row in report["rows"]))

    def test_options(self):
        found = ask("schema", "-show_name_regexes", "total_us")
        keys = {tuple(row["key"]) for row in found["rows"]}
        self.assertLessEqual({("ops", "total_us"), ("kernels", "total_us"), ("hlo", "total_us"),
                              ("hlo", "modules", "total_us"), ("steps", "total_us")}, keys)
        self.assertEqual({key[-1] for key in keys}, {"total_us"})
        self.assertEqual(run("schema", "steps", "-output", "none").stdout, "")
        done = run("schema", "-output", "profile:outfile=x")
        self.assertEqual(done.returncode, 1)
        self.assertIn("schema has none", done.stderr)

    def test_refused(self):
        for args, status in ((["schema", "opp"], 2), (["-c", "schema opp"], 2)):
            done = run(*args)
            self.assertEqual((done.returncode, done.stdout), (status, ""))
            self.assertIn("did you mean 'op'? (commands: scope, ", done.stderr)
        done = run("schema", "op", MLP)
        self.assertEqual(done.returncode, 2)
        self.assertIn("schema takes one command or table and needs no input", done.stderr)
        self.assertEqual(run("schema", "help").returncode, 2)

    def test_tables(self):
        report = ask("schema", "-tables")
        self.assertEqual(report["command"], "schema -tables true -format json")
        tables = {row["name"]: row for row in report["sections"][0]["rows"]}
        self.assertEqual({row["table"] for row in report["rows"]}, set(tables))
        rows = {tuple(row["key"]): row for row in report["rows"]}
        begin = rows["events", "begin"]
        self.assertEqual((begin["type"], begin["unit"], begin["coding"]), ("int64", "ps", "Time"))
        self.assertEqual(rows["ops", "frame"]["references"], "frames")
        self.assertEqual(rows["devices", "memory_bytes"]["null"], "unknown")
        self.assertIn("op, step, device", tables["execs"]["sorted_by"])
        for row in report["rows"]:
            self.assertTrue(row["type"] and row["description"], row)
            self.assertIn(row["references"] or "events", tables)
        for form in formats():
            done = run("schema", "-tables", "-format", form)
            self.assertEqual((done.returncode, done.stderr), (0, ""), form)
            self.assertIn("counts_as", done.stdout)
        self.assertEqual(run("-c", "set -tables true", "-c", "schema").stdout,
                         run("schema", "-tables").stdout)
        found = ask("schema", "-tables", "-show_name_regexes", "counts_as,listed")
        self.assertEqual([row["name"] for row in found["rows"]], ["listed", "counts_as"])
        self.assertEqual(rows["flows", "kind"]["values"], "launch, data, async")
        done = run("schema", "op", "-tables")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("schema takes one of these", done.stderr)
        self.assertEqual(run("steps", MLP, "-tables").returncode, 2)

    def told(self, *command):
        """The unit, type and description of each column from `schema`, by its key without the
        command."""
        rows_of = ask("schema", command[0])["rows"]
        return {tuple(row["key"][1:]): (row["unit"], row["type"], row["description"])
                for row in rows_of}

    def check(self, columns, told, where=()):
        self.assertTrue(columns)
        for column in columns:
            if column["name"] == "name":  # in trees: tfprof's own sentence
                continue
            key = (*where, column["name"])
            said = (column["unit"], column["type"], column["description"])
            self.assertEqual(told.pop(key), said, key)

    def test_is_what_the_views_say(self):
        fields = "bytes,peak_bytes,residual_bytes,output_bytes,micros,params,float_ops," \
                 "occurrence,tensor_value,device,op_types,input_shapes"
        for view in ("scope", "graph", "code", "op"):
            told = self.told(view)
            self.check(ask(view, *RUN, "-compat", "off", "-select", fields)["columns"], told)
            self.assertEqual(set(told), {("name",)}, view)
        told = self.told("steps")
        steps = ask("steps", MLP, LOSSY, "-run", "mine")
        self.check(steps["columns"], told)
        for table in steps["sections"]:
            self.check(table["columns"], told, (table["id"],))
            self.assertIsNotNone(told.pop((table["id"], "name")))
        of_cores = [column for column in ask("steps", TPU)["columns"]
                    if (column["name"],) in told and column["name"] != "name"]
        self.assertEqual(len(of_cores), 2)
        self.check(of_cores, told)
        of_metrics = [column for column in ask("steps", SAGEMAKER)["columns"]
                      if (column["name"],) in told and column["name"] != "name"]
        self.assertEqual(len(of_metrics), 4)
        self.check(of_metrics, told)
        of_ranks = [column for column in ask("steps", "-by", "rank", MLP)["columns"]
                    if (column["name"],) in told and column["name"] != "name"]
        self.assertEqual(len(of_ranks), 18)
        self.check(of_ranks, told)
        of_devices = [column for column in ask("steps", "-by", "device", TPU)["columns"]
                      if (column["name"],) in told and column["name"] != "name"]
        self.assertEqual(len(of_devices), 5)
        self.check(of_devices, told)
        # Recorded profiles have marks of steps; MLP is of one run on devices of one model. Of the TPU
        # no rate of links is known.
        self.assertEqual(set(told), {("name",), ("confidence_pct",), ("run",), ("model",),
                                     ("straggler_ranks",), ("collectives_link_us",),
                                     ("collectives_over_link",),
                                     ("collectives_expected_us",),
                                     ("collectives_over_expected",)})
        told = self.told("info")
        for table in ask("info", MLP)["sections"]:
            self.check(table["columns"], told, (table["id"],))
            self.assertIsNotNone(told.pop((table["id"], "name")))
        self.assertEqual(told, {})


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
