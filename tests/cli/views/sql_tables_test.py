"""What `sql` answers does not depend on how it finds the rows: a condition, a group, an order and a
join by a column agree with the same query that hides the column from the planner (`+column`). And
the cells of views in SQL are those of -format json.

Run as: sql_tables_test.py PROFILER [TEST...]
"""

import json
import math
import pathlib
import sys
import tempfile
import unittest

from run import ask, run, run_tests

# A name and the files of a profile.
PROFILES = {
    "profile of tfprof": ["testdata/mlp/profile_1055"],
    "several hosts of SageMaker": ["testdata/sagemaker/sm_imbalance"],
    "two GPUs of nvidia-smi": ["testdata/metrics/nvidia_smi/gpu.csv"],
    "sysstat": ["testdata/metrics/sysstat/sar.txt"],
    "metrics beside a trace": ["testdata/metrics/torch_checkpoint"],
    "Kineto": ["testdata/kineto/torch_mlp"],
    "two formats": ["testdata/xspace/syn_gpu1", "testdata/kineto/torch_mlp"],
    "two cores of a TPU": ["testdata/xspace/syn_tpu1"],
    "store": ["testdata/store/full.store"],
    "store without events": ["testdata/store/without_events.store"],
}
SOME_ROWS = 300


def quoted(name):
    return f'"{name}"'


class Tables:
    """The tables of SQL, with the columns of each."""

    def __init__(self):
        declared = ask("schema", "-tables")["sections"][0]["rows"]
        self.orders = {row["name"]: (row["sorted_by"] or "").split(", ") for row in declared}
        self.columns = {name: ask("schema", name, "-tables")["rows"]
                        for name in self.orders if name != "strings"}


class Script:
    """Queries that one run of the program answers."""

    def __init__(self, files):
        self.files = files

    def answers(self, queries):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "script"
            script.write_text("set -format json\n" + "".join(f"{query};\n" for query in queries))
            done = run(*self.files, "-f", script)
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        if done.returncode != 0 or len(lines) != len(queries):
            raise AssertionError(f"{self.files}: exit {done.returncode}, {len(lines)} of "
                                 f"{len(queries)} answers: {done.stderr}")
        return [[list(row.values()) for row in json.loads(line)["rows"]] for line in lines]


