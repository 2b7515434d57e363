"""The program as users run it: arguments, scripts, pipes, the prompt, exit statuses.

Run as: cli_test.py PROFILER [TEST...]
"""

import json
import os
import pathlib
import pty
import select
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

from run import PROFILER, environment, run, run_tests
from terminal import TIMEOUT_S, Terminal

PROFILE = os.path.abspath("testdata/mlp/profile_1055")
DAMAGED = os.path.abspath("testdata/bad/profile_truncated")  # exit 1
LOSSY = os.path.abspath("testdata/bad/profile_dangling_input")  # exit 1 only with -strict
SMALL = os.path.abspath("testdata/bad/profile_ok")
MISSING = "/there/is/no/such/profile"
TOP3 = "op -order_by micros -max_depth 2"

OPTIONS_TABLE = """\
-max_depth                  10
-min_bytes                  0
-min_peak_bytes             0
-min_residual_bytes         0
-min_output_bytes           0
-min_micros                 0
-min_accelerator_micros     0
-min_cpu_micros             0
-min_params                 0
-min_float_ops              0
-min_occurrence             0
-step                       -1
-order_by                   name
-account_type_regexes       .*
-start_name_regexes         .*
-trim_name_regexes          
-show_name_regexes          .*
-hide_name_regexes          
-account_displayed_op_only  false
-select                     micros
-output                     stdout:
-source                     .*
-host                       .*
-rank                       .*
-device                     .*
-stat                       mean
-where                      
-top                        
-from                       
-to                         
-step_event                 
-tolerance                  1%
-match                      similar
-around                     
-module                     
-sample_type                
-device_peaks               
-show_idle                  false
-per_call                   false
-by                         
-every                      
-bandwidth                  
-parameters                 0
-metric                     
-below                      
-above                      
-for                        
-format                     text
-compat                     auto
-checkers                   
-threshold                  
-rules_file                 
-fail_on                    
-require                    
-budgets                    
-strict_noise               false
-of                         
-query_file                 
-key                        
-port                       0
-listen                     127.0.0.1
-allow_remote               false
-browser                    false
-merge_steps                false
-no_args                    false
-tables                     false
-options                    false
-timing                     false
-no_pager                   false
-max_memory                 0
-timeout                    0
"""


def plain_terminal(*args):
    """A terminal without line editing, which prompt_test.py tests."""
    return Terminal(PROFILER, *args, env=environment(TERM="dumb"), echo=False)


def rows(text):
    """The rows of every report in `text`."""
    out, inside = [], False
    for line in text.splitlines():
        if line.startswith("node name |"):
            inside = True
        elif not line:
            inside = False
        elif inside:
            out.append(line)
    return out


class CliTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, done, status, stdout=None, stderr=""):
        """`stderr` is a part of stderr; "" requires that it is empty."""
        self.assertEqual(done.returncode, status, done.stderr)
        if stdout is not None:
            self.assertEqual(done.stdout, stdout)
        if stderr:
            self.assertIn(stderr, done.stderr)
            for line in done.stderr.splitlines():
                self.assertTrue(line.startswith("profiler: "), line)
        else:
            self.assertEqual(done.stderr, "")
        return done.stdout

    def refused(self, *args, stderr, status=2, stdin=""):
        self.check(run(*args, stdin=stdin), status, "", stderr)

    def script(self, text):
        path = self.folder / "queries.tfprof"
        path.write_text(text)
        return str(path)


