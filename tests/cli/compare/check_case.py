"""What tests of `check` share."""

import json
import pathlib
import tempfile
import unittest

from made_steps import made_steps
from run import run

OK, BROKEN, UNCLEAR = "ok", "broken", "unclear"
CANNOT_TELL, NOT_JUDGED = "cannot tell", "not judged"


class CheckCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def trace(self, name, steps):
        return made_steps(self.folder / name, steps)

    def pair(self, base, new):
        return self.trace("new.json", new), "-base", self.trace("base.json", base)

    def budgets(self, text):
        path = self.folder / "budgets.toml"
        path.write_text(text)
        return path

    def rows(self, *args, status=0):
        done = run("check", *args, "-format", "json")
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return json.loads(done.stdout)["rows"]

    def row(self, *args, status=0):
        return self.rows(*args, status=status)[0]

    def fails(self, status, said, *args):
        done = run("check", *args)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(said, done.stderr)
