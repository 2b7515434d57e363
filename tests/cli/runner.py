"""Runs a module's tests and ends with the line that CI counts by."""

import sys
import unittest


def run_tests(module, names):
    """Runs the tests of the module, or only those named; returns the exit status."""
    loader = unittest.TestLoader()
    suite = loader.loadTestsFromNames(names, module) if names else loader.loadTestsFromModule(module)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    failed = len({test.id() for test, _ in result.failures + result.errors})
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 0 if result.wasSuccessful() else 1
