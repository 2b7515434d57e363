"""What tests of any view with -base share."""

import json
import pathlib
import random
import tempfile
import unittest

from run import ask


def made(path, seed, steps=10, slow=None, first=0, gone=(), noise=0.005):
    """A Kineto trace of six ops a step, each with a kernel. Op i takes slow[i] times as long; its
    name is fusion.(first + i)."""
    chance, slow = random.Random(seed), slow or {}
    events, now, correlation = [], 1000.0, 1
    for step in range(steps):
        begin = now
        for op in range(6):
            if op in gone:
                continue
            name = f"fusion.{op + first}"
            took = 100.0 * (op + 1) * chance.gauss(1, noise) * slow.get(op, 1)
            ids = {"correlation": correlation, "External id": correlation}
            events.append({"ph": "X", "cat": "cpu_op", "name": name, "pid": 1, "tid": 1, "ts": now,
                           "dur": took + 20, "args": {"External id": correlation}})
            events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1,
                           "tid": 1, "ts": now + 2, "dur": 5, "args": ids})
            events.append({"ph": "X", "cat": "kernel", "name": "k_" + name, "pid": 0, "tid": 7,
                           "ts": now + 10, "dur": took, "args": {**ids, "device": 0, "stream": 7}})
            now += took + 25
            correlation += 1
        events.append({"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{step}", "pid": 1,
                       "tid": 1, "ts": begin, "dur": now - begin})
        now += 5
    pathlib.Path(path).write_text(json.dumps({
        "schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "Made GPU"}],
        "traceEvents": events}))
    return path


def by_key(table):
    return {tuple(row["key"]): row for row in table["rows"]}


class Made(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.base = made(self.folder / "base.json", 1)

    def new(self, **changes):
        return made(self.folder / "new.json", 2, **changes)

    def diff(self, view, new, *options):
        return ask(view, new, "-base", self.base, *options)
