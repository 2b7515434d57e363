"""Several commands: lines of scripts, of pipes and of -c, and where they send their answers.

Run as: lines_test.py PROFILER [TEST...]
"""

import json
import os
import subprocess
import sys

from cli_case import DAMAGED, LOSSY, MISSING, OPTIONS_TABLE, PROFILE, SMALL, TOP3, CliTest, rows
from run import PROFILER, environment, run, run_tests
from terminal import TIMEOUT_S


class LinesTest(CliTest):
    """Commands from -c, -f and pipes."""

    def test_commands_in_order(self):
        done = run(PROFILE, "-c", TOP3, "-c", "op -order_by micros -max_depth 0")
        self.assertEqual(len(rows(self.check(done, 0))), 4)

    def test_commands_of_both_kinds(self):
        script = self.script("op -order_by micros\n")
        done = run(PROFILE, "-c", "set -max_depth 0", "-f", script)
        self.assertEqual(len(rows(self.check(done, 0))), 1)

    def test_script_file(self):
        script = self.script("# comment 'with a quote\n\n   \nset -max_depth 1  # one row more\r\n"
                             "op -order_by micros\nquit\nop")
        self.assertEqual(len(rows(self.check(run(PROFILE, "-f", script), 0))), 2)

    def test_script_file_that_cannot_be_read(self):
        self.refused(PROFILE, "-f", str(self.folder / "none"), stderr="cannot read the script")
        self.refused(PROFILE, "-f", str(self.folder), stderr="cannot read the script")

    def test_script_file_says_where(self):
        script = self.script("op\n\nopp\nop -ordr_by micros\n")
        done = run(MISSING, "-f", script)
        self.check(done, 2, "", f"profiler: {script}:3: unknown command 'opp'")
        self.assertIn(f"{script}:4: unknown option '-ordr_by'", done.stderr)
        self.assertNotIn("there is no such file", done.stderr)

    def test_set_counts_in_what_is_parsed_before(self):
        done = run(PROFILE, "-c", "set -step 77", "-c", "set -step 1050", "-c", TOP3)
        self.check(done, 0)
        self.refused(MISSING, "-c", "op", "-c", "set -order_by bogus",
                     stderr="invalid value for -order_by: 'bogus'")

    def test_pipe(self):
        out = self.check(run(PROFILE, stdin=f"{TOP3}\nset -max_depth 0\n{TOP3[:19]}"), 0)
        self.assertEqual(len(rows(out)), 4)
        self.assertNotIn("tfprof>", out)

    def test_pipe_answers_each_line_as_it_comes(self):
        with subprocess.Popen([PROFILER, SMALL], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              env=environment()) as process:
            for _ in range(2):
                process.stdin.write(b"op -format json\n")
                process.stdin.flush()
                self.assertTrue(json.loads(process.stdout.readline())["rows"])
            process.stdin.close()
            self.assertEqual(process.wait(TIMEOUT_S), 0)

    def test_quit_ends_the_pipe(self):
        for word in ("quit", "exit"):
            self.check(run(PROFILE, stdin=f"{word}\nop\n"), 0, "")

    def test_blank_line_shows_the_options(self):
        self.check(run(PROFILE, stdin="\n"), 0, OPTIONS_TABLE)
        self.check(run(PROFILE, stdin="   \t \n"), 0, OPTIONS_TABLE)
        self.check(run(PROFILE, "-c", ""), 0, OPTIONS_TABLE)
        self.check(run(PROFILE, "-f", self.script("\n# x\n")), 0, "")
        self.check(run(PROFILE, stdin="# x\n"), 0, "")
        # Set values may be meant for other views.
        self.check(run(PROFILE, stdin="set -select program_id\nops\n"), 0,
                   stderr="-select program_id is passed over: ops has no such column")
        out = self.check(run(PROFILE, stdin="set -step 2 -select micros,bytes\n\n"), 0)
        self.assertIn("-step                       2\n", out)
        self.assertIn("-select                     bytes,micros\n", out)

    def test_set_on_the_command_line_is_the_start(self):
        out = self.check(run(PROFILE, "-max_depth", "3", "-format", "csv", stdin="\n"), 0)
        self.assertIn("-max_depth                  3\n", out)
        self.assertIn("-format                     csv\n", out)

    def test_failed_set_changes_nothing(self):
        done = run(PROFILE, "-keep_going", stdin="set -max_depth 3 -order_by bogus\n\n")
        self.check(done, 1, OPTIONS_TABLE, "'bogus'")

    def test_own_options_are_not_kept(self):
        done = run(PROFILE, stdin="op -max_depth 1\n\n")
        self.assertTrue(self.check(done, 0).endswith(OPTIONS_TABLE))

    def test_first_failure_ends_the_run(self):
        for lines in ("op -step 77", "opp", "op -order_by bogus", "help nothing", "op 'a"):
            done = run(PROFILE, stdin=f"set -max_depth 1\n{lines}\n{TOP3}\n")
            self.check(done, 1, "", "profiler: line 2: ")
        self.check(run(PROFILE, "-c", "op -step 77", "-c", TOP3), 1, "",
                   "profiler: -c 'op -step 77': -step 77 was not recorded")
        script = self.script(f"op -step 77\n{TOP3}\n")
        self.check(run(PROFILE, "-f", script), 1, "", f"profiler: {script}:1: -step 77")

    def test_keep_going(self):
        out = run("--help").stdout
        self.assertIn("with -keep_going the others run, too, and the exit status is still 1", out)
        done = run(PROFILE, "-keep_going", stdin=f"opp\nop -step 77\n{TOP3}\n")
        self.assertEqual(len(rows(self.check(done, 1, stderr="line 1: unknown command"))), 3)
        self.assertIn("line 2: -step 77", done.stderr)
        done = run(PROFILE, "-keep_going", "-c", "op -step 77", "-c", TOP3)
        self.assertEqual(len(rows(self.check(done, 1, stderr="-step 77"))), 3)
        # A line with an error that is known in advance runs nothing.
        self.check(run(PROFILE, "-keep_going", "-c", "opp", "-c", TOP3), 2, "", "unknown command")

    def test_command_line_options_are_refused_in_lines(self):
        for option in ("-c op", "-f x", "-keep_going"):
            self.refused(PROFILE, stdin=f"set {option}\n", status=1,
                         stderr=f"{option.split()[0]} is for the command line only: ")
        for option in ("-profile_path x", "-input_format x", "-strict"):
            self.refused(PROFILE, stdin=f"set {option}\n", status=1,
                         stderr=f"{option.split()[0]} is for the command line and for open only: ")

    def test_quotes(self):
        line = "scope -show_name_regexes 'mlp.*,loss.*' -max_depth 4"
        want = self.check(run(PROFILE, "-c", line.replace("'", "")), 0)
        self.assertEqual(self.check(run(PROFILE, "-c", line), 0), want)
        self.assertEqual(self.check(run(PROFILE, "-c", line.replace("'", '"')), 0), want)
        self.refused(PROFILE, "-c", line[:-17], stderr="is never closed")

    def test_unreadable_input_fails_each_json_command(self):
        done = run(MISSING, "-keep_going", "-c", "op -format json", "-c", "scope -format json")
        errors = [json.loads(line) for line in self.check(done, 1, stderr=MISSING).splitlines()]
        self.assertEqual([e["command"] for e in errors], ["op -format json", "scope -format json"])
        self.assertEqual(len(done.stderr.splitlines()), 1)