class OneShotTest(CliTest):

    def test_answers_on_stdout_only(self):
        out = self.check(run("op", f"--profile_path={PROFILE}", "--order_by=micros"), 0)
        self.assertTrue(out.startswith("\nDoc:\nop: "))
        self.assertTrue(rows(out)[0].startswith("Relu "))

    def test_takes_inputs_by_position_and_options_anywhere(self):
        want = run("op", f"--profile_path={PROFILE}", "--order_by=micros").stdout
        for args in (["op", PROFILE, "-order_by", "micros"],
                     ["op", "-order_by=micros", PROFILE],
                     ["--order_by", "micros", "op", PROFILE],
                     ["-profile_path", PROFILE, "op", "-order_by", "micros"],
                     ["op", "-order_by", "name", PROFILE, "-order_by", "micros"]):
            self.assertEqual(self.check(run(*args), 0), want, args)

    def test_does_not_read_stdin(self):
        read_end, write_end = os.pipe()
        try:
            done = subprocess.run([PROFILER, "op", SMALL], stdin=read_end, capture_output=True,
                                  timeout=TIMEOUT_S, env=environment(), check=False)
        finally:
            os.close(read_end)
            os.close(write_end)
        self.assertEqual(done.returncode, 0)

    def test_every_view_runs(self):
        for view in ("scope", "graph", "code", "op"):
            self.assertTrue(rows(self.check(run(view, PROFILE, "-compat", "off"), 0)), view)

    def test_needs_an_input(self):
        for args in (["op"], ["-c", "op"], ["-f", self.script("op\n")], []):
            self.refused(*args, stderr="no input: name a profile, as in `profiler op ")

    def test_unreadable_input(self):
        self.refused("op", MISSING, status=1, stderr=MISSING)
        self.refused(MISSING, stdin="op\n", status=1, stderr=MISSING)

    def test_damaged_input_still_answers(self):
        done = run("op", DAMAGED)
        self.assertTrue(rows(self.check(done, 1, stderr="profiler: warning: ")))
        self.assertIn("was cut short", done.stderr)
        self.check(run(DAMAGED, stdin="op\n"), 1, stderr="was cut short")
        self.check(run(DAMAGED, "-c", "op"), 1, stderr="was cut short")

    def test_step_that_is_not_there(self):
        self.refused("op", PROFILE, "-step", "77", status=1, stderr="the steps are 1 2 3 1050")

    def test_wrong_command_lines(self):
        for args, word in (
                (["opp", PROFILE], "'opp'; did you mean 'op'? (commands: scope,"),
                (["bogus", "--profile_path=" + PROFILE], "no such command or file: 'bogus'"),
                ([PROFILE, "op"], "the command comes first"),
                (["op", PROFILE, "-ordr_by", "micros"], "did you mean '-order_by'?"),
                (["op", PROFILE, "-order_by", "micro"], "did you mean 'micros'?"),
                (["op", PROFILE, "-order_by", "depth"], "invalid value for -order_by: 'depth'"),
                (["op", PROFILE, "-select", "parms"], "did you mean 'params'?"),
                (["op", PROFILE, "-format", "jsno"], "did you mean 'json'?"),
                (["op", PROFILE, "-output", "fiel:outfile=x"], "did you mean 'file'?"),
                (["op", PROFILE, "-max_depth", "ten"], "'ten' is not a whole number"),
                (["op", PROFILE, "-max_depth", "99999999999"], "does not fit"),
                (["op", PROFILE, "-max_depth"], "-max_depth misses its value"),
                (["op", PROFILE, "-select", "-x"], "-select=-x"),
                (["ops", PROFILE, "-select", "self_us,module"], "'module' is no column"),
                (["-c", "ops -select program_id", PROFILE], "'program_id' is no column"),
                (["set", "-max_depth", "3", PROFILE], "'set' is for the prompt"),
                (["op", PROFILE, "-c", "op"], "give one command, or -c and -f")):
            self.refused(*args, stderr=word)

    def test_bad_regex_is_refused_once_before_the_input_is_opened(self):
        for args in (["op", MISSING, "-show_name_regexes", "ok,ab(c"],
                     [MISSING, "-c", "op -show_name_regexes ok,ab(c"]):
            done = run(*args)
            self.check(done, 2, "", "bad regex 'ab(c'")
            self.assertEqual(len(done.stderr.splitlines()), 1)
            self.assertRegex(done.stderr, r"at character \d+")
            self.assertNotIn("there is no such file", done.stderr)

    def test_build_working_directory(self):
        env = environment(BUILD_WORKING_DIRECTORY=os.path.dirname(PROFILE))
        self.check(run("op", "profile_1055", cwd=self.folder, env=env), 0)
        self.check(run("op", "./profile_1055", cwd=self.folder), 1,
                   stderr="there is no such file")


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


