"""A program in bad company: what tests of faults share."""

import ctypes
import functools
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from hostile_files import node, profile_proto
from terminal import environment

TIMEOUT_S = 60
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2


def obey_permissions():
    """For a child: root, too, reads and writes only what modes allow."""
    libc = ctypes.CDLL(None)
    for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def limit_files(size):
    """For a child: no file beyond so many bytes, as where a disk is full."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def close(*fds):
    """For a child: these are closed."""
    def run():
        for fd in fds:
            os.close(fd)
    return run


def default_signals():
    """For a child: whoever runs the tests may ignore signals."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class FaultTest(unittest.TestCase):
    """PROFILER is set by whoever runs the tests."""

    profiler = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_with(self, *args, preexec=None, stdin="", env=None, **more):
        """Bytes that are no UTF-8 show as \\xNN."""
        more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        return subprocess.run([self.profiler, *args], input=stdin, text=True, preexec_fn=preexec,
                              errors="backslashreplace", env=env or environment(),
                              timeout=TIMEOUT_S, check=False, **more)

    def check(self, done, status, told=None):
        """`told` is in the one line on stderr; None: not a word was said."""
        self.assertEqual(done.returncode, status, done.stderr)
        if told is None:
            self.assertEqual(done.stderr, "")
            return
        self.assertIn(told, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("profiler: "), done.stderr)

    def start(self, *args):
        process = subprocess.Popen(
            [self.profiler, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment(), preexec_fn=default_signals)
        self.addCleanup(process.__exit__, None, None, None)
        self.addCleanup(process.kill)
        return process

    def listed(self):
        return sorted(os.listdir(self.folder))

    def big_profile(self):
        """One that takes a while to read and to write."""
        path = self.folder / "big"
        path.write_bytes(big_profile())
        return path


@functools.cache
def big_profile(ops=60_000):
    return profile_proto(node(f"scope{i % 100}/op{i}", i) for i in range(ops))


def wait_until(holds, process, timeout_s=TIMEOUT_S):
    """False: the process ended before."""
    deadline = time.monotonic() + timeout_s
    while not holds():
        if process.poll() is not None:
            return False
        if time.monotonic() > deadline:
            raise TimeoutError("waited in vain")
        time.sleep(0.0005)
    return True