def counts_of(table, column, rows):
    """A query of counts by the column, as written or hidden from the planner."""
    def query(plus):
        by = plus + quoted(column)
        groups = (f"FROM (SELECT COUNT(*) AS n FROM {table} GROUP BY {by})")
        counts = [f"(SELECT COUNT(*) {groups})", f"(SELECT SUM(n * n) {groups})",
                  f"(SELECT COUNT(*) FROM {table} WHERE {by} IS NULL)"]
        for at in sorted({0, rows // 2, rows - 1}):
            value = f"(SELECT {quoted(column)} FROM {table} LIMIT 1 OFFSET {at})"
            counts += [f"(SELECT COUNT(*) FROM {table} WHERE {by} {sign} {value})"
                       for sign in ("=", ">=", "<")]
        return "SELECT " + ", ".join(f"{count} AS a{i}" for i, count in enumerate(counts))
    return query("+"), query("")


def rows_by(table, columns, direction):
    shown = ", ".join(f"{quoted(column)} AS a{i}" for i, column in enumerate(columns))

    def query(plus):
        by = ", ".join(f"{plus}{quoted(column)} {direction}" for column in columns)
        return f"SELECT {shown} FROM {table} ORDER BY {by} LIMIT {SOME_ROWS}"
    return query("+"), query("")


def join_of(table, column, other):
    """How many rows of the column have a value, and how many meet their row of the other table."""
    return (f"SELECT COUNT({quoted(column)}) AS n FROM {table}",
            f"SELECT COUNT(*) AS n FROM {other} AS o CROSS JOIN {table} AS t ON "
            f"t.{quoted(column)} = o.id")


class Planner(unittest.TestCase):
    def pairs_of(self, tables, script):
        """Pairs of queries whose answers are the same."""
        names = list(tables.columns)
        counts = script.answers([f"SELECT COUNT(*) AS n FROM {name}" for name in names])
        for name, [[rows]] in zip(names, counts):
            if rows == 0:
                continue
            columns = [column["name"] for column in tables.columns[name]]
            orders = [[column] for column in columns] + [tables.orders[name]]
            for order in orders:
                if all(column in columns for column in order):
                    yield from (rows_by(name, order, word) for word in ("", "DESC"))
            for column in tables.columns[name]:
                yield counts_of(name, column["name"], rows)
                if column.get("references"):
                    yield join_of(name, column["name"], column["references"])

    def test_answers_do_not_depend_on_the_plan(self):
        tables = Tables()
        for name, files in PROFILES.items():
            with self.subTest(profile=name):
                script = Script(files)
                pairs = list(self.pairs_of(tables, script))
                self.assertGreater(len(pairs), 50)
                answers = script.answers([query for pair in pairs for query in pair])
                for i, pair in enumerate(pairs):
                    self.assertEqual(answers[2 * i], answers[2 * i + 1], pair)

    def test_all_samples_of_several_hosts_are_found(self):
        plain, joined, outer, groups = Script(PROFILES["several hosts of SageMaker"]).answers(
            ["SELECT COUNT(*) AS n FROM counters",
             "SELECT COUNT(*) AS n FROM counters JOIN metrics ON metrics.id = metric",
             "SELECT COUNT(*) AS n FROM metrics LEFT JOIN counters ON metrics.id = metric",
             "SELECT metric, COUNT(*) AS n FROM counters GROUP BY metric"])
        self.assertEqual([plain, plain], [joined, outer])
        metrics = [metric for metric, _ in groups]
        self.assertEqual(len(metrics), len(set(metrics)))
        self.assertEqual(plain, [[sum(count for _, count in groups)]])


class Schema(unittest.TestCase):
    PROFILE = "testdata/mlp/profile_1055"

    def test_of_a_table_it_has_the_columns_of_sql(self):
        for words in (["events"], ["ops", "-tables"]):
            rows = ask("schema", *words)["rows"]
            hidden = {row["name"] for row in rows if row["hidden"]}
            shown = [row["name"] for row in rows if not row["hidden"]]
            answer = ask("sql", f"SELECT * FROM {words[0]} LIMIT 0", self.PROFILE)
            self.assertEqual(shown, [column["name"] for column in answer["columns"]])
            self.assertEqual("duration_ps" in hidden, words == ["events"])
        rows = {row["name"]: row for row in ask("schema", "flows")["rows"]}
        self.assertEqual(rows["from_event"]["references"], "events")
        self.assertEqual(rows["kind"]["values"], "launch, data, async")
        # A view of the name is meant without -tables.
        self.assertIn("occurrences", [row["name"] for row in ask("schema", "ops")["rows"]])


def as_json(cell, column):
    """A cell of SQL as JSON has it: lists are texts there, flags numbers."""
    if cell is None:
        return None
    if column["type"] in ("list", "series"):
        return json.loads(cell)
    return bool(cell) if column["type"] == "boolean" else cell


class Views(unittest.TestCase):
    VIEWS = {"op_profile": "", "scope": "-max_depth 1000000", "op": "-max_depth 1000000",
             "graph": "-max_depth 1000000", "code": "-max_depth 1000000", "hlo": "",
             "roofline": "", "kernels": "", "collectives": "", "buffers": "", "utilization": ""}

    def is_same(self, cell, expected):
        if isinstance(cell, float) or isinstance(expected, float):
            return None not in (cell, expected) and math.isclose(cell, expected, rel_tol=1e-9)
        # JSON has null for a list that SQL has as an empty one.
        return cell == expected or (cell in (None, []) and expected in (None, []))

    def check_view(self, profile, view, options):
        done = run(view, profile, *options.split(), "-format", "json")
        if done.returncode != 0:
            return 0
        table = json.loads(done.stdout)
        if "rows" not in table or not table["rows"]:
            return 0
        rows = ask("sql", f"SELECT * FROM {view}('{options}')", profile)["rows"]
        self.assertEqual(len(rows), len(table["rows"]))
        cells = 0
        for column in table["columns"]:
            name = column["name"]
            if name not in rows[0]:
                continue
            for row, expected in zip(rows, table["rows"]):
                cells += 1
                self.assertTrue(self.is_same(as_json(row[name], column), expected[name]),
                                (view, expected["name"], name, row[name], expected[name]))
        return cells

    def test_cells_are_those_of_json(self):
        for files in (PROFILES["two cores of a TPU"], PROFILES["Kineto"],
                      PROFILES["profile of tfprof"], ["testdata/xspace/tf_file_input"]):
            cells = 0
            for view, options in self.VIEWS.items():
                with self.subTest(profile=files[0], view=view):
                    cells += self.check_view(files[0], view, options)
            self.assertGreater(cells, 500)


class Texts(unittest.TestCase):
    PROFILE = "testdata/xspace/syn_gpu1"

    def test_names_are_cut_for_people_only(self):
        query = "SELECT replace(hex(zeroblob(400)), '0', 'x') AS long, 1 AS n"
        for form in ("text", "pretty"):
            lines = run("sql", query, self.PROFILE, "-format", form).stdout.splitlines()
            self.assertLess(len(lines[-1]), 200, form)
            self.assertIn("x…x", lines[-1])
        self.assertEqual(len(ask("sql", query, self.PROFILE)["rows"][0]["long"]), 800)

    def test_notes_of_views_without_rows_are_told(self):
        done = run("sql", "SELECT name FROM kernels('-device GPU:0')", self.PROFILE)
        self.assertIn("note: kernels('-device GPU:0'): -device 'GPU:0' matches none of the "
                      "profile's, as a whole: /device:GPU:0, /host:CPU", done.stderr)
        done = run("sql", "SELECT COUNT(*) AS n FROM kernels()", self.PROFILE)
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
