"""What tests of `diff` share."""

import functools
import pathlib
import tempfile
import unittest

from made_trace import made
from run import ask


class DiffCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    @functools.cached_property
    def base(self):
        return made(self.folder / "base.json", 1)

    def new(self, **changes):
        return made(self.folder / "new.json", 2, **changes)

    def diff(self, new, *options):
        return ask("diff", new, "-base", self.base, *options)