class OptionsTest(CliTest):
    """Options of the groups report, input and program that have no other test."""

    def test_format(self):
        answer = json.loads(self.check(run("op", PROFILE, "-order_by", "micros", "-format=json"), 0))
        self.assertEqual(answer["command"], "op -order_by micros -format json")
        self.assertEqual(answer["inputs"], [PROFILE])
        self.assertEqual(answer["rows"][0]["name"], "Relu")
        self.assertTrue(self.check(run("op", PROFILE, "-format", "csv"), 0).startswith("name,"))

    def test_json_lines(self):
        out = self.check(run(PROFILE, "-format", "json", "-c", TOP3, "-c", "scope"), 0)
        self.assertEqual([json.loads(line)["command"] for line in out.splitlines()],
                         [TOP3, "scope"])

    def test_json_error(self):
        done = run("op", PROFILE, "-step", "77", "-format", "json")
        answer = json.loads(self.check(done, 1, stderr="-step 77"))
        self.assertEqual(answer["command"], "op -step 77 -format json")
        self.assertEqual(answer["error"]["code"], "NOT_FOUND")
        self.assertIn("-step 77 was not recorded", answer["error"]["message"])

    def test_compat(self):
        def first_of(compat):
            done = run("op", PROFILE, "-min_micros", "20", "-compat", compat)
            self.assertEqual(done.returncode, 0)
            return rows(done.stdout), done.stderr

        automatic, tfprof, off = first_of("auto"), first_of("tfprof"), first_of("off")
        self.assertEqual(automatic, tfprof)
        self.assertNotEqual(automatic[0], off[0])
        # Reports the quirk that changed the rows, but never on stdout.
        self.assertTrue(automatic[1].startswith("profiler: note: "))
        self.assertEqual(off[1], "")

    def test_notes_are_inside_json(self):
        done = run("op", PROFILE, "-min_micros", "20", "-format", "json")
        self.assertTrue(json.loads(self.check(done, 0))["notes"])

    def test_input_format(self):
        garbage = self.folder / "garbage"
        garbage.write_bytes(b"\x0a\x03abc" * 5)
        said = run("op", str(garbage)).stderr
        forced = run("op", str(garbage), "-input_format", "tfprof_profile").stderr
        self.assertNotEqual(said, forced)
        self.check(run("op", PROFILE, "-input_format", "tfprof_profile"), 0)
        self.refused("op", PROFILE, "-input_format", "tfprof_profil",
                     stderr="did you mean 'tfprof_profile'?")

    def test_strict(self):
        self.check(run("op", LOSSY), 0, stderr="warning: ")
        self.check(run("op", LOSSY, "-strict"), 1, stderr="warning: ")
        self.check(run("op", "-strict", LOSSY), 1, stderr="warning: ")
        self.check(run("op", "-strict", "no", LOSSY), 0, stderr="warning: ")
        self.check(run("op", "-strict", PROFILE), 0)

    def test_bool_spellings(self):
        script = "set -account_displayed_op_only{}\n\n"
        for spelling, value in (("", "true"), (" -step 1", "true"), (" YES", "true"),
                                ("=t", "true"), (" n", "false"), ("=0", "false")):
            out = self.check(run(PROFILE, stdin=script.format(spelling)), 0)
            self.assertIn(f"-account_displayed_op_only  {value}\n", out)
        self.refused(PROFILE, "-c", "op -account_displayed_op_only maybe",
                     stderr="neither true nor false")

    def test_output_file(self):
        want = run("op", PROFILE).stdout
        path = self.folder / "a report.txt"
        old_mask = os.umask(0o022)
        try:
            self.check(run("op", PROFILE, "-output", f"file:outfile={path}"), 0, "")
            self.assertEqual(path.read_text(), want)
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o644)
            path.chmod(0o640)
            self.check(run(PROFILE, stdin=f"op -max_depth 1 -output file:outfile='{path}'\n"), 0, "")
            self.assertNotEqual(path.read_text(), want)
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o640)
        finally:
            os.umask(old_mask)
        self.assertEqual(os.listdir(self.folder), ["a report.txt"])

    def test_output_file_through_a_link(self):
        (self.folder / "link").symlink_to("target")
        (self.folder / "target").write_text("old")
        self.check(run("op", SMALL, "-output", f"file:outfile={self.folder}/link"), 0, "")
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertIn("Profile:", (self.folder / "target").read_text())

    def test_output_file_whole_or_not_at_all(self):
        nowhere = f"file:outfile={self.folder}/none/x"
        self.refused("op", SMALL, "-output", nowhere, status=1, stderr=f"{self.folder}/none/x: ")
        self.refused("op", SMALL, "-output", f"file:outfile={self.folder}", status=1,
                     stderr="Is a directory")
        self.refused("op", SMALL, "-output", "file:outfile=/dev/full", status=1,
                     stderr="/dev/full: cannot write: No space left on device")
        self.check(run("op", SMALL, "-output", "file:outfile=/dev/null"), 0, "")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        # A failed command keeps the old file.
        path = self.folder / "kept"
        path.write_text("old")
        done = run("op", SMALL, "-step", "77", "-output", f"file:outfile={path}")
        self.check(done, 1, "", "-step 77")
        self.assertEqual(path.read_text(), "old")

    def test_output_none(self):
        self.check(run("op", PROFILE, "-output", "none"), 0, "")

    def test_output_is_kept_by_set(self):
        path = self.folder / "out"
        self.check(run(PROFILE, stdin=f"set -output file:outfile={path}\nop\n"), 0, "")
        self.assertEqual(path.read_text(), run("op", PROFILE).stdout)


