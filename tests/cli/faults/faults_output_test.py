"""Outputs whose writing fails or is interrupted, on the real binary.

Run as: faults_output_test.py PROFILER [TEST...]
"""

import os
import pathlib
import re
import select
import signal
import stat
import subprocess
import sys

from faulty import (TIMEOUT_S, FaultTest, close, limit_files, obey_permissions, wait_until)
from run import PROFILER, environment, run_tests

PROFILE = os.path.abspath("testdata/mlp/profile_1055")
SMALL = os.path.abspath("testdata/bad/profile_ok")

# A command for each way to write a file.
WRITERS = ["op -output file:outfile={}", "graph -output timeline:outfile={} -merge_steps",
           "trace -output timeline:outfile={}", "scope -output pprof:outfile={}",
           "code -output pprof:outfile={}", "scope -output folded:outfile={}",
           "code -output speedscope:outfile={}", "op -output store:outfile={}",
           "op -output profile:outfile={}", "op -output html:outfile={}"]
DATABASE = "op -output sqlite:outfile={}"  # only into files
REDIRECTS = ["op > {}", "op >> {}"]  # only in lines


class OutputTest(FaultTest):
    def setUp(self):
        super().setUp()
        self.profiler = PROFILER
        self.out = self.folder / "out"

    def write(self, command, path, **more):
        """Runs a line that writes to the path. Ignores stdout, where exporters print their
        banner."""
        done = self.run_with(PROFILE, "-compat", "off", stdin=command.format(path) + "\n", **more)
        done.stderr = "".join(line + "\n" for line in done.stderr.splitlines()
                              if "profiler: note:" not in line)
        return done


