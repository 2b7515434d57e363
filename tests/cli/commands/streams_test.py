"""What the program is connected to: pipes, terminals without line editing, and signals.

Run as: streams_test.py PROFILER [TEST...]
"""

import os
import pathlib
import pty
import select
import signal
import subprocess
import sys
import time

from cli_case import (DAMAGED, MISSING, OPTIONS_TABLE, PROFILE, SMALL, TOP3, CliTest,
                      plain_terminal, rows)
from run import PROFILER, environment, run, run_tests
from terminal import TIMEOUT_S


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


class PlainPromptTest(CliTest):

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
