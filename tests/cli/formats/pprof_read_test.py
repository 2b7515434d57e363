"""Opens pprof profiles, and compares what `code` and `memory` answer with the real pprof.

Run as: pprof_read_test.py PROFILER [TEST...]

The profiles are made here, field by field. The truth is `go tool pprof -top`: of five profiles,
every row's flat and cum are the own value and total of `code`. What pprof does not show (devices,
damage) is worked out here.
"""

import gzip
import json
import pathlib
import random
import sys
import tempfile
import unittest

from go_pprof import Pprof
from run import run, run_tests

WHOLE = ["-max_depth", "100000"]


def varint(value):
    value &= 2**64 - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


class Profile:
    """A profile.proto. A stack is innermost first; an item of it is a location: a list of
    (function, file, line), of which all but the last were inlined."""

    def __init__(self, types, default=None, time_ns=0):
        self.strings, self.functions, self.locations = {"": 0}, {}, {}
        self.tables, self.samples = b"", b""
        for kind, unit in types:
            self.tables += field(1, field(1, self.text(kind)) + field(2, self.text(unit)))
        if default:
            self.tables += field(14, self.text(default))
        if time_ns:
            self.tables += field(9, time_ns)

    def text(self, text):
        return self.strings.setdefault(text, len(self.strings))

    def function(self, name, file):
        if (name, file) not in self.functions:
            number = self.functions[name, file] = len(self.functions) + 1
            self.tables += field(5, field(1, number) + field(2, self.text(name))
                                 + field(4, self.text(file)))
        return self.functions[name, file]

    def location(self, lines):
        key = tuple(lines)
        if key not in self.locations:
            number = len(self.locations) + 1
            self.locations[key] = number
            body = field(1, number) + field(3, 0x1000 + number)
            for name, file, line in lines:
                body += field(4, field(1, self.function(name, file)) + field(2, line))
            self.tables += field(4, body)
        return self.locations[key]

    def add(self, stack, values, **labels):
        body = field(1, b"".join(varint(self.location(lines)) for lines in stack))
        body += field(2, b"".join(varint(value) for value in values))
        for key, text in labels.items():
            body += field(3, field(1, self.text(key)) + field(2, self.text(text)))
        self.samples += field(2, body)

    def bytes(self):
        # Samples first, as some writers have them.
        return self.samples + self.tables + b"".join(
            field(6, text.encode()) for text in self.strings)


def at(function, line, file="main.go"):
    return [(function, f"/src/{file}", line)]


def cpu():
    profile = Profile([("samples", "count"), ("cpu", "nanoseconds")], time_ns=1_700_000_000 * 10**9)
    main = at("main.main", 10)
    profile.add([at("main.work", 21), main], [3, 30_000_000])
    profile.add([at("main.work", 22), main], [1, 10_000_000])
    profile.add([[("main.inlined", "/src/main.go", 31), ("main.work", "/src/main.go", 23)], main],
                [5, 50_000_000])
    profile.add([main], [2, 20_000_000])
    profile.add([at("main.work", 21), at("main.work", 24), main], [4, 40_000_000])
    return profile


def heap():
    profile = Profile([("alloc_objects", "count"), ("alloc_space", "bytes"),
                       ("inuse_objects", "count"), ("inuse_space", "bytes")], "inuse_space")
    main = at("main.main", 10)
    profile.add([at("main.load", 41), main], [100, 104_857_600, 10, 10_485_760])
    profile.add([at("main.cache", 51), main], [7, 7_000, 7, 7_000])
    profile.add([at("main.gone", 61), main], [9, 9_999, 0, 0])
    return profile


def contention():
    profile = Profile([("contentions", "count"), ("delay", "nanoseconds")])
    for i in range(20):
        profile.add([at("sync.Lock", 70 + i, "sync.go"), at("main.main", 10 + i % 3)],
                    [i + 1, (i + 1) * 1_000_000])
    return profile


def goroutines():
    profile = Profile([("goroutine", "count")])
    profile.add([at("runtime.gopark", 5, "proc.go"), at("main.wait", 80)], [12])
    profile.add([at("main.main", 10)], [1])
    return profile


