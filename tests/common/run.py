"""Runs the program under test, whose path is the tests' first argument, and the tests."""

import functools
import json
import os
import pathlib
import subprocess
import sys
import unittest

PROFILER = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else None
TIMEOUT_S = 300  # a sanitizer makes the program ten times slower


def environment(**more):
    """The program's environment: without the folder that `bazel run` sets, and without the user's
    own settings."""
    env = {k: v for k, v in os.environ.items() if k != "BUILD_WORKING_DIRECTORY"}
    return {**env, "XDG_CONFIG_HOME": "/nonexistent", "PROFILER_PAGER": "", **more}


def run(*args, stdin="", program=None, **more):
    """Runs the program; the result has returncode, stdout and stderr, which are bytes if `stdin`
    is, or else text in which invalid UTF-8 is \\xNN. `more` goes to subprocess.run()."""
    text = {} if isinstance(stdin, bytes) else {"encoding": "utf-8", "errors": "backslashreplace"}
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment(),
            "timeout": TIMEOUT_S, "check": False, **text, **more}
    args = [arg if isinstance(arg, bytes) else str(arg) for arg in args]
    return subprocess.run([program or PROFILER, *args], input=stdin, **more)


def ask(*args, **more):
    """The answer in JSON; the command must succeed."""
    done = run(*args, "-format", "json", **more)
    if done.returncode != 0:
        raise AssertionError(f"{args}: exit {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


@functools.cache
def is_sanitized(program=PROFILER):
    """Whether the program is built with a sanitizer, which makes it ten times slower and uses
    memory of its own."""
    content = pathlib.Path(program).read_bytes()
    return b"__asan_init" in content or b"__tsan_init" in content


def run_tests(module):
    """Runs the module as a program, `MODULE PROFILER [TEST...]`: all tests, or the named ones.
    Returns the exit status, after a last line for CI that counts the tests."""
    names = sys.argv[2:]
    loader = unittest.TestLoader()
    suite = loader.loadTestsFromNames(names, module) if names else loader.loadTestsFromModule(module)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    failed = len({test.id() for test, _ in result.failures + result.errors})
    skipped = len(result.skipped)
    print(f"{result.testsRun - failed - skipped} passed, {failed} failed"
          + (f", {skipped} skipped" if skipped else ""))
    return 0 if result.wasSuccessful() else 1
