"""Chrome traces that are damaged, cut, badly compressed or of another format, on the real binary.

Run as: chrome_bad_input_test.py PROFILER [TEST...]
"""

import gzip
import json
import pathlib
import sys
import tempfile
import unittest

from run import run, run_tests

TRACE = pathlib.Path("testdata/kineto/torch_loader_bound/rank0.6.pt.trace.json").resolve()
EVENT = '{"ph":"X","cat":"cpu_op","name":"%s","pid":1,"tid":1,"ts":%d,"dur":2}'


class BadInputTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ask(self, content, *args, name="t.json"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return run(f"--profile_path={path}", "-format", "json", *args, stdin=b"")

    def ops(self, content, **kwargs):
        answer = self.ask(content, "-c", "op", **kwargs)
        return answer, {row["name"] for row in json.loads(answer.stdout)["rows"]}

    def test_what_fills_the_memory_is_refused(self):
        bomb = self.folder / "bomb.json.gz"
        with gzip.open(bomb, "wb", compresslevel=1) as out:
            out.write(b'{"traceEvents": [')
            for _ in range(1100):
                out.write(b" " * (1 << 20))
        answer = self.ask(bomb.read_bytes(), "-c", "op", name="t.json.gz")
        self.assertEqual(answer.returncode, 1)
        self.assertRegex(answer.stderr, rb"unpacks to more than \d+ MiB")

    def test_a_packed_trace_that_is_cut_is_read_up_to_there(self):
        packed = gzip.compress(TRACE.read_bytes())
        answer, names = self.ops(packed[:len(packed) // 2], name="t.json.gz")
        self.assertEqual(answer.returncode, 1)
        self.assertIn(b"truncated", answer.stderr)
        self.assertTrue(any(name.startswith("aten::") for name in names), names)

    def test_a_trace_without_its_end_is_damaged_and_answers(self):
        answer, names = self.ops("[" + EVENT % ("a", 1) + "," + EVENT % ("b", 5))
        self.assertEqual(answer.returncode, 1)
        self.assertIn(b"truncated", answer.stderr)
        self.assertEqual(names & {"a", "b"}, {"a", "b"})

    def test_a_comma_behind_the_last_event_is_no_damage(self):
        answer, names = self.ops("[" + EVENT % ("a", 1) + ",]")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("a", names)

    def test_a_second_trace_behind_the_first_is_told_of(self):
        trace = '{"traceEvents": [%s]}\n'
        answer, names = self.ops(trace % (EVENT % ("a", 1)) + trace % (EVENT % ("b", 1)))
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn(b"text_behind_end", answer.stderr)
        self.assertIn("a", names)
        self.assertNotIn("b", names)

    def test_an_event_of_many_megabytes_costs_no_other(self):
        huge = (EVENT % ("h", 3))[:-1] + ',"args":{"x":"' + "y" * (100 << 20) + '"}}'
        answer, names = self.ops("[" + ",".join((EVENT % ("a", 1), huge, EVENT % ("b", 5))) + "]")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual(names & {"a", "h", "b"}, {"a", "h", "b"})

    def test_what_is_no_trace_is_refused_with_what_is_read(self):
        for content in ('{"a": [{"b": 1}]}', "[1, 2, 3]", "[]", "<html>", "{"):
            with self.subTest(content=content):
                answer = self.ask(content, "-c", "op")
                self.assertEqual(answer.returncode, 1)
                self.assertIn(b"t.json", answer.stderr)
                self.assertIn(b"chrome", answer.stderr.lower())

    def test_a_file_without_events_that_is_called_a_trace(self):
        answer = self.ask('{"traceEvents": null}', "-c", "op", "-input_format", "chrome_trace")
        self.assertEqual(answer.returncode, 1)
        self.assertIn(b"has no traceEvents", answer.stderr)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
