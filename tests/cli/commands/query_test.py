"""-where and -top on the real binary and real profiles.

Run as: query_test.py PROFILER [TEST...]
"""

import os
import pathlib
import sys
import tempfile
import unittest

from query_answers import ALL, MISSING, PROFILE, VIEWS, answers, by_key, names
from run import PROFILER, environment, run, run_tests
from terminal import Terminal

SMALL = os.path.abspath("testdata/bad/profile_ok")


class WhereTest(unittest.TestCase):

    def check_rows(self, view, where, holds, *options):
        """Checks that -where keeps the rows for which `holds` is true, and changes no other
        number."""
        everything, some = answers([view, f'{view} -where "{where}"'], PROFILE, *ALL, *options)
        want = [row for row in everything["rows"] if row.get("depth") == 0 or holds(row)]
        got = some["rows"]
        position = {"depth", "parent"}

        def stripped(rows):  # rows that move up to another parent are sorted again
            return sorted(([[k, v] for k, v in row.items() if k not in position] for row in rows),
                          key=str)

        self.assertEqual(stripped(got), stripped(want), where)
        self.assertLess(len(got), len(everything["rows"]))
        self.assertGreater(len(got), 1)
        self.assertEqual(some["totals"], everything["totals"])
        self.assertEqual(some["hidden_rows"]["count"],
                         everything["hidden_rows"]["count"] + len(everything["rows"]) - len(got))

    def test_rows(self):
        for view in VIEWS:
            self.check_rows(view, "micros>=20 && accelerator_micros==0",
                            lambda r: (r["micros"] or 0) >= 20 and r["accelerator_micros"] == 0)
            self.check_rows(view, "bytes > 1KB || not (cpu_micros < 100us)",
                            lambda r: (r["bytes"] or 0) > 1000 or not
                            (r["cpu_micros"] is not None and r["cpu_micros"] < 100))
        self.check_rows("op", "share_micros > 1% && total_bytes != null",
                        lambda r: r["share_micros"] > 0.01 and r["total_bytes"] is not None)
        for view in ("scope", "graph", "code"):
            self.check_rows(view, "total_micros > 1ms", lambda r: r["total_micros"] > 1000)
        self.check_rows("scope", "depth < 3 && name =~ 'mlp.*'",
                        lambda r: r["depth"] < 3 and r["name"].startswith("mlp"))
        self.check_rows("scope", "params == null", lambda r: r["params"] is None)
        self.check_rows("op", "run_count == 1 || defined_count == 2",
                        lambda r: r["run_count"] == 1 or r["defined_count"] == 2)

    def test_columns_that_are_not_shown(self):
        where = "op_types == 'MatMul' && input_shapes =~ '0:.*' && device =~ '.*cpu.*'"
        done = run("op", PROFILE, "-where", where, "-select", "bytes", "-format", "csv")
        self.assertEqual(names(done), ["MatMul"])
        done = run("graph", PROFILE, "-where", where, "-select", "bytes", "-format", "csv")
        self.assertTrue(all("MatMul" in name or name == "_TFProfRoot" for name in names(done)))
        self.assertGreater(len(names(done)), 3)

    def test_time_compares_in_microseconds(self):
        want = names(run("op", PROFILE, "-where", "micros >= 247", "-format", "csv"))
        self.assertIn("Mul", want)
        for same in ("micros>=247us", "micros >= 0.247ms", "micros > 246.999999",
                     "0.000247s <= micros"):
            self.assertEqual(names(run("op", PROFILE, "-where", same, "-format", "csv")), want)

    def test_no_row_is_said(self):
        done = run("op", PROFILE, "-where", "micros > 1000s")
        self.assertEqual(done.returncode, 0)
        self.assertIn("no row is left: ", done.stderr)

    def test_refused_before_the_input_is_opened(self):
        for where, why in (
                ("micro>=20", "'micro' is no column at character 1; did you mean 'micros'?"),
                ("micros>=20 && name > 3", "name is a text, and '3' a number at character 22"),
                ("micros =~ 'x'", "micros is a number, and 'x' a text at character 11"),
                ("micros >= 4KB", "micros is a time, and '4KB' a size in bytes at character 11"),
                ("micros >", "a column or a value is missing at character 9, the end"),
                ("name =~ 'a(b'", "bad regex 'a(b'")):
            for args in (["op", MISSING, "-where", where], [MISSING, "-c", f'op -where "{where}"'],
                         [MISSING, "-c", f'set -where "{where}"', "-c", "scope"],
                         [MISSING, "-where", where, "-c", "op"]):
                done = run(*args)
                self.assertEqual((done.returncode, done.stdout), (2, ""), args)
                self.assertIn("-where: ", done.stderr)
                self.assertIn(why, done.stderr)
                self.assertNotIn(MISSING + "'", done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, args)

    def test_column_of_another_view(self):
        self.assertEqual(run("op", SMALL, "-where", "depth > 1").returncode, 2)
        self.assertEqual(run(SMALL, "-c", "set -where 'depth > 1'", "-c", "scope").returncode, 0)
        done = run(SMALL, "-c", "set -where 'depth > 1'", "-c", "op")
        self.assertEqual(done.returncode, 2)
        self.assertIn("-c op: -where: 'depth' is no column", done.stderr)


