"""The prompt with line editing, on terminals of several kinds.

Run as: prompt_test.py PROFILER [TEST...]
"""

import json
import os
import pathlib
import re
import stat
import sys
import tempfile
import unittest

from run import PROFILER, environment, run_tests
from terminal import Terminal

PROFILE = os.path.abspath("testdata/mlp/profile_1055")
BIG = os.path.abspath("testdata/transformer/profile_9")
SMALL = os.path.abspath("testdata/bad/profile_ok")
PROMPT = "tfprof> "
# More than any terminal buffers, so the command cannot end before its output is read.
LONG = "scope -max_depth 100 -select params,micros,bytes,op_types,input_shapes,device"
UP, LEFT, HOME, END, DELETE, BACKSPACE = "\x1b[A", "\x1b[D", "\x01", "\x05", "\x1b[3~", "\x7f"
CTRL_C, CTRL_D, CTRL_Z = "\x03", "\x04", "\x1a"


class PromptTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.history = self.folder / "state/profiler/history"

    def environment(self, **more):
        """The environment without the variables that are None."""
        env = {**environment(TERM="xterm", XDG_STATE_HOME=str(self.folder / "state")), **more}
        return {name: value for name, value in env.items() if value is not None}

    def open(self, *args, env=None, cwd=None, **more):
        terminal = Terminal(PROFILER, *(args or [PROFILE]), env=env or self.environment(),
                            cwd=cwd, **more)
        self.addCleanup(terminal.__exit__)
        terminal.expect(PROMPT)
        return terminal

    def line(self, terminal, keys):
        """Types `keys` and Enter; returns the output up to the next prompt."""
        terminal.send(keys)
        terminal.send("\n")
        terminal.expect("\n")
        return terminal.expect(PROMPT)

    def leave(self, terminal, status=0):
        terminal.send("quit\n")
        self.assertEqual(terminal.wait(), status)

    def asked(self, keys, terminal=None, **more):
        """The command that ran after `keys` were typed."""
        terminal = terminal or self.open(PROFILE, "-format", "json", "-max_depth", "0", **more)
        return json.loads(re.search(r"^\{.*\}$", self.line(terminal, keys), re.M)[0])["command"]

    def kept(self):
        return self.history.read_text().splitlines() if self.history.exists() else []


class EditingTest(PromptTest):

    def test_keys(self):
        terminal = self.open(PROFILE, "-format", "json", "-max_depth", "0")
        for keys, command in (("op", "op"),
                              ("op -stepp" + BACKSPACE + " 2", "op -step 2"),
                              ("p -step 2" + HOME + "o" + END + BACKSPACE + "3", "op -step 3"),
                              ("op -step 12" + LEFT + BACKSPACE, "op -step 2"),
                              ("op -sstep 2" + LEFT * 7 + DELETE, "op -step 2"),
                              (UP * 2 + BACKSPACE + "1", "op -step 1"),
                              ("op -step 7 8\x17" + BACKSPACE * 2 + "1", "op -step 1"),
                              ("scope -show_name_regexes 'ä\U0001f600" + BACKSPACE + "ö'",
                               "scope -show_name_regexes äö")):
            self.assertEqual(self.asked(keys, terminal), command)
        self.leave(terminal)

    def test_begins_with_what_overview_begins_with(self):
        terminal = Terminal(PROFILER, PROFILE, env=self.environment(), columns=100)
        self.addCleanup(terminal.__exit__)
        begun = terminal.expect(PROMPT)
        told = self.line(terminal, "overview -no_pager")
        first = told[told.index("What was recorded"):].split("\n\n")[0]
        self.assertRegex(first, r"\nsteps +9 +9 recorded")
        self.assertIn(first, begun)
        self.leave(terminal)

    def test_interrupt_clears_the_line(self):
        terminal = self.open()
        terminal.send("op -step 77" + CTRL_C)
        terminal.expect("^C\n" + PROMPT)
        self.assertIn("quit: ", self.line(terminal, "help quit"))
        self.leave(terminal)
        self.assertEqual(self.kept(), ["help quit", "quit"])

    def test_end_of_input_leaves(self):
        terminal = self.open()
        terminal.send("op" + HOME + CTRL_D + CTRL_D)  # deletes the characters under the cursor
        terminal.send("help quit\n")
        terminal.expect("quit: ")
        terminal.expect(PROMPT)
        terminal.send(CTRL_D)
        self.assertEqual(terminal.wait(), 0)

    def test_quit_and_exit(self):
        for word in ("quit", "exit"):
            terminal = self.open()
            terminal.send(word + "\n")
            self.assertEqual(terminal.wait(), 0)

    def test_plain_where_the_terminal_cannot_edit(self):
        for term in ("dumb", "", None):
            terminal = self.open(env=self.environment(TERM=term))
            self.assertIn("quit: ", self.line(terminal, "help quit"))
            self.assertNotIn("\x1b", terminal.seen)
            terminal.send(CTRL_D)
            self.assertEqual(terminal.wait(), 0)
        self.assertFalse(self.history.exists())

    def test_narrow_terminal(self):
        name = "a" * 60
        keys = f"scope -show_name_regexes {name} -step 12" + LEFT + BACKSPACE
        terminal = self.open(PROFILE, "-format", "json", columns=20, rows=10)
        self.assertEqual(self.asked(keys, terminal), f"scope -show_name_regexes {name} -step 2")
        answer = self.line(terminal, "op -format text -max_depth 3")
        self.assertIn("node name | total execution time | accelerator execution time", answer)
        self.leave(terminal)

    def test_terminal_is_as_before_at_the_end(self):
        terminal = Terminal("/bin/sh", "-c", f"stty -g; {PROFILER} {PROFILE}; stty -g",
                            env=self.environment())
        self.addCleanup(terminal.__exit__)
        before = terminal.expect("\n")
        terminal.expect(PROMPT)
        terminal.send("op" + CTRL_C)
        terminal.expect("^C\n" + PROMPT)
        terminal.send(CTRL_D)
        terminal.expect("^D\n")
        self.assertEqual(terminal.expect("\n"), before)