def many():
    choice = random.Random(7)
    profile = Profile([("events", "count"), ("wall", "microseconds")])
    for _ in range(2000):
        depth = choice.randint(1, 12)
        stack = [at(f"pkg.f{choice.randint(0, 9)}_{level}", choice.randint(1, 4), "pkg.go")
                 for level in reversed(range(depth))]
        profile.add(stack, [choice.randint(0, 5), choice.randint(0, 10**6)])
    return profile


PROFILES = [(cpu, "cpu", "nanoseconds", "micros", 1000),
            (heap, "inuse_space", "bytes", "bytes", 1),
            (contention, "delay", "nanoseconds", "micros", 1000),
            (goroutines, "goroutine", "count", "run_count", 1),
            (many, "wall", "microseconds", "micros", 1)]


def by_line(report, measure):
    """(own, total) by pprof's name of a line: recursion counts once in a total."""
    found, rows = {}, report["rows"]
    for row in rows[1:]:
        file, line, function = row["name"].split(":", 2)
        name = f"{function} /src/{file}:{line}"
        above, nested = row["parent"], False
        while above is not None and not nested:
            nested = above > 0 and rows[above]["name"] == row["name"]
            above = rows[above]["parent"]
        own, total = found.get(name, (0, 0))
        found[name] = (own + (row[measure] or 0),
                       total + (0 if nested else row["total_" + measure] or 0))
    return found


