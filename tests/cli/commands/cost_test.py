"""Reports of time and memory, and limits on both.

Run as: cost_test.py PROFILER [TEST...]
"""

import gzip
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from run import PROFILER, environment, run, run_tests
from terminal import TIMEOUT_S, Terminal

PROFILE = os.path.abspath("testdata/mlp/profile_1055")
SMALL = os.path.abspath("testdata/bad/profile_ok")
READ = ["read", "unpack", "decode", "derive", "join"]
ANSWER = ["answer", "query", "render", "write"]


def tables(err):
    """The names of the parts in each table of -timing."""
    sections = err.split("profiler: timing:\n")[1:]
    return [re.findall(r"^ {2,4}(\w+) +\d+ +\d+\.\d$", section, re.M) for section in sections]


class TimingTest(unittest.TestCase):
    def test_parts_and_memory_of_one_command(self):
        err = run("op", PROFILE, "-max_depth", "100", "-timing").stderr
        self.assertEqual(tables(err), [READ + ANSWER])
        self.assertRegex(err, r"  since start of process \d+\.\d ms\n")
        memory = re.search(r"  memory (\S+) MB: (\S+) anonymous, (\S+) of files; "
                           r"(\S+) at most, (\S+) at the start\n$", err)
        total, anonymous, file, peak, start = map(float, memory.groups())
        self.assertAlmostEqual(total, anonymous + file, delta=0.11)
        self.assertGreaterEqual(peak + 1, total)  # the kernel updates its count in batches
        self.assertGreater(total, start)

    def test_each_command_tells_its_own(self):
        lines = f"set -timing -max_depth 100\nop\nop\nopen {SMALL}\nhelp quit\nop -timing no\n"
        err = run(PROFILE, stdin=lines).stderr
        self.assertEqual(tables(err), [READ + ANSWER, ANSWER, READ])

    def test_transforms_and_exports(self):
        with tempfile.TemporaryDirectory() as folder:
            err = run("scope", PROFILE, "-from", "1us", "-timing",
                      "-output", f"pprof:outfile={folder}/out").stderr
        self.assertEqual(tables(err), [READ + ["answer", "recast", "export", "write"]])

    def test_files_read_together_are_counted(self):
        err = run("info", PROFILE, SMALL, "-timing").stderr
        self.assertRegex(err, r"\n    decode +2 ")


class MaxMemoryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_refused_before_reading(self):
        big = self.folder / "big"
        big.write_bytes(pathlib.Path(PROFILE).read_bytes())
        os.truncate(big, 1_000_000_000)  # sparse: takes no disk space
        done = run("op", str(big), "-max_memory", "500MB")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^profiler: reading is likely to take \d+\.\d MB of memory, "
                         r"more than the 500\.0 MB of -max_memory; most of it '\S+/big', "
                         r"\d+\.\d MB as tfprof_profile: read fewer files, or give a higher "
                         r"-max_memory\n$")

    def test_refused_by_what_a_packed_file_holds(self):
        packed = self.folder / "packed.gz"
        profile = pathlib.Path(PROFILE).read_bytes()
        rest = (os.urandom(3000) + bytes(97_000)) * 3000  # compresses like a profile
        packed.write_bytes(gzip.compress(profile + rest, compresslevel=1))
        done = run("op", str(packed), "-max_memory", "500MB")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "is likely to take .*packed.gz.* as tfprof_profile")

    def test_stopped_while_reading(self):
        # The program itself takes more than the limit; the estimate for the file is below it.
        done = run("op", SMALL, "-max_memory", "200KB")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^profiler: [a-z ]+ took \d+\.\d MB of memory, more than the "
                         r"0\.2 MB of -max_memory: read fewer files, ")

    def test_stopped_while_answering(self):
        out = self.folder / "out"
        lines = (f"op -max_memory 200KB -output file:outfile={out}\n"
                 f"code -max_memory 200KB -output pprof:outfile={out}\n"
                 "op -max_depth 1\n")
        done = run(PROFILE, "-keep_going", stdin=lines)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(re.findall("more than the 0.2 MB of -max_memory", done.stderr)), 2)
        self.assertIn("Profile:", done.stdout)  # the last one has no limit
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_enough_changes_nothing(self):
        self.assertEqual(run("op", PROFILE, "-max_memory", "2GiB").stdout,
                         run("op", PROFILE).stdout)

    def test_a_pipe_is_read_once(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(
            target=lambda: pipe.write_bytes(pathlib.Path(PROFILE).read_bytes()), daemon=True)
        writer.start()
        done = run("op", str(pipe), "-max_memory", "2GiB")
        self.assertEqual((done.returncode, done.stdout), (0, run("op", PROFILE).stdout), done.stderr)

    def test_sizes(self):
        for size in ("1000000000", "1000MB", "1GB", "1.5GiB", "953M", "0"):
            self.assertEqual(run("op", SMALL, "-max_memory", size).returncode, 0, size)
        for size in ("", "MB", "-1", "1 GB", "1XB", "nan", "inf", "1e30"):
            done = run("op", SMALL, f"-max_memory={size}")
            self.assertEqual(done.returncode, 2, size)
            self.assertIn("give bytes, or a size as 512MB or 2GiB", done.stderr)


class TimeoutTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_stopped_while_reading(self):
        done = run("op", PROFILE, "-timeout", "1us")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^profiler: [a-z ]+ took longer than the 0.001 ms of -timeout: "
                         r"read fewer files, select steps or rows, or give a longer -timeout\n$")

    def test_stopped_while_answering(self):
        """Open profiles stay open, and files that were written stay intact."""
        out = self.folder / "out"
        out.write_text("old")
        lines = "".join(f"{line} -timeout 1us\n" for line in (
            f"op -output file:outfile={out}", f"scope -output pprof:outfile={out}",
            f"trace -output timeline:outfile={out}", f"op -output store:outfile={out}"))
        done = run(PROFILE, "-keep_going", stdin=lines + f"op -timeout 1us > {out}\nop -max_depth 1\n")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(re.findall("took longer than the 0.001 ms of -timeout", done.stderr)), 5)
        self.assertIn("Profile:", done.stdout)  # the last one has no limit
        self.assertEqual((os.listdir(self.folder), out.read_text()), (["out"], "old"))

    def test_at_the_prompt_the_profile_stays_open(self):
        with Terminal(PROFILER, PROFILE, env=environment(TERM="dumb"), echo=False) as terminal:
            terminal.expect("tfprof> ")
            for line, seen in (("scope -timeout 1us", "took longer than"), ("op", "Profile:")):
                terminal.send(line + "\n")
                self.assertIn(seen, terminal.expect("tfprof> "))

    def test_who_reads_the_answer_has_time(self):
        with subprocess.Popen([PROFILER, "scope", PROFILE, "-max_depth", "100", "-format", "json",
                               "-select", "micros,bytes,device,op_types,input_shapes", "-timeout", "2s"],
                              stdout=subprocess.PIPE, env=environment()) as process:
            time.sleep(2.2)  # by now the pipe is full
            out = process.stdout.read()
            self.assertEqual(process.wait(TIMEOUT_S), 0)
        self.assertGreater(len(out), 1 << 16)

    def test_enough_changes_nothing(self):
        self.assertEqual(run("op", PROFILE, "-timeout", "1h").stdout, run("op", PROFILE).stdout)

    def test_durations(self):
        for duration in ("0", "100", "100s", "100000ms", "1.5min", "2m", "1h", "100000000us"):
            self.assertEqual(run("op", SMALL, "-timeout", duration).returncode, 0, duration)
        for duration in ("", "s", "-1", "1 s", "1d", "nan", "inf", "1e30"):
            done = run("op", SMALL, f"-timeout={duration}")
            self.assertEqual(done.returncode, 2, duration)
            self.assertIn("give seconds, or a duration as 500ms, 10s or 2min", done.stderr)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