class StreamsTest(CliTest):

    def test_closed_pipe_ends_quietly(self):
        for args, stdin in ((["op", PROFILE], b""), (["--help"], b""),
                            ([PROFILE], b"op\n" * 50),
                            ([DAMAGED, "-keep_going"], b"op\n" * 50)):
            read_end, write_end = os.pipe()
            os.close(read_end)
            with os.fdopen(write_end, "w") as closed:
                done = subprocess.run([PROFILER, *args], stdout=closed, stderr=subprocess.PIPE,
                                      input=stdin, env=environment(), timeout=TIMEOUT_S,
                                      check=False)
            self.assertEqual(done.returncode, 0)
            told = [line for line in done.stderr.splitlines() if b"warning: " not in line]
            self.assertEqual(told, [])

    def test_full_disk_is_an_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for args in (["op", PROFILE], ["--help"], [PROFILE, "-c", "help"]):
                done = run(*args, stdout=full)
                self.check(done, 1, stderr="stdout: cannot write: No space left on device")

    def test_bytes_arrive_unchanged_where_no_terminal_is(self):
        escape = self.small_with_escape()
        self.assertIn("n\x1bt/mm", self.check(run("scope", escape), 0))

    def test_control_bytes_are_escaped_on_a_terminal(self):
        with plain_terminal("scope", self.small_with_escape()) as terminal:
            self.assertEqual(terminal.wait(), 0)
            self.assertIn(r"n\x1bt/mm", terminal.seen)
            self.assertNotIn("\x1b", terminal.seen)

    def small_with_escape(self):
        path = self.folder / "escape"
        path.write_bytes(pathlib.Path(SMALL).read_bytes().replace(b"net/mm", b"n\x1bt/mm"))
        return str(path)