class CompletionTest(PromptTest):

    def test_completes(self):
        for keys, command in (
                ("sco\t", "scope"),
                ("op -orde\tmic\t", "op -order_by micros"),
                ("op -order_by=mic\t", "op -order_by micros"),
                ("op -select bytes,flo\t", "op -select bytes,float_ops"),
                ("op -account_d\tt\t", "op -account_displayed_op_only true"),
                ("op -account_type_regexes MatM\t", "op -account_type_regexes MatMul"),
                ("op -step 2\t-order_by na\t", "op -step 2 -order_by name"),
                ("scope -show_name_regexes mlp/hidden1/w\t",
                 "scope -show_name_regexes mlp/hidden1/weights"),
                ("advise -checkers Job\t -threshold InputC\th\t0.5",
                 "advise -checkers JobChecker -threshold InputChecker.high=0.5"),
                ("code -show_name_regexes mnist_mlp\t33:\t",
                 r"code -show_name_regexes 'mnist_mlp\.py:33:dense'")):
            self.assertEqual(self.asked(keys), command)

    def test_lists_on_the_second_tab(self):
        terminal = self.open()
        terminal.send("op -step 105\t")
        terminal.send("\t")
        listed = terminal.expect(PROMPT).split("\n", 1)[1]
        self.assertEqual(listed.split(), ["1050", "1051", "1052", "1053", "1054", "1055"])
        self.assertIn("-step=1051\n", self.line(terminal, "1 -max_depth 0 -format json"
                      """ | sed 's/.*-step \\([0-9]*\\) .*/-step=\\1/'"""))
        self.leave(terminal)

    def test_lists_a_screenful(self):
        terminal = self.open(columns=30, rows=8)
        terminal.send("op -\t\t")
        listed = terminal.expect(PROMPT).split("\n", 1)[1]
        self.assertRegex(listed, r"(?m)^\.\.\. \d+ more$")
        self.assertLessEqual(len(listed.splitlines()), 6)

    def test_files(self):
        (self.folder / "a b").mkdir()
        os.symlink(SMALL, self.folder / "a b/small_one")
        terminal = self.open(cwd=self.folder)
        self.line(terminal, "open a\tsm\t")
        answer = self.line(terminal, "op -format json | cat > o\tx")
        self.assertEqual(answer, "")
        report = json.loads((self.folder / "ox").read_text())
        self.assertEqual(report["inputs"], ["a b/small_one"])
        self.line(terminal, "op -output fi\ta\tout'")
        self.assertTrue((self.folder / "a b/out").exists())
        self.leave(terminal)

    def test_follows_open(self):
        terminal = self.open(SMALL, "-format", "json", "-max_depth", "0")
        terminal.send("op -account_type_regexes Rel\t" + CTRL_C)
        self.assertNotIn("Relu", terminal.expect(PROMPT))
        self.line(terminal, f"open {PROFILE}")
        self.assertEqual(self.asked("op -account_type_regexes MatM\t", terminal),
                         "op -account_type_regexes MatMul")
        self.leave(terminal)


