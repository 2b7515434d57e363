"""Helpers for tests that run the program in adverse conditions."""

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

from hostile_tensorflow import node, profile_proto
from run import environment, run

TIMEOUT_S = 60
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2


def obey_permissions():
    """For a child process: file modes apply to root, too."""
    libc = ctypes.CDLL(None)
    for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def limit_files(size):
    """For a child process: limits the size of files, like a full disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def close(*fds):
    """For a child process: closes these descriptors."""
    def close_all():
        for fd in fds:
            os.close(fd)
    return close_all


def default_signals():
    """For a child process: the signals may be ignored where the tests run."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class FaultTest(unittest.TestCase):
    """Subclasses set `profiler`."""

    profiler = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_with(self, *args, preexec=None, stdin="", env=None, **more):
        return run(*args, stdin=stdin, program=self.profiler, preexec_fn=preexec,
                   env=env or environment(), **more)

    def check(self, done, status, told=None):
        """`told` is in the only line on stderr; None: stderr is empty."""
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
        """A profile that takes a while to read and to write."""
        path = self.folder / "big"
        path.write_bytes(big_profile())
        return path


@functools.cache
def big_profile(ops=60_000):
    return profile_proto(node(f"scope{i % 100}/op{i}", i) for i in range(ops))


def wait_until(holds, process, timeout_s=TIMEOUT_S):
    """Returns False if the process ended before."""
    deadline = time.monotonic() + timeout_s
    while not holds():
        if process.poll() is not None:
            return False
        if time.monotonic() > deadline:
            raise TimeoutError("waited in vain")
        time.sleep(0.0005)
    return True
