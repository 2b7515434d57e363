"""`sql` on recorded profiles: its sums are those of the views, its limits hold, and the ways to give
a query agree.

Run as: sql_test.py PROFILER [TEST...]
"""

import math
import pathlib
import sys
import tempfile
import unittest

from run import ask, run, run_tests

PROFILES = [
    "testdata/mlp/profile_1055",
    "testdata/gpu_synth/profile_300",
    "testdata/dist/profile_6",
    "testdata/resnet",
    "testdata/kineto/torch_mlp",
    "testdata/kineto/torch_resnetish",
    "testdata/sagemaker/sm_imbalance",
    "testdata/xspace/syn_gpu1/host0.xplane.pb",
    "testdata/xspace/syn_tpu1/host0.xplane.pb",
    "testdata/xspace/jax_bf16_scan/host0.xplane.pb",
    "testdata/store/full.store",
]
EXTREMES = "testdata/store/full.store"  # its values are the extremes of their types
# Views whose rows have numbers, with options that show all rows.
VIEWS = {"scope": "-max_depth 1000000", "op": "-max_depth 1000000", "ops": "", "steps": "",
         "kernels": "", "launches": "", "memory": "", "metrics": "", "trace": "-top 1000000"}
# Of the JSON answers, whose numbers are all columns that SQL has.
NUMBERS = {"integer", "number"}
PS_PER_US = 1e6


def numbers_of(report):
    return [column["name"] for column in report["columns"]
            if column["type"] in NUMBERS and column["name"] not in ("depth", "parent")]


def total(report, column):
    values = [row[column] for row in report["rows"] if row.get(column) is not None]
    return sum(values) if values else None


def own_table(report):
    """The table of the view itself, which may be its first section."""
    if "rows" in report:
        return report
    return next((one for one in report["sections"] if one["id"] == report["view"]), None)


# Marks around steps, and waits of hosts for programs that their own threads run, are in no view's sums.
IS_WORK = ("NOT EXISTS (SELECT 1 FROM steps WHERE name IN (ops.name, ops.name || ' ' || number)) AND "
           "(NOT (ops.name LIKE '%(wait for completion)' OR ops.name LIKE '%block_until_ready' OR "
           "ops.name = 'np.asarray(jax.Array)' OR ops.name LIKE '$array.py%_value') OR "
           "EXISTS (SELECT 1 FROM tracks WHERE kind IN ('stream', 'copy_queue')))")