class HelpTest(CliTest):

    def test_help_needs_no_input(self):
        want = self.check(run("--help"), 0)
        for args in (["help"], ["-h"], ["-c", "help"], ["help", PROFILE][:1]):
            self.check(run(*args), 0, want)
        self.check(run(PROFILE, stdin="help\n"), 0, want)

    def test_help_tells_what_a_new_user_asks(self):
        text = self.check(run("help"), 0)
        for part in ("op -order_by micros -max_depth 2", "-select params -order_by params",
                     "code -order_by micros", "-format json", "text|json|csv", "scope", "graph",
                     "accelerator_micros", "input_shapes", "-keep_going"):
            self.assertIn(part, text)
        for row in OPTIONS_TABLE.splitlines():
            self.assertIn(row.split()[0] + " ", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 112)

    def test_examples_of_help_run(self):
        text = self.check(run("help"), 0).split("For example:\n")[1].split("\n\n")[0]
        lines = [line.strip() for line in text.splitlines()]
        for line in lines:
            if not line.startswith("#"):
                done = run(PROFILE, "-c", line, cwd=self.folder)
                self.assertEqual(done.returncode, 0, line)
        self.assertTrue((self.folder / "op.csv").exists())

    def test_help_of_a_command(self):
        text = self.check(run("help", "op"), 0)
        self.assertTrue(text.startswith("op: "))
        self.check(run("op", "--help"), 0, text)
        self.check(run(PROFILE, stdin="op -help\n"), 0, text)
        for name in ("scope", "graph", "code", "set", "open", "help", "quit", "exit"):
            self.assertTrue(self.check(run("help", name), 0).startswith(name + ": "))

    def test_help_of_an_option(self):
        text = self.check(run("help", "order_by"), 0)
        self.assertIn("accelerator_micros", text)
        self.assertIn("Default: name", text)
        self.check(run("help", "-order_by"), 0, text)
        self.assertIn("On the command line and for `open`", self.check(run("help", "strict"), 0))
        self.assertIn("On the command line only", self.check(run("help", "keep_going"), 0))

    def test_help_of_nothing_known(self):
        self.refused("help", "ordr_by", stderr="did you mean 'order_by'?")
        self.refused("help", "x", stderr="no help for 'x'")
        self.refused("-c", "help x", stderr="no help for 'x'")

    def test_version(self):
        self.assertRegex(self.check(run("--version"), 0), r"^profiler \d+\.\d+\.\d+\n$")
        self.assertEqual(run("-version").stdout, run("--version").stdout)


