"""Runs a module's tests, ends with the line that CI counts by, and tells of its program."""

import functools
import os
import pathlib
import sys
import unittest


@functools.cache
def is_sanitized(program):
    """Whether a sanitizer watches the program: it is ten times as slow, and takes memory that is not
    its own."""
    content = pathlib.Path(program).read_bytes()
    return b"__asan_init" in content or b"__tsan_init" in content


def run_tests(module):
    """Runs the module as a program, `MODULE PROFILER [TEST...]`: its tests, or only those named, on
    its PROFILER. Returns the exit status."""
    module.PROFILER = os.path.abspath(sys.argv[1])
    names = sys.argv[2:]
    loader = unittest.TestLoader()
    suite = loader.loadTestsFromNames(names, module) if names else loader.loadTestsFromModule(module)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    failed = len({test.id() for test, _ in result.failures + result.errors})
    skipped = len(result.skipped)
    print(f"{result.testsRun - failed - skipped} passed, {failed} failed"
          + (f", {skipped} skipped" if skipped else ""))
    return 0 if result.wasSuccessful() else 1