class Queries(unittest.TestCase):
    PROFILE = "testdata/mlp/profile_1055"
    QUERY = "SELECT type, COUNT(*) AS n FROM ops GROUP BY type ORDER BY n DESC, type"

    def test_ways_to_give_a_query_agree(self):
        expected = run("sql", self.QUERY, self.PROFILE).stdout
        self.assertGreater(len(expected.splitlines()), 5)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "query.sql"
            file.write_text(f"-- types\n{self.QUERY};\n")
            script = pathlib.Path(folder) / "script"
            script.write_text(self.QUERY.replace(" FROM", "\nFROM") + ";\n")
            self.assertEqual(run("sql", "-query_file", file, self.PROFILE).stdout, expected)
            self.assertEqual(run(self.PROFILE, "-f", script).stdout, expected)
        lines = self.QUERY.replace(" ", "\n") + ";\n"
        self.assertEqual(run(self.PROFILE, stdin=lines).stdout, expected)
        self.assertEqual(run(self.PROFILE, stdin=self.QUERY).stdout, expected)
        self.assertEqual(run(self.PROFILE, "-c", self.QUERY).stdout, expected)

    def test_redirects_belong_to_sql(self):
        done = run(self.PROFILE, stdin="SELECT COUNT(*) > 0 AS some, 1 | 2 AS both FROM ops;\n")
        self.assertEqual(done.stdout, "some  both\n   1     3\n", done.stderr)

    def test_a_base_is_a_schema(self):
        row = ask("sql", "SELECT (SELECT COUNT(*) FROM ops) AS a, (SELECT COUNT(*) FROM base.ops) AS b",
                  self.PROFILE, "-base", "testdata/dist/profile_6")["rows"][0]
        self.assertEqual(row["a"], ask("sql", "SELECT COUNT(*) AS n FROM ops",
                                       self.PROFILE)["rows"][0]["n"])
        self.assertNotEqual(row["a"], row["b"])

    def test_rows_of_a_query_are_compared_by_key(self):
        base = "testdata/dist/profile_6"
        query = "SELECT type, COUNT(*) AS n, AVG(id) AS mean FROM ops GROUP BY type"
        old, new = ({row["type"]: row for row in ask("sql", query, path)["rows"]}
                    for path in (base, self.PROFILE))
        report = ask("sql", query, self.PROFILE, "-base", base, "-key", "type")
        self.assertEqual([column["name"] for column in report["columns"]],
                         ["type", "base_n", "n", "delta_n", "ratio_n", "verdict", "base_mean",
                          "mean", "delta_mean", "ratio_mean"])
        rows = report["rows"]
        self.assertEqual({row["type"] for row in rows}, set(old) | set(new))
        self.assertTrue({"added", "removed", "same", "unclear"} == {row["verdict"] for row in rows})
        for row in rows:
            before, after = old.get(row["type"]), new.get(row["type"])
            self.assertEqual(row["base_n"], before and before["n"])
            self.assertEqual(row["n"], after and after["n"])
            self.assertEqual(row["delta_n"],
                             (after["n"] if after else 0) - (before["n"] if before else 0))
            if before and after:
                self.assertAlmostEqual(row["delta_mean"], after["mean"] - before["mean"])
                self.assertAlmostEqual(row["ratio_n"], after["n"] / before["n"])
            else:
                self.assertIsNone(row["delta_mean"])
        sizes = [abs(row["delta_n"]) for row in rows]
        self.assertEqual(sizes, sorted(sizes, reverse=True))

    def test_options_apply_to_compared_rows(self):
        compare = ("SELECT type, 1 AS one, COUNT(*) AS n FROM ops GROUP BY type", self.PROFILE,
                   "-base", "testdata/dist/profile_6", "-key", "type,one")
        rows = ask("sql", *compare, "-where", "delta_n > 0 && base_n != null", "-order_by", "base_n",
                   "-top", "4")["rows"]
        self.assertEqual(len(rows), 4)
        self.assertTrue(all(row["delta_n"] > 0 and row["one"] == 1 for row in rows))
        counts = [row["base_n"] for row in rows]
        self.assertEqual(counts, sorted(counts, reverse=True))

    def test_what_a_key_cannot_be_is_said(self):
        base = ("-base", "testdata/dist/profile_6")
        query = "SELECT type, name FROM ops"
        for words, status, error in (
                ((query, "-key", "type"), 2, "-key is for a comparison: name what to compare with"),
                ((query, "-key", "typ", *base), 1,
                 "-key: the query has no column 'typ'; did you mean 'type'? (columns: type, name)"),
                ((query, "-key", "type", *base), 1, "-key: several rows of the profile have type '"),
                (("SELECT NULL AS a FROM ops", "-key", "a", *base), 1,
                 "several rows of the profile have a null: name more columns, or GROUP BY the key"),
                (("SELECT type FROM ops GROUP BY type", "-key", "type", *base), 1,
                 "-key: the query has no column of numbers beside the key to compare: add one, as "
                 "COUNT(*) AS n"),
                (("SELECT type, 1 AS n, 2 AS base_n FROM ops GROUP BY type", "-key", "type", *base),
                 1, "-key: the comparison has a column 'base_n' of its own: give the query's "
                 "another name, as `base_n AS other`"),
                (("SELECT COUNT(*) AS n FROM base.ops", "-key", "n", *base), 1,
                 "with -key the query is asked of the profile and of its base, each by itself: "
                 "leave out 'base.'"),
                (("SELECT p1.ops.id FROM p1.ops", "-key", "id", *base), 1, "leave out 'p1.'")):
            with self.subTest(words=words):
                done = run("sql", *words, self.PROFILE)
                self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
                self.assertIn(error, done.stderr)

    def test_a_column_may_have_another_type_in_the_base(self):
        query = "SELECT 1 AS k, CASE WHEN (SELECT COUNT(*) FROM ops) > 200 THEN 2 ELSE {} END AS x"
        base = ("-base", "testdata/dist/profile_6", "-key", "k")
        row = ask("sql", query.format("1.5"), self.PROFILE, *base)["rows"][0]
        self.assertEqual((row["base_x"], row["x"], row["delta_x"]), (1.5, 2, 0.5))
        row = ask("sql", query.format("NULL"), self.PROFILE, *base)["rows"][0]
        self.assertEqual((row["base_x"], row["x"], row["delta_x"]), (None, 2, None))
        row = ask("sql", query.format("'text'") + ", 3 AS n", self.PROFILE, *base)["rows"][0]
        self.assertEqual((row["x"], row["delta_n"]), ("2", 0))

    def test_options_set_for_other_commands_are_passed_over(self):
        done = run(self.PROFILE, stdin="set -where micros>5\nSELECT COUNT(*) AS n FROM steps;\n")
        self.assertEqual(done.stdout, "n\n9\n")
        self.assertIn("-where micros>5 is passed over: sql takes it beside its query only",
                      done.stderr)

    def test_views_of_a_base_answer_about_it(self):
        base = "testdata/dist/profile_6"
        count = "SELECT COUNT(*) AS n FROM {}op()"
        of_base = ask("sql", count.format("base."), self.PROFILE, "-base", base)["rows"][0]["n"]
        self.assertEqual(of_base, ask("sql", count.format(""), base)["rows"][0]["n"])
        self.assertNotEqual(of_base, ask("sql", count.format(""), self.PROFILE)["rows"][0]["n"])

    def test_span_join_is_a_join_by_time(self):
        profile = "testdata/xspace/syn_gpu1/host0.xplane.pb"
        sums = "COUNT(*) AS n, SUM({0}) AS ns, SUM(l * 7 + r) AS ids"
        events = 'SELECT id, track, begin, begin + duration AS "end" FROM events'
        both = 'MIN(a."end", b."end") - MAX(a.begin, b.begin)'
        overlap = 'a.begin < b."end" AND b.begin < a."end" AND a.begin < a."end" AND b.begin < b."end"'
        for left, right, column, match in (
                (events, 'SELECT id, begin, "end" FROM steps', "", "1"),
                (events, events, "track", "a.track = b.track"),
                (f"{events} WHERE id < 50", f"{events} WHERE id > 300", "", "1"),
                (events, "SELECT 3 AS id, 1000 AS begin, 900000 AS duration", "track", "1")):
            with self.subTest(left=left, right=right):
                by = f", '{column}'" if column else ""
                joined = ask("sql", f"SELECT {sums.format('duration')} FROM (SELECT duration, left_id "
                             f"AS l, right_id AS r FROM span_join('{left}', '{right}'{by}))", profile)
                other = right.replace("900000 AS duration", '901000 AS "end"')
                brute = ask("sql", f"SELECT {sums.format('ns')} FROM (SELECT {both} AS ns, a.id AS l, "
                            f"b.id AS r FROM ({left}) AS a JOIN ({other}) AS b ON {overlap} AND "
                            f"{match})", profile)
                self.assertEqual(joined["rows"], brute["rows"])
                self.assertGreater(joined["rows"][0]["n"], 0)

    def test_span_join_takes_tables(self):
        profile = "testdata/xspace/syn_gpu1/host0.xplane.pb"
        rows = ask("sql", "SELECT steps.number, COUNT(*) AS n, SUM(both.duration) AS ns FROM "
                   "span_join('events', 'main.steps') AS both JOIN steps ON steps.id = right_id "
                   "GROUP BY 1", profile)["rows"]
        self.assertGreater(len(rows), 1)
        for query, error in (("span_join('events')", "takes two tables"),
                             ("span_join('ops', 'events')", "`begin` and `duration`"),
                             ("span_join('nosuch', 'events')", "no such table: nosuch"),
                             ("span_join('events', 'steps', 'nosuch')", "neither has the column")):
            done = run("sql", f"SELECT * FROM {query}", profile)
            self.assertIn(error, done.stderr)

    def test_each_of_several_profiles_is_a_schema(self):
        other = "testdata/dist/profile_6"
        count = "SELECT COUNT(*) AS n FROM {}op()"
        for more in ([], ["-base", other]):
            for schema, path in (("p1", self.PROFILE), ("p2", other)):
                part = ask("sql", count.format(schema + "."), self.PROFILE, other, *more)
                self.assertEqual(part["rows"], ask("sql", count.format(""), path)["rows"])
        done = run("sql", count.format("p3."), self.PROFILE, other)
        self.assertIn("there is no schema 'p3'", done.stderr)

    def test_lists_are_taken_apart(self):
        rows = ask("sql", "SELECT value FROM json_each('[1,2]')", self.PROFILE)["rows"]
        self.assertEqual([row["value"] for row in rows], [1, 2])

    def test_hostile_queries_end(self):
        endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
        for query, error in (
                (endless + "SELECT COUNT(*) FROM c", "-timeout"),
                (endless + "SELECT * FROM c", ""),
                (endless + "SELECT group_concat(x) FROM c", ""),
                ("SELECT printf('%.2147483647c', 'x')", "not authorized"),
                ("SELECT 'a' || zeroblob(2000000000)", "2 MiB"),
                ("SELECT " + "(" * 5000 + "1" + ")" * 5000, ""),
                ("SELECT " + "-" * 5000 + "1", ""),
                ("SELECT " + " UNION SELECT ".join("1" for _ in range(5000)), ""),
                ("SELECT '%s' LIKE '%s'" % ("a" * 20000, "%a" * 400 + "b"), None)):
            done = run("sql", query, self.PROFILE, "-timeout", "2s", "-max_memory", "1GB",
                       timeout=60)
            if error is None:
                self.assertEqual(done.returncode, 0, done.stderr)
                continue
            self.assertIn(done.returncode, (1, 2), query[:100])
            self.assertIn(error, done.stderr)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