class WordsTest(unittest.TestCase):
    """An expression is parsed as one word in every kind of command line."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.where = "micros > 20 && (name == 'Relu' || name =~ 'Mat|Mul')"
        self.want = run("op", PROFILE, "-where", self.where, "-format", "csv").stdout
        self.line = f'op -where "{self.where}" -format csv'
        self.assertEqual(self.want.count("\n"), 3)

    def test_on_the_command_line(self):
        for args in ([f"-where={self.where}"], ["--where", self.where]):
            self.assertEqual(run("op", PROFILE, *args, "-format", "csv").stdout, self.want)

    def test_in_lines(self):
        script = self.folder / "script"
        script.write_text(self.line + "\n")
        self.assertEqual(run(PROFILE, "-c", self.line).stdout, self.want)
        self.assertEqual(run(PROFILE, "-f", str(script)).stdout, self.want)
        self.assertEqual(run(PROFILE, stdin=self.line + "\n").stdout, self.want)
        equals = self.line.replace("-where ", "-where=")
        self.assertEqual(run(PROFILE, stdin=equals + "\n").stdout, self.want)

    def test_bars_and_signs_in_quotes_are_no_redirection(self):
        line = "op -format csv -where 'micros > 20 || bytes > 1KB' | head -1\n"
        self.assertEqual(run(PROFILE, stdin=line).stdout.count("\n"), 1)
        path = self.folder / "out"
        line = f"op -format csv -where 'micros > 20 | bytes' > {path}\n"
        self.assertIn("did you mean '||'?", run(PROFILE, stdin=line).stderr)
        self.assertFalse(path.exists())
        # Outside quotes, > is a redirection: the condition ends before it, and is refused.
        done = run(PROFILE, stdin=f"op -where micros > {path}\n")
        self.assertIn("'micros' is not compared with anything", done.stderr)
        self.assertFalse(path.exists())

    def test_quotes_that_went_away_are_explained(self):
        done = run(PROFILE, "-c", "op -where name=='Relu'")
        self.assertEqual(done.returncode, 2)
        self.assertIn("'Relu' is no column at character 7; put quotes around a text",
                      done.stderr)

    def test_at_the_prompt(self):
        env = environment(TERM="xterm", XDG_STATE_HOME=str(self.folder))
        with Terminal(PROFILER, PROFILE, "-format", "json", env=env, columns=200) as terminal:
            terminal.expect("tfprof> ")
            terminal.send(f'op -where "{self.where}"\n')
            seen = terminal.expect("tfprof> ")
            self.assertIn('"name":"Relu"', seen)
            self.assertNotIn('"name":"AddN"', seen)
            terminal.send("set -where 'micros > 20 && bytes == 0' -top 2 -stat max\n")
            terminal.expect("tfprof> ")
            terminal.send("\n")
            seen = terminal.expect("tfprof> ")
            self.assertIn("-where                      micros > 20 && bytes == 0", seen)
            self.assertIn("-stat                       max", seen)
            self.assertIn("-top                        2", seen)
            terminal.send("set -where '' -top ''\n")
            terminal.expect("tfprof> ")
            terminal.send("op\n")
            self.assertIn('"name":"AddN"', terminal.expect("tfprof> "))

    def test_the_command_in_json_can_be_run_again(self):
        first, = answers([self.line.replace("csv", "json")], PROFILE)
        again, = answers([first["command"]], PROFILE)
        self.assertEqual(first, again)


class TopTest(unittest.TestCase):

    def top(self, view, count, *options):
        return names(run(view, PROFILE, "-top", str(count), "-format", "csv", *options))

    def test_op(self):
        ordered = names(run("op", PROFILE, "-order_by", "micros", "-max_depth", "100", "-format",
                            "csv"))
        for count in (1, 3, 20, 1000):
            self.assertEqual(self.top("op", count), ordered[:count])
        self.assertGreater(len(ordered), 20)
        by_bytes = names(run("op", PROFILE, "-order_by", "bytes", "-max_depth", "4", "-format",
                             "csv"))
        self.assertEqual(self.top("op", 5, "-order_by", "bytes"), by_bytes)
        self.assertEqual(self.top("op", 5, "-select", "bytes"), by_bytes)

    def test_trees(self):
        for view in ("scope", "graph", "code"):
            everything, = answers([f"{view} -order_by micros"], PROFILE, *ALL)
            rows = everything["rows"][1:]
            for count in (1, 5, 17):
                some, = answers([f"{view} -top {count}"], PROFILE, *ALL)
                kept = sorted((r["total_micros"] for r in rows), reverse=True)[:count]
                got = some["rows"][1:]
                self.assertEqual(sorted((r["total_micros"] for r in got), reverse=True), kept)
                self.assertEqual([r["name"] for r in got],
                                 [r["name"] for r in rows if tuple(r["key"]) in by_key(some)])
                # A parent is never smaller than its children, so no row moves up.
                self.assertEqual([r["depth"] for r in got],
                                 [r["depth"] for r in rows if tuple(r["key"]) in by_key(some)])
                self.assertEqual(some["rows"][0]["total_micros"],
                                 everything["rows"][0]["total_micros"])
                self.assertEqual(some["hidden_rows"]["count"], len(rows) - count)

    def test_refused(self):
        for value, why in (("0", "is less than 1"), ("-3", "is less than 1"),
                           ("x", "is not a whole number"), ("1.5", "is not a whole number"),
                           ("99999999999999999999", "does not fit")):
            done = run("op", MISSING, "-top", value)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"invalid value for -top: '{value}' {why}", done.stderr)

    def test_help_tells(self):
        out = run("--help").stdout
        for text in ("-stat STATISTIC", "-where EXPRESSION", "-top N", "op -top 5"):
            self.assertIn(text, out)
        self.assertIn("median", run("help", "stat").stdout)
        self.assertIn("null", run("help", "where").stdout)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
