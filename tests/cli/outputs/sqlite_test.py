"""-output sqlite: a real SQLite opens the database, and its tables hold what `sql` answers.

Run as: sqlite_test.py PROFILER [TEST...]
"""

import contextlib
import json
import os
import pathlib
import sqlite3
import sys
import tempfile
import unittest

from run import ask, run, run_tests

PROFILES = [
    "testdata/mlp/profile_1055",
    "testdata/sagemaker/sm_imbalance",
    "testdata/xspace/syn_gpu1/host0.xplane.pb",
    "testdata/store/full.store",  # its values are the extremes of their types
]
PROFILE = "testdata/xspace/syn_gpu1/host0.xplane.pb"


def tables_of_program():
    """The columns of each table, with their types and what they refer to."""
    tables = {}
    for row in ask("schema", "-tables")["rows"]:
        tables.setdefault(row["table"], []).append(row)
    return {name: rows for name, rows in tables.items() if name != "strings"}


class DatabaseTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "written.db")

    def write(self, *args):
        done = run("info", *args, "-output", f"sqlite:outfile={self.path}")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    @contextlib.contextmanager
    def opened(self):
        with contextlib.closing(sqlite3.connect(self.path)) as database:
            yield database

    def names(self, database, kind):
        return [name for name, in database.execute(
            "SELECT name FROM sqlite_schema WHERE type = ? ORDER BY rowid", (kind,))]

    def columns(self, database, table):
        return [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]

    def check_values(self, database, profile):
        """Sums, counts and lengths of all columns are those of SQL."""
        for table in self.names(database, "table"):
            parts = ["COUNT(*) AS n"]
            for i, column in enumerate(self.columns(database, table)):
                parts += [f'COUNT("{column}") AS count_{i}', f'TOTAL("{column}") AS total_{i}',
                          f'MAX("{column}") AS max_{i}',
                          f'TOTAL(LENGTH("{column}")) AS length_{i}']
            query = f'SELECT {", ".join(parts)} FROM "{table}"'
            answer = ask("sql", query, profile)
            here = list(answer["rows"][0].values())
            names = [column["name"] for column in answer["columns"]]
            for name, value, expected in zip(names, database.execute(query).fetchone(), here):
                if isinstance(value, float):
                    self.assertAlmostEqual(value, expected, delta=abs(value) * 1e-9, msg=name)
                else:
                    self.assertEqual(value or None, expected or None, (profile, table, name))

    def test_it_has_what_sql_answers(self):
        for profile in PROFILES:
            with self.subTest(profile):
                self.write(profile)
                with self.opened() as database:
                    self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(),
                                     [("ok",)])
                    self.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [])
                    self.check_values(database, profile)

    def test_its_schema_is_that_of_the_program(self):
        self.write(PROFILE)
        expected = tables_of_program()
        with self.opened() as database:
            self.assertEqual(self.names(database, "table"), list(expected))
            indices = self.names(database, "index")
            for table, columns in expected.items():
                keys = {row[3]: row[2] for row in
                        database.execute(f'PRAGMA foreign_key_list("{table}")')}
                names = self.columns(database, table)
                for column in columns:
                    name, to = column["name"], column["references"]
                    if column["type"] == "event":
                        name += "_event"
                    if name not in names or not to or to == "strings":
                        continue
                    self.assertEqual(keys[name], to, (table, name))
                    self.assertTrue(f"{table}_by_{name}" in indices or f"{table}_by_order" in indices)

    def test_joins_use_its_indices(self):
        self.write(PROFILE)
        with self.opened() as database:
            plan = " ".join(row[3] for row in database.execute(
                "EXPLAIN QUERY PLAN SELECT * FROM events JOIN tracks ON tracks.id = track "
                "WHERE op = 3"))
        self.assertIn("USING INTEGER PRIMARY KEY", plan)
        self.assertIn("events_by_op", plan)

    def test_a_window_cuts_it(self):
        window = ["-from", "1ms", "-to", "2ms"]
        self.write(PROFILE, *window)
        query = "SELECT COUNT(*) AS n, SUM(duration) AS ns FROM events"
        expected = ask("sql", query, PROFILE, *window)["rows"][0]
        with self.opened() as database:
            self.assertEqual(database.execute(query).fetchone(), (expected["n"], expected["ns"]))

    def test_what_it_says(self):
        done = self.write(PROFILE)
        self.assertRegex(done.stdout, rf"^database written to {self.path} \(\d+ tables, \d+ rows\)\n$")
        answer = json.loads(self.write(PROFILE, "-format", "json").stdout)
        self.assertEqual(answer["files"],
                         [{"path": str(self.path), "bytes": os.path.getsize(self.path)}])

    def test_an_old_file_is_replaced_whole_or_not_at_all(self):
        self.path.write_text("old")
        done = run("info", PROFILE, "-output", f"sqlite:outfile={self.path}", "-timeout", "1us")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(self.path.read_text(), "old")
        self.assertEqual(os.listdir(self.path.parent), [self.path.name])
        self.write(PROFILE)
        self.assertTrue(self.path.read_bytes().startswith(b"SQLite format 3\0"))

    def test_what_would_ignore_the_query_is_refused(self):
        for exporter in ("sqlite", "store", "profile"):
            done = run("sql", "SELECT 1", PROFILE, "-output", f"{exporter}:outfile={self.path}")
            self.assertEqual(done.returncode, 2)
            self.assertIn("not the rows of a query", done.stderr)
            self.assertFalse(self.path.exists())


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
