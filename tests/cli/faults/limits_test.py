"""How much memory and time malicious files can take, on the real binary.

Run as: limits_test.py PROFILER [TEST...]
"""

import inspect
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

import hostile_files
from run import PROFILER, environment, is_sanitized, run_tests

GRAPH = os.path.abspath("testdata/mlp/graph.pb")
MB = 1_000_000

# The promises of docs/reliability.md: memory per byte of input, and a constant.
BYTES_PER_BYTE = 100
BESIDE = 120 * MB
PACKED_FREE, PACKED_RATIO = 32 << 20, 100  # limit of the unpacked size: the larger of both
MOST_CPU_S = 120

VIEWS = ["op", "scope", "graph", "code", "info", "advise", "ops", "steps", "trace -top 5",
         "hlo", "overview", "kernels"]
DEEP = ["scope -max_depth 2000000000 -top 3", "graph -max_depth 2000000000 -top 3",
        "code -max_depth 2000000000 -top 3", "scope -output pprof:outfile={}",
        "code -output folded:outfile={}", "graph -output timeline:outfile={}",
        "trace -output timeline:outfile={}", "op -output store:outfile={}"]


class Made:
    """The result of a run."""

    def __init__(self, process, usage, stdout, stderr):
        self.status = os.waitstatus_to_exitcode(process)
        self.peak = usage.ru_maxrss * 1024
        self.stdout, self.stderr = stdout, stderr


def limit_cpu():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))


def measured(*args):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen([PROFILER, *args], stdin=subprocess.DEVNULL, stdout=out,
                                   stderr=err, env=environment(), preexec_fn=limit_cpu)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read(100_000).decode(errors="replace"))
        return Made(status, usage, *texts)


