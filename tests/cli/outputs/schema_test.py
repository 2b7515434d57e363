"""All JSON of the program conforms to docs/report.schema.json.

The commands, the values of their options and the exporters are read from the program's own help,
so that a new view is tested as soon as it exists.

Run as: schema_test.py PROFILER [TEST...]
"""

import copy
import glob
import json
import os
import sys
import tempfile
import unittest

import jsonschema

from help_text import commands, exporters, values_of, views
from run import PROFILER, is_sanitized, run, run_tests

MISSING = "/there/is/no/such/profile"
SMALL = "testdata/bad/profile_ok"
MLP = "testdata/mlp/profile_1055"

with open("docs/report.schema.json", encoding="utf-8") as schema_file:
    SCHEMA = json.load(schema_file)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

# The Python type of each column type, for values that are not null.
TYPES = {
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "list": lambda v: isinstance(v, list) and all(isinstance(x, str) for x in v),
    "series": lambda v: isinstance(v, list) and all(x is None or TYPES["number"](x) for x in v),
    "input_shape_uses": lambda v: isinstance(v, list) and all("shapes" in x for x in v),
    "tensor": lambda v: isinstance(v, dict) and "dtype" in v,
}


def no_constant(text):
    raise ValueError(f"{text} is no JSON")


def no_key_twice(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError(f"a key stands twice: {keys}")
    return dict(pairs)


def parse(text):
    return json.loads(text, parse_constant=no_constant, object_pairs_hook=no_key_twice)


def profiles():
    """Inputs for runs of the program, good and bad."""
    for path in sorted(glob.glob("testdata/*/*profile_*")):
        yield [path]
    for folder in sorted(glob.glob("testdata/*/")):
        graphs, metas = glob.glob(folder + "graph.pb"), sorted(glob.glob(folder + "run_meta_*.pb"))
        if not graphs or not metas:
            continue
        inputs = [f"--graph_path={graphs[0]}", "--run_meta_path=" + ",".join(metas)]
        if os.path.exists(folder + "op_log.pb"):
            inputs.append(f"--op_log_path={folder}op_log.pb")
        if os.path.exists(folder + "model.ckpt.index"):
            inputs.append(f"--checkpoint_path={folder}model.ckpt")
        yield inputs
    yield [MLP, "testdata/lstm/profile_4"]
    yield [MISSING]


def table_problem(table):
    """Checks that a JSON schema cannot express, on a table."""
    columns = {column["name"]: column for column in table["columns"]}
    if len(columns) < len(table["columns"]):
        return "two columns have one name"
    if not set(table["totals"]) <= set(columns):
        return "a total of no column"
    keys = set()
    for number, row in enumerate(table["rows"]):
        if list(row) != list(columns):
            return f"row {number} has the keys {list(row)}, not {list(columns)}"
        for name, value in row.items():
            if value is not None and not TYPES[columns[name]["type"]](value):
                return f"row {number}: {name} is no {columns[name]['type']}: {value!r}"
        if table.get("view") == "sql":  # the columns are the query's own
            continue
        if tuple(row["key"]) in keys:
            return f"the key {row['key']} is not unique"
        keys.add(tuple(row["key"]))
        parent = row.get("parent")
        if parent is not None and not parent < number:
            return f"row {number} stands before its parent"
        if "parent" in row and row["depth"] != (
                0 if parent is None else table["rows"][parent]["depth"] + 1):
            return f"row {number} is not one deeper than its parent"
    return None


def plain_views():
    """The views that answer without further options."""
    return [view for view in views(PROFILER) if view not in ("check", "sql")]


def tables_of(answer):
    if "rows" in answer:
        yield answer
    for section in answer.get("sections", []):
        yield from tables_of(section)


def problem(answer):
    """How an answer violates the contract, or None."""
    error = jsonschema.exceptions.best_match(VALIDATOR.iter_errors(answer))
    if error is not None:
        return f"{error.json_path}: {error.message[:300]}"
    for table in tables_of(answer):
        found = table_problem(table)
        if found:
            return found
    return None


class SchemaTest(unittest.TestCase):

    def answers(self, inputs, lines):
        """The answers by line, each of them valid."""
        done = run(*inputs, "-keep_going", stdin="\n".join(["set -format json", *lines, ""]))
        self.assertIn(done.returncode, (0, 1), done.stderr)
        answers = {}
        for text in done.stdout.splitlines():
            answer = parse(text)
            self.assertIsNone(problem(answer), f"{inputs}: {answer['command']}")
            answers[answer["command"]] = answer
        return answers, done.stderr

    def test_the_schema_is_one(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_what_the_program_says_of_itself(self):
        answers, stderr = self.answers([MLP], ["schema", "schema op", "schema -tables", "schema -options"])
        self.assertEqual((len(answers), stderr), (4, ""))

    @classmethod
    def setUpClass(cls):
        answer = json.loads(run("schema", "-options", "-format", "json").stdout)
        cls.takers = {row["name"]: row["commands"] + row["accepted_by"] for row in answer["rows"]}

    def taken(self, view, *options):
        """The view's command with each of the options that it takes."""
        return [f"{view} {option}" for option in options
                if view in self.takers[option.split()[0].removeprefix("-")]]

    def test_every_view_on_every_profile(self):
        select = ",".join(values_of(PROFILER, "select"))
        self.assertGreaterEqual(len(plain_views()), 4)
        kinds = set()
        for number, inputs in enumerate(profiles()):
            if is_sanitized(PROFILER) and number % 4 != 0 and inputs != [MISSING]:
                continue  # it takes minutes for all
            with self.subTest(inputs=inputs):
                plain, chosen = [], []
                for view in plain_views():
                    plain += [view, f"{view} -compat off"]
                    plain += self.taken(view, "-step 77777", "-max_depth 3 -compat off",
                                        "-account_displayed_op_only true -step 1",
                                        "-show_name_regexes no.such.name")
                    chosen += self.taken(view, f"-select {select}", f"-select {select} -compat off")
                answers, said = self.answers(inputs, plain + chosen)
                kinds |= {"error" if "error" in answer else "rows" for answer in answers.values()}
                self.assertEqual(set(plain) - set(answers), set())
                # A view that is a table may lack such columns, and then refuses the line.
                refused = len(set(chosen) - set(answers))
                self.assertEqual(refused, said.count("invalid value for -select"))
        self.assertEqual(kinds, {"error", "rows"})

    def test_tables_of_times_say_what_their_values_are(self):
        # `info`, `advise` and `dips` say it in their columns; so do these sections.
        lines = [v for v in plain_views() if v not in ("info", "advise", "dips")]
        named = {"environment", "summary", "findings", "files", "problems", "gradients",
                 "over_time", "system", "use"}
        inputs = ([MLP], *([path] for path in sorted(
            glob.glob("testdata/kineto/*/*.json*") + glob.glob("testdata/xspace/*/*.xplane.pb"))))
        seen = set()
        for path in inputs:
            done = run(*path, "-keep_going", stdin="\n".join(["set -format json", *lines, ""]))
            for answer in map(parse, done.stdout.splitlines()):
                line = answer["command"]
                for table in tables_of(answer):
                    units = {column["unit"] for column in table["columns"]}
                    section = table.get("id", line)
                    is_evidence = "/" in section
                    if not table["rows"] or "us" not in units or section in named or is_evidence:
                        continue
                    seen.add(line)
                    self.assertIn("values_are", table, f"{path}: {line}: {section}")
        self.assertGreaterEqual(len(seen), 12)

    def test_every_order_and_column(self):
        for view in plain_views():
            lines = self.taken(view, *(f"-order_by {key}" for key in values_of(PROFILER, "order_by")))
            lines += self.taken(view, *(f"-select {column}" for column in values_of(PROFILER, "select")))
            answers, said = self.answers([MLP], lines)
            self.assertEqual(len(lines) - len(answers), said.count("invalid value for -"))

    def test_exporters(self):
        self.assertTrue(exporters(PROFILER))
        with tempfile.TemporaryDirectory() as folder:
            lines = [f"{view} -output {name}{folder}/{view}{number}"
                     for view in plain_views() for number, name in enumerate(exporters(PROFILER))]
            for profile in (MLP, SMALL, MISSING):
                answers, _ = self.answers([profile], lines)
                self.assertEqual(set(answers), set(lines))
                if profile != MISSING:
                    self.assertTrue(any("files" in answer for answer in answers.values()))
                for answer in answers.values():
                    for file in answer.get("files", []):
                        self.assertEqual(os.path.getsize(file["path"]), file["bytes"])

    def test_other_commands(self):
        """Commands that answer in JSON without a profile; the others print something else."""
        # `serve` runs until it is interrupted; //tests/web asks it.
        for command in set(commands(PROFILER)) - set(views(PROFILER)) - {"serve"}:
            done = run(SMALL, "-keep_going", stdin=f"{command} -format json\n")
            for text in done.stdout.splitlines():
                if text.startswith("{"):
                    self.assertIsNone(problem(parse(text)), command)

    def test_check(self):
        answers, _ = self.answers([MLP], ["check -require steps:median(total_us)<1000s",
                                          "check -require op[MatMul]:micros<1s"])
        self.assertEqual(len(answers), 2)

    def test_sql(self):
        answers, _ = self.answers([MLP], [
            "SELECT 1 AS name, 'x' AS key, NULL AS depth, 2.5 AS parent;",
            "SELECT * FROM ops LIMIT 3;", "SELECT name, key FROM scope() LIMIT 3;",
            "SELECT * FROM ops WHERE id < 0;"])
        self.assertEqual(len(answers), 4)

    def test_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.json")
            for view in plain_views():
                run(view, SMALL, "-format", "json", "-output", f"file:outfile={path}")
                with open(path, encoding="utf-8") as written:
                    self.assertIsNone(problem(parse(written.read())))


class ValidatorTest(unittest.TestCase):
    """The checks find errors."""

    def setUp(self):
        done = run("scope", MLP, "-format", "json", "-max_depth", "3", "-order_by", "micros")
        self.answer = parse(done.stdout)
        self.assertIsNone(problem(self.answer))

    def spoilt(self, change):
        answer = copy.deepcopy(self.answer)
        change(answer)
        return problem(answer)

    def test_report(self):
        rows = len(self.answer["rows"])
        self.assertGreater(rows, 3)
        for change in (
                lambda a: a.pop("totals"),
                lambda a: a.update(more=1),
                lambda a: a.update(schema_version=2),
                lambda a: a.update(error={"code": "X", "message": "x", "hint": None}),
                lambda a: a["columns"][2].pop("unit"),
                lambda a: a["columns"][2].update(unit="ms"),
                lambda a: a["columns"].append(dict(a["columns"][0])),
                lambda a: a["notes"].append({"id": "x", "severity": "bad", "text": "x"}),
                lambda a: a["hidden_rows"].update(count=-1),
                lambda a: a["totals"].update(nothing=1),
                lambda a: a["rows"][1].pop("micros"),
                lambda a: a["rows"][1].update(more=1),
                lambda a: a["rows"][1].update(micros="12"),
                lambda a: a["rows"][1].update(accounted=1),
                lambda a: a["rows"][1].update(parent=1),
                lambda a: a["rows"][2].update(key=a["rows"][1]["key"]),
                lambda a: a["rows"][1].update(depth=7)):
            self.assertIsNotNone(self.spoilt(change))

    def test_sections(self):
        table = {key: self.answer[key]
                 for key in ("columns", "rows", "totals", "hidden_rows", "notes")}
        answer = {key: self.answer[key]
                  for key in ("schema_version", "command", "view", "inputs", "notes")}
        answer["sections"] = [{"id": "a", "title": "A", **table}, {"id": "b", "title": "", **table}]
        self.assertIsNone(problem(answer))
        self.assertIsNotNone(problem({**answer, "sections": []}))
        self.assertIsNotNone(problem({**answer, "rows": []}))
        answer["sections"][1]["sections"] = [{"id": "r", "title": "", **copy.deepcopy(table)}]
        self.assertIsNone(problem(answer))
        answer["sections"][1]["sections"][0]["rows"][1]["parent"] = 99
        self.assertIsNotNone(problem(answer))
        del answer["sections"][1]["sections"]
        broken = copy.deepcopy(answer)
        broken["sections"][1]["rows"][1]["parent"] = 99
        self.assertIsNotNone(problem(broken))

    def test_what_is_no_json(self):
        for text in ('{"x": NaN}', '{"x": Infinity}', '{"x": 1, "x": 2}'):
            with self.assertRaises(ValueError):
                parse(text)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