class FullDiskTest(OutputTest):
    def test_device_that_is_full(self):
        for command in WRITERS + REDIRECTS:
            with self.subTest(command):
                self.check(self.write(command, "/dev/full"), 1, "/dev/full: cannot write: No space")
        done = self.write(DATABASE, "/dev/full")
        self.check(done, 1, "/dev/full: a device or a pipe cannot hold it: give a file")

    def test_no_more_than_the_limit_of_the_shell(self):
        self.out.write_text("old")
        for command in [*WRITERS, DATABASE] + REDIRECTS[:1]:
            with self.subTest(command):
                done = self.write(command, self.out, preexec=limit_files(100))
                self.check(done, 1, f"{self.out}: cannot write: File too large")
                self.assertEqual(self.out.read_text(), "old")
                self.assertEqual(self.listed(), ["out"])

    def test_disk_that_fills_up(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(disk)],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("no file system can be mounted here")
        try:
            (disk / "out").write_text("old")
            for command in [*WRITERS[1:4], DATABASE]:
                done = self.write(command, disk / "out")
                self.check(done, 1, "No space left on device")
                self.assertEqual((disk / "out").read_text(), "old")
                self.assertEqual(os.listdir(disk), ["out"])
        finally:
            subprocess.run(["umount", str(disk)], check=True)

    def test_stdout(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            self.check(self.run_with("op", PROFILE, stdout=full), 1, "stdout: cannot write: No space")


def without_command(text):
    """JSON has the command as it was given."""
    return re.sub(r'"command":".*?","view"', '"view"', text, count=1)


class LargeAnswerTest(OutputTest):
    """Text of many rows is written to a file while more of it is rendered."""

    def args(self, form, *more):
        return ["scope", str(self.big_profile()), "-max_depth", "10", "-format", form, *more]

    def test_file_has_what_stdout_has(self):
        for form in ("text", "json", "csv", "tsv", "markdown"):
            want = self.run_with(*self.args(form)).stdout
            self.assertGreater(len(want), 2_000_000)
            for threads in ("1", "3"):
                with self.subTest(form, threads=threads):
                    done = self.run_with(*self.args(form, "-threads", threads, "-output",
                                                    f"file:outfile={self.out}"))
                    self.check(done, 0)
                    self.assertTrue(without_command(self.out.read_text()) == without_command(want))

    def test_no_room_for_all_of_it(self):
        self.out.write_text("old")
        for form in ("text", "json"):
            done = self.run_with(*self.args(form, "-output", f"file:outfile={self.out}"),
                                 preexec=limit_files(1_000_000))
            self.check(done, 1, f"{self.out}: cannot write: File too large")
            self.assertEqual(self.out.read_text(), "old")
            self.assertEqual(self.listed(), ["big", "out"])


class PermissionTest(OutputTest):
    def test_read_only_folder(self):
        locked = self.folder / "locked"
        locked.mkdir()
        (locked / "out").write_text("old")
        locked.chmod(0o555)
        self.addCleanup(locked.chmod, 0o755)
        for command in [*WRITERS, DATABASE]:
            for name in ("out", "new"):
                done = self.write(command, locked / name, preexec=obey_permissions)
                self.check(done, 1, f"locked/{name}: cannot create a file in its folder: Permission")
        done = self.write("op >> {}", locked / "new", preexec=obey_permissions)
        self.check(done, 1, "locked/new: cannot open it: Permission denied")
        self.assertEqual(os.listdir(locked), ["out"])

    def test_read_only_file(self):
        self.out.write_text("old")
        self.out.chmod(0o444)
        for command in [*WRITERS, DATABASE] + REDIRECTS:
            done = self.write(command, self.out, preexec=obey_permissions)
            self.check(done, 1, "out: cannot ")
        self.assertEqual(self.out.read_text(), "old")

    def test_folders_that_are_none(self):
        for path, why in (("/proc/none", "cannot create a file in its folder"),
                          (self.folder / "no/out", "No such file or directory"),
                          (f"{PROFILE}/out", "Not a directory"),
                          (self.folder / ("n" * 300), "File name too long")):
            for command in [*WRITERS, DATABASE]:
                self.check(self.write(command, path), 1, why)

    def test_umask(self):
        for mask, mode in ((0o022, 0o644), (0o077, 0o600), (0o027, 0o640), (0o000, 0o666)):
            for command in [*WRITERS, DATABASE] + REDIRECTS:
                done = self.write(command, self.out, preexec=lambda mask=mask: os.umask(mask) and None)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(stat.S_IMODE(self.out.stat().st_mode), mode, command)
                self.out.unlink()
        self.assertEqual(self.listed(), [])

    def test_a_file_keeps_its_mode(self):
        self.out.write_text("old")
        self.out.chmod(0o604)
        self.write("op > {}", self.out)
        self.assertEqual(stat.S_IMODE(self.out.stat().st_mode), 0o604)


class ClosedTest(OutputTest):
    """Standard streams that are closed at the start: no file may get their numbers."""

    def test_stdout(self):
        done = self.run_with("op", SMALL, preexec=close(1))
        self.check(done, 1, "stdout: cannot write: Bad file descriptor")
        self.assertEqual(self.write("op -output file:outfile={}", self.out, preexec=close(1)).returncode, 0)
        self.assertEqual(self.out.read_text(), self.run_with("op", PROFILE, "-compat", "off").stdout)

    def test_stderr(self):
        done = self.run_with("op", SMALL, "-step", "77", preexec=close(2))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        # A note must not go into the file.
        args = ["op", PROFILE, "-min_micros", "20", "-compat", "tfprof"]
        done = self.run_with(*args, "-output", f"file:outfile={self.out}", preexec=close(2))
        self.assertEqual(done.returncode, 0)
        self.assertEqual(self.out.read_text(), self.run_with(*args).stdout)

    def test_stdin(self):
        done = self.run_with(SMALL, preexec=close(0))
        self.check(done, 1, "cannot read stdin: Bad file descriptor")
        self.check(self.run_with("op", SMALL, preexec=close(0)), 0)

    def test_all(self):
        command = ["op", SMALL, "-output", f"file:outfile={self.out}"]
        done = self.run_with(*command, preexec=close(0, 1, 2))
        self.assertEqual(done.returncode, 0)
        self.assertEqual(self.out.read_text(), self.run_with("op", SMALL).stdout)

    def test_reader_that_leaves(self):
        os.mkfifo(self.out)
        big = self.big_profile()
        reader = os.open(self.out, os.O_RDONLY | os.O_NONBLOCK)
        process = self.start("trace", str(big), "-output", f"timeline:outfile={self.out}")
        select.select([reader], [], [], TIMEOUT_S)  # it writes more than fits
        os.close(reader)
        _, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 1)
        self.assertEqual(err.decode(), f"profiler: {self.out}: cannot write: Broken pipe\n")
        self.assertEqual(self.listed(), ["big", "out"])