class LimitsTest(unittest.TestCase):
    SCALED = True

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def make(self, name, *numbers, path=None):
        """A tenth of the size with a sanitizer, which is about ten times slower."""
        path = self.folder / (path or name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if is_sanitized(PROFILER) and self.SCALED:
            sizes = inspect.signature(hostile_files.maker(name)).parameters.values()
            numbers = [number // 10 for number in numbers or [size.default for size in sizes]]
        subprocess.run([sys.executable, hostile_files.__file__, name, str(path),
                        *map(str, numbers)], check=True)
        return path

    def ask(self, path, *args, commands=("op",), status=(0, 1), most=None):
        """Runs the commands on the file; checks that the peak is below `most`, or else the limit
        for its size."""
        lines = [word for line in commands
                 for word in ("-c", line.format(self.folder / "out"))]
        made = measured(*(args or [str(path)]), "-keep_going", *lines)
        self.assertIn(made.status, status, made.stderr[-2000:])
        self.assertNotIn("internal error", made.stderr)
        self.assertNotIn("out of memory", made.stderr)
        for line in made.stderr.splitlines():
            self.assertTrue(line.startswith("profiler: "), line)
        allowed = most or BESIDE + BYTES_PER_BYTE * path.stat().st_size
        if not is_sanitized(PROFILER):
            self.assertLess(made.peak, allowed, path.name)
        path.unlink()
        return made


class ClaimsTest(LimitsTest):
    """A megabyte whose counts, ids and lengths claim billions."""

    def test_profiles(self):
        for name in ("profile_that_claims", "xspace_that_claims", "hlo_that_claims",
                     "chrome_that_claims", "store_that_claims"):
            with self.subTest(name):
                self.ask(self.make(name), commands=VIEWS)

    def test_what_is_read_beside_a_graph(self):
        for name, option in (("graph_that_claims", "--graph_path"),
                             ("run_metadata_that_claims", "--run_meta_path"),
                             ("op_log_that_claims", "--op_log_path")):
            with self.subTest(name):
                path = self.make(name)
                graph = [f"--graph_path={GRAPH}"] if option != "--graph_path" else []
                self.ask(path, *graph, f"{option}={path}", commands=VIEWS)

    def test_checkpoint(self):
        """Offsets of blocks and tensors that are outside of all files."""
        path = self.folder / "m.ckpt.index"
        footer = b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f" * 4
        path.write_bytes(bytes(MB) + footer.ljust(40, b"\0") + b"\x57\xfb\x80\x8b\x24\x75\x47\xdb")
        made = self.ask(path, f"--graph_path={GRAPH}", f"--checkpoint_path={path}", status=(1,))
        self.assertIn("m.ckpt.index", made.stderr)

    def test_python_stats(self):
        path = self.make("marshal_that_claims", path="framework/python_stats")
        self.ask(path, "-input_format", "python_stats", str(path), status=(1,))


class DepthTest(LimitsTest):
    """Everything that can be nested is nested about a million times."""

    def test_scope(self):
        self.ask(self.make("deep_scope"), commands=VIEWS, status=(1,))  # no stacks for `code`
        self.ask(self.make("deep_scope", 20_000), commands=DEEP, status=(1,))

    def test_stack(self):
        self.ask(self.make("deep_stack"), commands=["code", "info", "advise"], status=(0,))
        self.ask(self.make("deep_stack", 20_000), commands=DEEP, status=(0,))

    def test_graph(self):
        self.ask(self.make("deep_graph"), commands=VIEWS + DEEP[1:2] + DEEP[5:], status=(1,))

    def test_functions_in_attributes(self):
        for name in ("deep_functions", "deep_text_graph"):
            path = self.make(name)
            self.ask(path, f"--graph_path={path}", commands=["op", "scope", "info"])

    def test_events(self):
        for name in ("deep_events", "deep_slices", "deep_begins"):
            with self.subTest(name):
                self.ask(self.make(name), commands=["ops", "scope", "steps"] + DEEP[6:])

    def test_modules(self):
        for name in ("deep_calls", "deep_operands"):
            with self.subTest(name):
                self.ask(self.make(name), commands=["hlo", "ops", "hlo -around i1"] + DEEP[:2])

    def test_brackets(self):
        made = self.ask(self.make("deep_json"), commands=["ops"], status=(1,))
        self.assertIn("cut short", made.stderr)
        self.ask(self.make("pyinstrument_deep"), commands=["code", "info"], status=(0, 1))
        path = self.make("marshal_deep", path="framework/python_stats")
        self.ask(path, "-input_format", "python_stats", str(path), status=(1,))

    def test_expressions(self):
        path = self.make("profile_that_claims", 10_000)
        for text in ("(" * 100_000, "!" * 100_000 + "micros", "micros > 1 && " * 9000,
                     "micros > " + "-" * 100_000 + "1"):
            made = measured("op", str(path), f"-where={text}")
            self.assertEqual(made.status, 2, made.stderr[:1000])
            self.assertTrue(is_sanitized(PROFILER) or made.peak < BESIDE)
        for text in ("(" * 50_000 + ")" * 50_000, "((a*)*)*" * 100, "a{1000}{1000}", "(a|" * 30_000,
                     "[" * 100_000):
            made = measured("op", str(path), f"-show_name_regexes={text}")
            self.assertIn(made.status, (0, 1, 2), made.stderr[:1000])
            self.assertTrue(is_sanitized(PROFILER) or made.peak < BESIDE)


class CycleTest(LimitsTest):
    def test_graph(self):
        self.ask(self.make("cycle_of_graph"), commands=VIEWS + DEEP[1:2] + DEEP[5:])

    def test_frames(self):
        self.ask(self.make("stack_in_a_circle"), commands=["code"] + DEEP[4:5], status=(0,))
        self.ask(self.make("cycle_of_python"), commands=["code", "ops", "scope"])

    def test_modules(self):
        self.ask(self.make("cycle_of_calls"), commands=["hlo", "ops", "hlo -around i1"] + DEEP[:2])
        self.ask(self.make("cycle_of_children"), commands=["ops", "scope"], status=(0,))


class SizeTest(LimitsTest):
    def test_names_of_ten_megabytes(self):
        for name in ("long_names", "long_event_names", "long_slice_names"):
            with self.subTest(name):
                self.ask(self.make(name), commands=["op", "scope", "ops", "info", "code",
                                                    "scope -format pretty", "op -format json"])

    def test_distinct_strings(self):
        ops = 1_000_000 if is_sanitized(PROFILER) else 10_000_000
        for name, count in (("distinct_strings", ops), ("distinct_event_names", 300_000),
                            ("distinct_slices", 300_000)):
            with self.subTest(name):
                path = self.make(name, count)
                most = BESIDE + 20 * path.stat().st_size if name == "distinct_strings" else None
                made = self.ask(path, commands=["op -top 3", "ops -top 3", "info"], most=most)
                self.assertTrue(made.stdout)

    def test_columns(self):
        for columns, rows in ((100_000, 300_000), (5000, 100_000)):
            path = self.make("wide_table", columns, rows, path="metrics.csv")
            self.ask(path, f"--metrics_path={path}", commands=["metrics", "info"])


class BombTest(LimitsTest):
    """Small files with large contents."""

    SCALED = False  # a tenth would be within other limits

    def test_gzip(self):
        for name in ("bomb_of_zeros", "bomb_of_slices", "bomb_of_scopes"):
            with self.subTest(name):
                path = self.make(name, path=name + ".gz")
                most = max(PACKED_FREE, PACKED_RATIO * path.stat().st_size)
                made = self.ask(path, status=(1,), most=BESIDE + most)
                self.assertRegex(made.stderr, rf"^profiler: '{path}' unpacks to more than \d+ MiB; "
                                 r"unpack it with gunzip and .*\n$")

    def test_store(self):
        """A store may contain a thousand times its size, and its rows as much again."""
        path = self.make("store_of_rows", 100_000)
        made = self.ask(path, status=(1,), most=BESIDE + (512 << 20) + 2000 * 100_000)
        self.assertIn("cut or damaged", made.stderr)


class OutOfMemoryTest(LimitsTest):
    def test_wherever_it_runs_out(self):
        """Running out of memory on any thread gives one clear error."""
        if is_sanitized(PROFILER):
            self.skipTest("a sanitizer needs more address space than there is")
        for name in ("distinct_strings", "distinct_event_names", "distinct_slices"):
            path = self.make(name, 100_000)
            for size in (50, 80, 120, 200):
                done = subprocess.run(
                    [PROFILER, "op", str(path), "-top", "1"], capture_output=True, text=True,
                    env=environment(), check=False, preexec_fn=lambda size=size: resource.setrlimit(
                        resource.RLIMIT_AS, (size * MB, size * MB)))
                if done.returncode != 0 and "loading shared libraries" not in done.stderr:
                    self.assertEqual((done.returncode, done.stdout, done.stderr),
                                     (1, "", "profiler: out of memory\n"), (name, size))


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
