"""-format pretty and the other formats on the real binary, at all widths, and the rc file.

Run as: pretty_test.py PROFILER [TEST...]
"""

import json
import os
import pathlib
import re
import sys
import tempfile
import unicodedata
import unittest

from help_text import values_of, views
from run import PROFILER, environment, is_sanitized, run, run_tests
from terminal import Terminal

PROFILE = os.path.abspath("testdata/mlp/profile_1055")
SMALL = os.path.abspath("testdata/bad/profile_ok")
UTF8 = os.path.abspath("testdata/bad/profile_utf8")
PRETTY = ("op", PROFILE, "-order_by", "micros", "-max_depth", "3", "-format", "pretty")
TEXT_HEAD = "\nDoc:\nop: "
COLOR = re.compile(r"\x1b\[\d*m")


def env(**more):
    """The environment of a terminal with all features."""
    return environment(**{"TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "", **more})


def drawn(*args, stdin="", **more):
    return run(*args, stdin=stdin, env=env(**more))


def on_terminal(*args, program=None, columns=80, **more):
    """The exit status, and the output."""
    with Terminal(program or PROFILER, *args, env=env(**more), columns=columns) as terminal:
        return terminal.wait(), terminal.seen


def width(line):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in COLOR.sub("", line))


# Formats of commands that judge; check_forms_test has them.
OF_VERDICTS = {"junit", "github"}


def base_of(view, profile):
    """The options without which the command does not answer."""
    needs = {"diff": ["-base", profile], "check": ["-require", "steps: count() > 0"],
             "sql": ["SELECT * FROM ops LIMIT 3"]}
    return needs.get(view, [])


class PrettyTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def shown(self, *args, status=0, **more):
        got, seen = on_terminal(*args, **more)
        self.assertEqual(got, status, seen)
        return seen


def is_command(line):
    """Whether the line is a command: a finding's, or one of the section `next` of overview."""
    word = line.split(" ")[0]
    return "more: " in line or (word in views(PROFILER) and " -" in line)


class WidthTest(PrettyTest):

    def test_every_view_at_every_width(self):
        select = ",".join(values_of(PROFILER, "select"))
        widths = (1, 61, 1000) if is_sanitized(PROFILER) else (1, 39, 40, 61, 80, 200, 1000)
        for view in views(PROFILER):
            for profile in (PROFILE, UTF8):
                for columns in widths:
                    for options in ([], ["-select", select], ["-max_depth", "30"]):
                        done = drawn(view, profile, *base_of(view, profile),
                                     "-format", "pretty", *options,
                                   COLUMNS=str(columns))
                        if done.returncode == 2:
                            continue  # another table takes other options and columns
                        self.assertEqual(done.returncode, 0, done.stderr)
                        self.assertTrue(done.stdout)
                        for line in done.stdout.splitlines():
                            if width(line) > columns and is_command(line):
                                continue  # commands are never cut
                            self.assertLessEqual(width(line), columns, line)

    def test_of_the_terminal_and_not_of_the_environment(self):
        for columns in (50, 120):
            seen = self.shown(*PRETTY, columns=columns, COLUMNS="70")
            self.assertEqual(COLOR.sub("", seen), drawn(*PRETTY, COLUMNS=str(columns)).stdout)
        self.assertIn("no room for", self.shown(*PRETTY, columns=40))

    def test_of_the_environment_and_else_100(self):
        self.assertIn("no room for", drawn(*PRETTY, COLUMNS="40").stdout)
        want = drawn(*PRETTY, COLUMNS="100").stdout
        self.assertNotIn("no room for", want)
        for columns in ("", "0", "many", "-7", "99999999999999999999999"):
            self.assertEqual(drawn(*PRETTY, COLUMNS=columns).stdout, want)

    def test_ascii_where_the_locale_is_not_utf_8(self):
        for locale in ({"LC_ALL": "C", "LANG": "C.UTF-8"},
                       {"LC_ALL": "", "LC_CTYPE": "POSIX", "LANG": "C.UTF-8"},
                       {"LC_ALL": "", "LC_CTYPE": "", "LANG": ""}):
            self.assertTrue(drawn("scope", UTF8, "-format", "pretty", **locale).stdout.isascii())
        for locale in ({"LC_ALL": "C.UTF-8", "LANG": "C"},
                       {"LC_ALL": "", "LC_CTYPE": "de_DE.utf8", "LANG": "C"},
                       {"LC_ALL": "", "LC_CTYPE": "", "LANG": "en_US.UTF-8"}):
            self.assertIn("├─ ", drawn("scope", UTF8, "-format", "pretty", **locale).stdout)


class ColorTest(PrettyTest):

    def test_on_a_terminal_only(self):
        self.assertIn("\x1b[31m█", self.shown(*PRETTY))
        self.assertNotIn("\x1b", drawn(*PRETTY).stdout)

    def test_who_wants_none_gets_none(self):
        for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            seen = self.shown(*PRETTY, **variables)
            self.assertIn("█", seen)
            self.assertNotIn("\x1b", seen)

    def test_not_in_files(self):
        path = self.folder / "x"
        self.shown(*PRETTY, "-output", f"file:outfile={path}")
        self.assertNotIn("\x1b", path.read_text())

    def test_not_in_what_a_prompt_line_sends_elsewhere(self):
        line = " ".join(("op", *PRETTY[2:]))
        with Terminal(PROFILER, PROFILE, env=env()) as terminal:
            terminal.expect("tfprof> ")
            terminal.send(f"{line} > {self.folder}/x\n")
            terminal.expect("\n")
            terminal.expect("tfprof> ")
        text = (self.folder / "x").read_text()
        self.assertIn("█", text)
        self.assertNotIn("\x1b", text)

    def test_control_bytes_of_names_stay_written_out(self):
        path = self.folder / "escape"
        path.write_bytes(pathlib.Path(SMALL).read_bytes().replace(b"net/mm", b"n\x1bt/mm"))
        seen = self.shown("scope", str(path), "-format", "pretty", columns=200)
        self.assertIn(r"n\x1bt/mm", seen)
        self.assertNotIn("\x1b", COLOR.sub("", seen))
        self.assertIn(r"n\x1bt/mm", drawn("scope", str(path), "-format", "pretty").stdout)


class FormatsTest(PrettyTest):

    def test_every_form_of_every_view(self):
        with tempfile.TemporaryDirectory() as folder:
            for form in sorted(set(values_of(PROFILER, "format")) - OF_VERDICTS):
                for view in views(PROFILER):
                    done = drawn(view, SMALL, *base_of(view, SMALL), "-format", form)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertTrue(done.stdout)
                done = drawn("op", SMALL, "-format", form, "-output", f"profile:outfile={folder}/x")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("/x", done.stdout)

    def test_tsv_and_csv_hold_what_json_holds(self):
        rows = json.loads(drawn("scope", PROFILE, "-format", "json").stdout)["rows"]
        for form, separator in (("csv", ","), ("tsv", "\t")):
            lines = drawn("scope", PROFILE, "-format", form).stdout.splitlines()
            self.assertEqual(lines[0].split(separator), list(rows[0]))
            self.assertEqual([line.split(separator)[0] for line in lines[1:]],
                             [row["name"] for row in rows])
            self.assertEqual([line.split(separator)[6] for line in lines[1:]],
                             [str(row["total_micros"]) for row in rows])

    def test_an_empty_line_stands_between_answers(self):
        for form in ("csv", "tsv", "markdown", "pretty"):
            one = drawn("op", SMALL, "-format", form).stdout
            done = drawn(SMALL, "-format", form, "-c", "op", "-c", "help quit", "-c", "op")
            self.assertEqual(done.stdout.count("\n\n" + one), 1)
            self.assertTrue(done.stdout.startswith(one))
            self.assertEqual(drawn(SMALL, "-format", form, stdin="op\nop\n").stdout, f"{one}\n{one}")
            lines = f"op > {self.folder}/x\nop >> {self.folder}/x\nop\n"
            self.assertEqual(drawn(SMALL, "-format", form, stdin=lines).stdout, one)

    def test_nothing_stands_between_answers_in_text_and_json(self):
        for form in ("text", "json"):
            one = drawn(SMALL, "-format", form, "-c", "op").stdout
            two = drawn(SMALL, "-format", form, "-c", "op", "-c", "op").stdout
            self.assertEqual(two, one + one)

    def test_a_prompt_needs_no_empty_lines(self):
        with Terminal(PROFILER, SMALL, "-format", "csv", env=env(TERM="dumb"),
                      echo=False) as terminal:
            terminal.expect("tfprof> ")
            for _ in range(2):
                terminal.send("op\n")
                self.assertTrue(terminal.expect("tfprof> ").startswith("name,key"))


class RcFileTest(PrettyTest):

    def setUp(self):
        super().setUp()
        self.path = self.folder / "profiler" / "rc"
        self.path.parent.mkdir()
        self.env = {"XDG_CONFIG_HOME": str(self.folder), "LC_ALL": "C.UTF-8"}
        self.write("# mine\n\n  \nset -format pretty\nset -max_depth 2 -order_by micros # more\n")

    def write(self, text):
        self.path.write_text(text)

    def check(self, seen, is_read):
        self.assertEqual("█" in seen, is_read, seen)
        self.assertEqual("Doc:" in seen, not is_read, seen)

    def shell(self, command):
        return self.shown("-c", command, program="/bin/sh", **self.env)

    def at_prompt(self, *args, **more):
        with Terminal(PROFILER, SMALL, *args, env=env(**{**self.env, "TERM": "dumb", **more}),
                      echo=False) as terminal:
            terminal.expect("tfprof> ")
            terminal.send("op\n")
            return terminal.expect("tfprof> ")

    def test_a_prompt_reads_it(self):
        self.check(self.at_prompt(), True)
        self.check(self.at_prompt("-no_rc"), False)

    def test_a_command_typed_at_a_terminal_reads_it(self):
        seen = self.shown("op", SMALL, **self.env)
        self.check(seen, True)
        self.check(self.shown("op", SMALL, "-no_rc", **self.env), False)
        self.assertEqual(len(re.findall(r"^ *\x1b\[2m\d", seen, re.M)), 3)  # -max_depth 2

    def test_scripts_never_read_it(self):
        self.write("set -no_such_option\n")
        script = self.folder / "script"
        script.write_text("op\n")
        self.check(self.shown(SMALL, "-c", "op", **self.env), False)
        self.check(self.shown(SMALL, "-f", str(script), **self.env), False)
        self.check(self.shell(f"echo op | {PROFILER} {SMALL}"), False)
        self.check(self.shell(f"{PROFILER} op {SMALL} < /dev/null"), False)
        self.check(self.shell(f"{PROFILER} op {SMALL} | cat"), False)
        for args, stdin in ((["op", SMALL], ""), ([SMALL, "-c", "op"], ""), ([SMALL], "op\n")):
            done = drawn(*args, stdin=stdin, **self.env)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.check(done.stdout, False)

    def test_the_command_line_comes_after_it(self):
        self.check(self.shown("op", SMALL, "-format", "text", **self.env), False)
        self.check(self.at_prompt("-format", "text"), False)

    def test_in_the_home_folder(self):
        home = self.folder / "home"
        (home / ".config").mkdir(parents=True)
        self.path.parent.rename(home / ".config" / "profiler")
        for config, is_read in (("", True), ("relative", True), (str(self.folder), False)):
            seen = self.shown("op", SMALL, HOME=str(home), XDG_CONFIG_HOME=config)
            self.check(seen, is_read)
        self.check(self.shown("op", SMALL, HOME="", XDG_CONFIG_HOME=""), False)

    def test_wrong_lines_are_refused_before_anything_is_opened(self):
        self.write("set -format pretty\nop\nset -ordr_by micros\nset -c op\nopen x\n"
                   "set -profile_path x\n")
        for args in (["op", "/no/such/profile"], ["/no/such/profile"]):
            seen = self.shown(*args, status=2, **self.env)
            for line, word in ((2, "'op' is for the prompt: this file takes `set` lines only"),
                               (3, "did you mean '-order_by'?"),
                               (4, "-c is for the command line only"),
                               (5, "'open' is for the prompt"),
                               (6, "-profile_path is for the command line and for open only")):
                self.assertRegex(seen.replace("\n", ""), re.escape(f"{self.path}:{line}: ") + ".*" +
                                 re.escape(word))
            self.assertNotIn("there is no such file", seen)

    def test_a_column_that_the_view_has_not(self):
        view, column = self.table_view()
        self.write(f"set -order_by {column}\n")
        self.assertTrue(self.shown(view, SMALL, **self.env))
        seen = " ".join(self.shown("op", SMALL, **self.env).split())
        self.assertIn(f"note: -order_by {column} is passed over: op has no such column", seen)
        self.write("set -where 'delay_max_us > 1'\n")
        seen = self.shown("op", SMALL, status=2, **self.env)
        self.assertIn(f"(set in {self.path}; -no_rc leaves it out)", seen)

    def table_view(self):
        """A view, and one of its columns for -order_by that `op` does not have."""
        for view in views(PROFILER):
            answer = json.loads(drawn(view, SMALL, "-format", "json").stdout)
            for column in answer.get("columns", [])[2:]:  # after name and key
                ordered = [drawn(one, SMALL, "-order_by", column["name"]) for one in (view, "op")]
                if [done.returncode for done in ordered] == [0, 2]:
                    return view, column["name"]
        self.fail("no view has a column of its own")

    def test_what_is_no_file(self):
        self.path.unlink()
        self.path.mkdir()
        seen = self.shown("op", SMALL, status=2, **self.env)
        self.assertIn("is no file of `set` lines", seen)

    def test_help_comes_whatever_is_in_it(self):
        self.write("opp\n")
        for args in (["help"], ["--help"], ["op", "--help"], ["--version"]):
            self.shown(*args, **self.env)
        for words in ("~/.config/profiler/rc", "-no_rc"):
            self.assertIn(words, drawn("help").stdout)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
