"""The default form on a terminal, and the pager of long answers.

Run as: pager_test.py PROFILER [TEST...]
"""

import os
import pathlib
import re
import shutil
import sys
import tempfile
import time
import unittest

from run import PROFILER, environment, run, run_tests
from terminal import Terminal

TFPROF = os.path.abspath("testdata/mlp/profile_1055")
KINETO = os.path.abspath("testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz")
SLOW = os.path.abspath("testdata/kineto/torch_loader_bound/rank0.6.pt.trace.json")


# A busy machine takes a second to read a file; then the terminal shows that it is read.
PROGRESS = re.compile(r"\r\x1b\[K(reading [^\r\n]*(?=\r))?")


def env(**more):
    return environment(**{"TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
                          "PROFILER_PAGER": "", **more})


def on_terminal(*args, rows=24, columns=100, **more):
    """The exit status, and the output."""
    with Terminal(PROFILER, *args, env=env(**more), rows=rows, columns=columns) as terminal:
        return terminal.wait(), terminal.seen


class DefaultFormTest(unittest.TestCase):

    def drawn(self, *args):
        return run(*args, env=env(COLUMNS="100")).stdout

    def seen(self, *args):
        status, seen = on_terminal(*args)
        self.assertEqual(status, 0, seen)
        seen = PROGRESS.sub("", seen)
        return "".join(line for line in seen.splitlines(True) if not line.startswith("profiler: "))

    def check(self, form, *args):
        self.assertIn(self.drawn(*args, "-format", form), self.seen(*args))

    def test_pretty_on_a_terminal(self):
        self.check("pretty", "info", TFPROF)
        self.check("pretty", "steps", KINETO)
        self.check("pretty", "op", KINETO, "-max_depth", "3")
        self.check("pretty", KINETO, "-c", "steps")

    def test_tfprofs_views_of_its_files_stay_text(self):
        for view in ("scope", "graph", "code", "op"):
            self.check("text", view, TFPROF)
            self.check("text", view, TFPROF, "-compat", "off")

    def test_what_is_asked_for_wins(self):
        self.assertEqual(self.seen("steps", KINETO, "-format", "text"),
                         self.drawn("steps", KINETO, "-format", "text"))
        self.assertEqual(self.seen(KINETO, "-c", "set -format text", "-c", "steps"),
                         self.drawn("steps", KINETO, "-format", "text"))
        self.assertIn("█", self.seen("op", TFPROF, "-format", "pretty", "-order_by", "micros"))

    def test_text_on_a_pipe_and_in_files(self):
        text = self.drawn("steps", KINETO, "-format", "text")
        self.assertEqual(self.drawn("steps", KINETO), text)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x"
            self.seen("steps", KINETO, "-output", f"file:outfile={path}")
            self.assertEqual(path.read_text(), text)