class RedirectTest(CliTest):
    """`> file`, `>> file`, `| command` and `open`, on a pipe and in -f files."""

    def setUp(self):
        super().setUp()
        self.report = run(PROFILE, "-c", TOP3).stdout
        self.path = self.folder / "a report"

    def test_to_a_file(self):
        self.path.write_text("old")
        self.check(run(PROFILE, stdin=f"{TOP3} > '{self.path}' # here\n"), 0, "")
        self.assertEqual(self.path.read_text(), self.report)
        script = self.script(f"{TOP3} > {self.folder}/x\nhelp quit > {self.folder}/y\n")
        self.check(run(PROFILE, "-f", script), 0, "")
        self.assertEqual((self.folder / "x").read_text(), self.report)
        self.assertTrue((self.folder / "y").read_text().startswith("quit: "))

    def test_to_the_end_of_a_file(self):
        line = f"{TOP3} >> '{self.path}'\n"
        self.check(run(PROFILE, stdin=line + line), 0, "")
        self.assertEqual(self.path.read_text(), self.report * 2)

    def test_a_failed_command_leaves_the_file(self):
        self.path.write_text("old")
        for sign in (">", ">>"):
            for options in ("", "-format json"):
                done = run(PROFILE, stdin=f"op -step 77 {options} {sign} '{self.path}'\n")
                self.check(done, 1, "", "-step 77")
        self.assertEqual(self.path.read_text(), "old")
        self.check(run(PROFILE, stdin=f"op > {self.folder}\n"), 1, "", "Is a directory")
        self.check(run(PROFILE, stdin=f"op >> {self.folder}/no/x\n"), 1, "", "no/x: cannot open")

    def test_home(self):
        env = environment(HOME=str(self.folder))
        self.check(run(PROFILE, stdin=f"{TOP3} > ~/x\n", env=env), 0, "")
        self.assertEqual((self.folder / "x").read_text(), self.report)

    def test_to_a_command(self):
        out = self.check(run(PROFILE, stdin=f"{TOP3} | grep -c '(' | sed 's/$/!/' # shell\n"), 0)
        self.assertEqual(out, "3!\n")
        # The command's stdin is the report, not the lines that follow.
        out = self.check(run(PROFILE, stdin=f"{TOP3} | cat > /dev/null\nhelp quit\n"), 0)
        self.assertTrue(out.startswith("quit: "))

    def test_a_command_that_reads_no_more(self):
        big = "scope -max_depth 100 -select params,micros,bytes,op_types,input_shapes"
        self.check(run(PROFILE, stdin=f"{big} | head -1\n{big} | true\n"), 0, "\n")

    def test_a_command_that_fails(self):
        self.check(run(PROFILE, stdin="help | exit 3\nhelp\n"), 1, "",
                   "line 1: `exit 3` ended with status 3")
        done = run(PROFILE, stdin="help | kill -TERM $$\n")
        self.check(done, 1, "", "was ended by signal 15 (Terminated)")

    def test_signs_are_words_of_their_own(self):
        for line in ("op >x", "op |head"):
            self.refused(PROFILE, stdin=line, status=1, stderr="a blank must follow")
        done = run(PROFILE, stdin="op -show_name_regexes 'a|b' -hide_name_regexes '|'\n")
        self.assertEqual(done.returncode, 0)

    def test_what_cannot_be_redirected(self):
        for line, message in (("set -step 1 > x", "prints nothing"), ("> x", "follow a command"),
                              ("op >", "misses its file"), ("op |", "misses its command"),
                              ("op > x y", "takes one file"),
                              ("op -output none > x", "give one of them")):
            self.refused(PROFILE, stdin=line, status=1, stderr=message)

    def test_never_from_the_command_line(self):
        for line in ("op | head", "op > x", "op >> x"):
            self.refused(PROFILE, "-c", line, stderr="use the shell's here")
        # On the command line these are ordinary words.
        done = run("op", PROFILE, ">", "x", cwd=self.folder)
        self.assertIn("'>': there is no such file", done.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_redirection_beats_set(self):
        lines = f"set -output none\n{TOP3} > '{self.path}'\n{TOP3}\n"
        self.check(run(PROFILE, stdin=lines), 0, "")
        self.assertEqual(self.path.read_text(), self.report)

    def test_open(self):
        other = run(SMALL, "-c", TOP3).stdout
        lines = f"set -max_depth 2 -order_by micros\nop\nopen {SMALL}\nop\n"
        self.check(run(PROFILE, stdin=lines), 0, self.report + other)
        self.check(run(PROFILE, "-f", self.script(lines)), 0, self.report + other)
        # A script that opens a profile itself needs no other input.
        self.check(run("-f", self.script(f"open {SMALL}\n{TOP3}\n")), 0, other)
        self.check(run("-c", f"open -profile_path={SMALL}", "-c", TOP3), 0, other)

    def test_open_tells_inputs(self):
        out = self.check(run(PROFILE, stdin=f"open {SMALL}\nset -format json\nop\n"), 0)
        self.assertEqual(json.loads(out)["inputs"], [SMALL])

    def test_open_that_fails(self):
        done = run(PROFILE, "-keep_going", stdin=f"open {MISSING}\n{TOP3}\n")
        self.check(done, 1, self.report, f"{PROFILE} stays open")
        self.refused(PROFILE, stdin="open", status=1, stderr="open misses what to open")
        self.refused(PROFILE, stdin="open x -step 1", status=1, stderr="-step is not for open")
        self.refused(PROFILE, stdin="open x -input_format y", status=1, stderr="-input_format")

    def test_open_of_damaged_shows_in_the_status(self):
        self.check(run(PROFILE, stdin=f"open {DAMAGED}\n"), 1, "", "was cut short")
        self.check(run(PROFILE, stdin=f"open {LOSSY}\n"), 0, "", "warning: ")
        self.check(run(PROFILE, stdin=f"open -strict {LOSSY}\nopen {PROFILE}\n"), 1, "",
                   "warning: ")


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