class HistoryTest(PromptTest):

    def test_is_kept_from_run_to_run(self):
        terminal = self.open(cwd=self.folder)
        for keys in ("help quit", "help quit", " help exit", "", "help set"):
            self.line(terminal, keys)
        self.leave(terminal)
        self.assertEqual(self.kept(), ["help quit", "help set", "quit"])
        self.assertEqual(stat.S_IMODE(self.history.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(self.history.parent.stat().st_mode), 0o700)
        self.assertEqual(os.listdir(self.folder), ["state"])

        terminal = self.open()
        self.assertIn("set: ", self.line(terminal, UP * 2))
        self.leave(terminal)

    def test_keeps_a_query_whole(self):
        terminal = self.open()
        terminal.send("SELECT type, -- of ops\n")
        terminal.expect("...> ")
        terminal.send("'a;b' AS x FROM ops\n")
        terminal.expect("...> ")
        self.line(terminal, "LIMIT 1;")
        self.leave(terminal)
        self.assertEqual(self.kept(),
                         ["SELECT type, /* of ops*/ 'a;b' AS x FROM ops LIMIT 1;", "quit"])
        terminal = self.open()
        self.assertIn("a;b", self.line(terminal, UP * 2))
        self.leave(terminal)

    def test_under_home(self):
        terminal = self.open(env=self.environment(XDG_STATE_HOME=None, HOME=str(self.folder)))
        self.leave(terminal)
        self.history = self.folder / ".local/state/profiler/history"
        self.assertEqual(self.kept(), ["quit"])

    def test_without_home(self):
        for state in (None, "relative"):
            env = self.environment(HOME=None, XDG_STATE_HOME=state)
            terminal = self.open(env=env, cwd=self.folder)
            self.line(terminal, "help set")
            self.assertIn("set: ", self.line(terminal, UP))
            terminal.send("quit\n")
            self.assertEqual(terminal.wait(), 0)
            self.assertNotIn("profiler:", terminal.seen)
        self.assertEqual(os.listdir(self.folder), [])

    def test_that_cannot_be_written(self):
        for path in ("/dev/null", "/proc"):
            terminal = self.open(env=self.environment(XDG_STATE_HOME=path))
            self.assertIn("set: ", self.line(terminal, "help set"))
            terminal.send("quit\n")
            self.assertEqual(terminal.wait(), 0)
            self.assertNotIn("profiler:", terminal.seen)

    def test_of_two_sessions(self):
        one, two = self.open(), self.open()
        self.line(one, "help set")
        self.line(two, "help quit")
        self.line(one, "help exit")
        self.leave(two)
        self.leave(one)
        self.assertEqual(self.kept(), ["help set", "help quit", "help exit", "quit", "quit"])

    def test_is_bounded(self):
        self.history.parent.mkdir(parents=True)
        self.history.write_text("".join(f"help {n}\n" for n in range(5000)) + "\x1b[2J\nhelp set\n")
        terminal = self.open()
        self.assertIn("set: ", self.line(terminal, UP))
        self.leave(terminal)
        self.assertEqual(self.kept()[-3:], ["help 4999", "help set", "quit"])
        self.assertEqual(len(self.kept()), 1001)


class CommandsTest(PromptTest):

    def test_redirections(self):
        terminal = self.open(cwd=self.folder)
        self.assertEqual(self.line(terminal, "help quit > f"), "")
        want = (self.folder / "f").read_text()
        self.assertTrue(want.startswith("quit: "))
        self.line(terminal, "help quit >> f")
        self.assertEqual((self.folder / "f").read_text(), want * 2)
        self.assertEqual(self.line(terminal, "help | head -1"),
                         "profiler shows where the time and memory of a training job went.\n")
        self.assertIn("`exit 3` ended with status 3", self.line(terminal, "help | exit 3"))
        self.leave(terminal)

    def test_open(self):
        terminal = self.open()
        self.line(terminal, "set -order_by micros -max_depth 0")
        self.assertIn("Relu ", self.line(terminal, "op"))
        self.assertIn(f"{PROFILE} stays open", self.line(terminal, "open /no/such/profile"))
        self.assertIn("Relu ", self.line(terminal, "op"))
        self.line(terminal, f"open {SMALL}")
        answer = self.line(terminal, "op")
        self.assertNotIn("Relu ", answer)
        self.assertIn("MatMul ", answer)
        self.leave(terminal)

    def test_timing(self):
        terminal = self.open(PROFILE, "-timing")
        self.assertRegex(self.line(terminal, "op -max_depth 100"), r"(?s)timing:\n.*  memory \d+")
        self.leave(terminal)

    def test_interrupt_ends_a_query(self):
        terminal = self.open(BIG)
        for _ in range(3):
            terminal.send(LONG + "\n")
            terminal.expect("Doc:")
            terminal.send("typed ahead" + CTRL_C)
            self.assertTrue(terminal.expect(PROMPT).endswith("profiler: interrupted\n"))
        self.assertIn("quit: ", self.line(terminal, "help quit"))
        self.leave(terminal)

    def test_interrupt_ends_the_command_behind_a_pipe(self):
        terminal = self.open()
        for _ in range(2):
            terminal.send("help | { echo beg''un; exec sleep 1000; }\n")
            terminal.expect("begun")
            terminal.send(CTRL_C)
            self.assertTrue(terminal.expect(PROMPT).endswith("profiler: interrupted\n"))
        self.assertIn("quit: ", self.line(terminal, "help quit"))
        self.leave(terminal)

    def test_a_full_screen_program_behind_a_pipe(self):
        terminal = self.open()
        self.assertIn("yes\n", self.line(terminal, "help | (stty -a < /dev/tty | grep -q ' icanon'"
                                                   " && echo y''es)"))
        self.leave(terminal)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