class PprofRead(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.pprof = Pprof(folder.name)

    def write(self, profile, name="made", packed=True):
        path = self.folder / name
        content = profile if isinstance(profile, bytes) else profile.bytes()
        path.write_bytes(gzip.compress(content) if packed else content)
        return str(path)

    def ask(self, *args, status=0):
        done = run(*args, "-format", "json")
        self.assertEqual(done.returncode, status, done.stderr)
        return json.loads(done.stdout)

    def error(self, *args):
        done = run(*args)
        self.assertNotEqual(done.returncode, 0)
        return done.stderr

    def problems(self, path):
        done = run("info", path, "-format", "json")
        (section,) = [part for part in json.loads(done.stdout)["sections"]
                      if part["id"] == "problems"]
        return {row["name"] for row in section["rows"]}

    def test_lines_are_those_of_pprof(self):
        for make, kind, unit, measure, scale in PROFILES:
            for packed in (True, False):
                with self.subTest(kind, packed=packed):
                    path = self.write(make(), packed=packed)
                    report = self.ask("code", path, *WHOLE)
                    total, top = self.pprof.top(path, kind, unit, "-lines")
                    self.assertAlmostEqual(report["totals"][measure] * scale, total, delta=1)
                    want = {name.removesuffix(" (inline)"): values
                            for name, values in top.items() if values != (0, 0)}
                    got = {name: (own * scale, total * scale)
                           for name, (own, total) in by_line(report, measure).items()
                           if (own, total) != (0, 0)}
                    self.assertEqual(got.keys(), want.keys())
                    for name, (flat, cum) in want.items():
                        self.assertAlmostEqual(got[name][0], flat, delta=1, msg=name)
                        self.assertAlmostEqual(got[name][1], cum, delta=1, msg=name)

    def test_sample_type(self):
        path = self.write(heap())
        report = self.ask("code", path, "-sample_type", "alloc_space", "-select",
                          "bytes,occurrence")
        self.assertEqual(report["totals"]["bytes"], 104_857_600 + 7_000 + 9_999)
        self.assertEqual(report["totals"]["run_count"], 116)
        report = self.ask("code", path, "-sample_type", "alloc_objects")
        self.assertEqual(report["totals"]["run_count"], 116)
        self.assertIn("did you mean 'alloc_space'",
                      self.error("code", path, "-sample_type", "aloc_space"))

    def test_profiles_add_up(self):
        one = self.write(cpu(), "one")
        two = self.write(cpu(), "two", packed=False)
        more = cpu()
        more.add([at("main.main", 10)], [1, 5_000_000])
        two = self.write(more, "two", packed=False)
        report = self.ask("code", one, two)
        self.assertEqual(report["totals"]["micros"], 150_000 + 155_000)

    def test_round_trip(self):
        path, written = self.write(cpu()), str(self.folder / "written")
        before = self.ask("code", path, *WHOLE)
        self.assertEqual(run("code", path, *WHOLE, "-output", f"pprof:outfile={written}").returncode,
                         0)
        after = self.ask("code", written, *WHOLE)
        self.assertEqual(by_line(after, "micros").items(), by_line(before, "micros").items())
        self.assertEqual(self.pprof.top(written, "micros", "microseconds")[0], 150_000)

    def test_store_keeps_the_samples(self):
        path, store = self.write(heap()), str(self.folder / "kept.store")
        self.assertEqual(run("code", path, "-output", f"store:outfile={store}").returncode, 0)
        for view in ("code", "memory"):
            self.assertEqual(self.ask(view, store)["rows"], self.ask(view, path)["rows"])

    def test_heap_is_memory(self):
        path = self.write(heap())
        report = self.ask("memory", path)
        (row,) = report["rows"]
        self.assertEqual((row["name"], row["peak_bytes"], row["at_end_bytes"], row["allocations"]),
                         ("/host:CPU", None, 10_492_760, 0))
        lines = self.ask("memory", path)["sections"]
        lines = {part["id"]: part["rows"] for part in lines}
        self.assertEqual([(r["name"], r["bytes"], r["allocations"]) for r in lines["peak_lines"]],
                         [("/src/main.go:41", 10_485_760, 10), ("/src/main.go:51", 7_000, 7)])

    def test_device_memory_by_kind(self):
        """What jax.profiler.save_device_memory_profile writes."""
        profile = Profile([("allocations", "count"), ("space", "bytes")])
        site = "/venv/site-packages/jax/_src/api.py"
        train = [("train", "/w/train.py", 12)]
        profile.add([[("device_put", site, 100)], train], [4, 4096], kind="buffer", device="gpu:0")
        profile.add([[("device_put", site, 100)], train], [1, 512], kind="buffer", device="gpu:1")
        profile.add([[("compile", site, 7)], train], [1, 64], kind="executable", device="gpu:0")
        path = self.write(profile)
        report = self.ask("memory", path)
        self.assertEqual({row["name"]: row["at_end_bytes"] for row in report["rows"]},
                         {"/device:GPU:0": 4160, "/device:GPU:1": 512})
        parts = {part["id"]: part["rows"] for part in report["sections"]}
        self.assertEqual([(r["name"], r["device"], r["bytes"]) for r in parts["peak_scopes"]],
                         [("buffer", "/device:GPU:0", 4096), ("executable", "/device:GPU:0", 64),
                          ("buffer", "/device:GPU:1", 512)])
        self.assertEqual({r["name"] for r in parts["peak_lines"]}, {"/w/train.py:12"})
        self.assertEqual([(r["region"], r["each_bytes"], r["allocations"])
                          for r in parts["peak_allocations"]],
                         [("buffer", 1024, 4), ("executable", 64, 1), ("buffer", 512, 1)])

    def test_bad_indices(self):
        profile = cpu()
        profile.samples += field(2, field(1, varint(999)) + field(2, varint(1) + varint(1000)))
        profile.tables += field(4, field(1, 77) + field(4, field(1, 999) + field(2, 1)))
        profile.tables += field(5, field(1, 78) + field(2, 10**6))
        path = self.write(profile)
        self.assertIn("<unknown location 999>", run("code", path).stdout)
        self.assertLessEqual({"dangling_location", "dangling_string"}, self.problems(path))

    def test_lying_lengths(self):
        whole = cpu().bytes()
        path = self.write(whole[:-3], packed=False)
        self.assertIn("truncated", self.problems(path))
        path = self.write(cpu().bytes() + field(2, field(1, b"\xff\xff")), packed=False)
        self.assertIn("malformed_field", self.problems(path))

    def test_a_million_samples(self):
        profile = Profile([("samples", "count"), ("cpu", "nanoseconds")])
        profile.add([at("main.work", 21), at("main.main", 10)], [1, 1_000])
        profile.samples *= 1_000_000
        report = self.ask("code", self.write(profile))
        self.assertEqual(report["totals"]["micros"], 1_000_000)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