class SignalTest(OutputTest):
    """If the program is ended while it writes a file, the old file stays intact."""

    def end_while_writing(self, command, *signals):
        """Signals the program while it writes, and returns the exit status."""
        big = self.big_profile()
        for _ in range(20):
            self.out.write_text("old")
            process = self.start(*command.format(self.out).split(), str(big))
            if wait_until(lambda: any(file.stat().st_size > 0 for file in self.temporary()), process):
                for number in signals:
                    process.send_signal(number)
                process.communicate(timeout=TIMEOUT_S)
                if process.returncode != 0:
                    return process.returncode
        raise AssertionError("it was never caught writing")

    def temporary(self):
        return list(self.folder.glob(".profiler.*"))

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXCPU):
            with self.subTest(number):
                status = self.end_while_writing("trace -output timeline:outfile={}", number)
                self.assertEqual(status, 128 + number)
                self.assertEqual(self.out.read_text(), "old")
                self.assertEqual(self.listed(), ["big", "out"])

    def test_large_answer(self):
        status = self.end_while_writing("scope -max_depth 10 -format json -output file:outfile={}",
                                        signal.SIGINT)
        self.assertEqual(status, 128 + signal.SIGINT)
        self.assertEqual(self.out.read_text(), "old")
        self.assertEqual(self.listed(), ["big", "out"])

    def test_the_second_one_ends_it_on_the_spot(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            status = self.end_while_writing("trace -output timeline:outfile={}", number, number)
            self.assertEqual(status, 128 + number)
            self.assertEqual(self.out.read_text(), "old")
            self.assertEqual(self.listed(), ["big", "out"])

    def test_kill(self):
        status = self.end_while_writing("trace -output timeline:outfile={}", signal.SIGKILL)
        self.assertEqual(status, -signal.SIGKILL)
        self.assertEqual(self.out.read_text(), "old")  # a temporary file may stay

    def test_what_is_ignored_stays_so(self):
        done = self.run_with("op", SMALL, preexec=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
                             and None)
        self.assertEqual(done.returncode, 0)
        process = subprocess.Popen(
            [PROFILER, SMALL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(),
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN) and None)
        with process:
            process.stdin.write(b"help quit\n")
            process.stdin.flush()
            process.stdout.read(5)  # now it runs
            process.send_signal(signal.SIGHUP)
            out, _ = process.communicate(b"op\n", timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 0)
        self.assertIn(b"Profile:", out)


class CommandTest(OutputTest):
    """Output to `| command`."""

    def test_command_that_fails(self):
        for command, why in (("true", None), ("false", "`false` ended with status 1"),
                             ("kill -9 $$", "ended by signal 9"),
                             ("exit 127", "ended with status 127")):
            done = self.run_with(PROFILE, stdin=f"op | {command}\n")
            self.assertEqual(done.returncode, 0 if why is None else 1, done.stderr)
            if why is not None:
                self.assertIn(why, done.stderr)

    def test_it_ends_with_the_program(self):
        process = subprocess.Popen([PROFILER, SMALL], stdin=subprocess.PIPE, env=environment(),
                                   stderr=subprocess.PIPE)
        with process:
            pid = self.folder / "pid"
            process.stdin.write(f"op | echo $$ > {pid}; exec sleep 50\n".encode())
            process.stdin.flush()
            wait_until(lambda: pid.exists() and pid.read_text(), process)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(TIMEOUT_S), 128 + signal.SIGTERM)
        self.assertFalse(pathlib.Path("/proc", pid.read_text().strip()).exists())


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