class PagerTest(unittest.TestCase):

    LONG = ("op", TFPROF)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def pager(self, script):
        """A command that is a pager and leaves $LESS and what it read in the folder."""
        path = self.folder / "pager"
        path.write_text(f"#!/bin/sh\necho \"$LESS\" > {self.folder}/less\n{script}\n")
        path.chmod(0o755)
        return str(path)

    def saving(self):
        return self.pager(f"cat > {self.folder}/read; echo PAGED")

    def check(self, is_paged, *args, rows=10, **more):
        status, seen = on_terminal(*args, rows=rows, **more)
        self.assertEqual(status, 0, seen)
        self.assertEqual("PAGED" in seen, is_paged, seen)
        return seen

    def test_a_long_answer_is_paged(self):
        self.check(True, *self.LONG, PROFILER_PAGER=self.saving())
        self.assertEqual((self.folder / "read").read_text(), run(*self.LONG).stdout)
        self.check(True, "help", PROFILER_PAGER=self.saving())

    def test_less_is_set_as_git_sets_it(self):
        more = env()
        more.pop("LESS", None)
        self.assertNotIn("LESS", more)
        self.check(True, *self.LONG, PROFILER_PAGER=self.saving())
        self.assertEqual((self.folder / "less").read_text(), "FRX\n")
        self.check(True, *self.LONG, PROFILER_PAGER=self.saving(), LESS="-S")
        self.assertEqual((self.folder / "less").read_text(), "-S\n")

    @unittest.skipUnless(shutil.which("less"), "needs less")
    def test_a_command_typed_into_less_writes_no_file(self):
        more = env(PROFILER_PAGER="less", LESS="")
        more.pop("LESSSECURE", None)
        with Terminal(PROFILER, *self.LONG, env=more, cwd=self.folder, rows=10) as terminal:
            terminal.expect(":")
            terminal.send("scope -top 5\n")
            terminal.send("q")
            terminal.send("q")
            self.assertEqual(terminal.wait(), 0, terminal.seen)
        self.assertEqual([path.name for path in self.folder.iterdir()], [])

    def test_a_short_answer_is_not(self):
        self.check(False, *self.LONG, PROFILER_PAGER=self.saving(), rows=500)
        self.check(False, "--version", PROFILER_PAGER=self.saving())

    def test_which_pager(self):
        self.check(False, *self.LONG, PROFILER_PAGER="cat", PAGER=self.saving())
        self.check(False, *self.LONG, PROFILER_PAGER="", PAGER=self.saving())
        more = env(PAGER=self.saving())
        del more["PROFILER_PAGER"]
        with Terminal(PROFILER, *self.LONG, env=more, rows=10) as terminal:
            self.assertEqual(terminal.wait(), 0)
            self.assertIn("PAGED", terminal.seen)

    def test_no_pager(self):
        self.check(False, *self.LONG, "-no_pager", PROFILER_PAGER=self.saving())
        self.check(False, TFPROF, "-c", "set -no_pager", "-c", "op", PROFILER_PAGER=self.saving())

    def test_no_pager_for_files_and_pipes(self):
        self.check(False, *self.LONG, "-output", f"file:outfile={self.folder}/x",
                   PROFILER_PAGER=self.saving())
        self.assertNotIn("PAGED", run(*self.LONG, env=env(PROFILER_PAGER=self.saving())).stdout)

    def test_a_pager_that_ends_early_is_no_error(self):
        for script in ("head -n 2; echo PAGED", "echo PAGED; exit 3", "echo PAGED; kill -9 $$"):
            self.check(True, *self.LONG, "-trim_name_regexes", "-",
                       PROFILER_PAGER=self.pager(script))

    def test_a_pager_that_is_missing(self):
        seen = self.check(False, *self.LONG, PROFILER_PAGER="/nonexistent/pager")
        self.assertIn("MatMul", seen)

    def test_a_failed_check_keeps_its_exit_status(self):
        status, seen = on_terminal("overview", SLOW, "-fail_on", "warning", rows=5,
                                   PROFILER_PAGER=self.pager("head -n 1; echo PAGED"))
        self.assertIn("PAGED", seen)
        self.assertEqual(status, 3)

    def test_ctrl_c_is_the_pagers(self):
        for script, want in (("trap 'echo TRAPPED; exit 1' INT; echo READY; while :; do sleep 0.05; "
                              "done", "TRAPPED"), ("echo READY; sleep 60", "")):
            with Terminal(PROFILER, *self.LONG, env=env(PROFILER_PAGER=self.pager(script)),
                          rows=10) as terminal:
                terminal.expect("READY")
                time.sleep(0.3)  # for the shell to start what follows
                terminal.send("\x03")
                self.assertEqual(terminal.wait(), 0, terminal.seen)
                self.assertIn(want, terminal.seen)

    def test_at_the_prompt(self):
        with Terminal(PROFILER, TFPROF, env=env(TERM="dumb", PROFILER_PAGER=self.saving()),
                      rows=10, echo=False) as terminal:
            terminal.expect("tfprof> ")
            terminal.send("op\n")
            self.assertIn("PAGED", terminal.expect("tfprof> "))
            terminal.send("op -top 1\nset -no_pager\n")
            terminal.send("op\n")
            terminal.expect("tfprof> ")
            terminal.expect("tfprof> ")
            self.assertIn("MatMul", terminal.expect("tfprof> "))


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
