"""A command on the command line: its inputs, options, help and exit statuses.

Run as: cli_test.py PROFILER [TEST...]
"""

import json
import os
import stat
import subprocess
import sys

from cli_case import DAMAGED, LOSSY, MISSING, OPTIONS_TABLE, PROFILE, SMALL, TOP3, CliTest, rows
from run import PROFILER, environment, run, run_tests
from terminal import TIMEOUT_S


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


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