class PromptTest(CliTest):

    def open(self, *args):
        opened = plain_terminal(*args)
        self.addCleanup(opened.__exit__)
        opened.expect("tfprof> ")
        return opened

    def test_answers_until_quit(self):
        terminal = self.open(PROFILE)
        terminal.send(TOP3 + "\n")
        self.assertEqual(len(rows(terminal.expect("tfprof> "))), 3)
        terminal.send("set -max_depth 0 -order_by micros\n")
        terminal.expect("tfprof> ")
        terminal.send("op\n")
        self.assertEqual(len(rows(terminal.expect("tfprof> "))), 1)
        terminal.send("quit\n")
        self.assertEqual(terminal.wait(), 0)

    def test_blank_line_shows_the_options(self):
        terminal = self.open(PROFILE)
        terminal.send("\n")
        self.assertEqual(terminal.expect("tfprof> "), OPTIONS_TABLE)

    def test_end_of_input_quits(self):
        terminal = self.open(PROFILE)
        terminal.send("\x04")
        self.assertEqual(terminal.wait(), 0)

    def test_goes_on_after_errors(self):
        terminal = self.open(f"--profile_path={PROFILE}")
        for line, message in (("opp", "did you mean 'op'?"), ("op -step 77", "not recorded"),
                              ("op 'a", "never closed"), ("help quit | false", "`false` ended with status 1"),
                              ("set -profile_path x", "for open only")):
            terminal.send(line + "\n")
            self.assertIn(message, terminal.expect("tfprof> "))
        terminal.send("exit\n")
        self.assertEqual(terminal.wait(), 0)

    def test_interrupt_clears_the_line(self):
        terminal = self.open(PROFILE)
        terminal.send("op -step 77")
        for _ in range(4):
            terminal.interrupt()
        terminal.send("help quit\n")
        terminal.expect("quit: ")
        terminal.expect("tfprof> ")
        terminal.send(TOP3 + "\n")
        answer = terminal.expect("tfprof> ")
        self.assertEqual(len(rows(answer)), 3)
        self.assertNotIn("77", answer)
        terminal.send("quit\n")
        self.assertEqual(terminal.wait(), 0)

    def test_interrupt_during_a_query_leaves_the_prompt(self):
        terminal = self.open(PROFILE)
        for _ in range(5):
            terminal.send("scope -max_depth 100 -select params,micros,bytes,op_types\n")
            terminal.interrupt()
        # After the interrupts, queries and prompts work again.
        terminal.send("help quit\n" + TOP3 + "\n")
        terminal.expect("quit: ")
        terminal.expect("Relu ")
        terminal.send("quit\n")
        self.assertEqual(terminal.wait(), 0)

    def test_unreadable_input(self):
        with plain_terminal(MISSING) as terminal:
            self.assertEqual(terminal.wait(), 1)
            self.assertNotIn("tfprof>", terminal.seen)

    def test_needs_an_input(self):
        with plain_terminal() as terminal:
            self.assertEqual(terminal.wait(), 2)
            self.assertIn("no input", terminal.seen)

    def test_damaged_input_shows_in_the_status(self):
        terminal = self.open(DAMAGED)
        terminal.send("quit\n")
        self.assertEqual(terminal.wait(), 1)

    def test_no_prompt_where_stdout_is_no_terminal(self):
        primary, secondary = pty.openpty()
        try:
            with subprocess.Popen([PROFILER, PROFILE], stdin=secondary, stdout=subprocess.PIPE,
                                  env=environment()) as process:
                os.write(primary, (TOP3 + "\nquit\n").encode())
                out = process.communicate(timeout=TIMEOUT_S)[0].decode()
        finally:
            os.close(primary)
            os.close(secondary)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(len(rows(out)), 3)
        self.assertNotIn("tfprof>", out)


class InterruptTest(CliTest):

    def start(self, *args, **more):
        process = subprocess.Popen(
            [PROFILER, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **more)
        self.addCleanup(process.__exit__, None, None, None)
        self.addCleanup(process.kill)
        return process

    def test_interrupt_ends_a_script_file(self):
        script = self.script("scope -max_depth 100\n" * 2000)
        process = self.start(PROFILE, "-f", script)
        process.stdout.read(1000)  # now it runs
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=TIMEOUT_S)[1]
        self.assertEqual(process.returncode, 130)
        self.assertIn(b"interrupted", err)

    def test_interrupt_is_not_kept_going_over(self):
        process = self.start(PROFILE, "-keep_going", "-f", self.script("op\n" * 2000))
        process.stdout.read(1000)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 130)

    def test_interrupt_ends_the_wait_for_a_line(self):
        process = self.start(PROFILE, stdin=subprocess.PIPE)
        process.stdin.write(b"op\n")
        process.stdin.flush()
        process.stdout.read(100)
        time.sleep(0.2)  # now it waits for the next line
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(TIMEOUT_S), 130)

    def test_interrupt_ends_a_blocked_write(self):
        process = self.start(PROFILE, "-f", self.script("scope -max_depth 100\n" * 200))
        select.select([process.stdout], [], [], TIMEOUT_S)  # now it runs
        time.sleep(0.5)  # nothing reads, so the pipe is full
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(TIMEOUT_S), 130)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
