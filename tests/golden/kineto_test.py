"""Compares answers about recordings of PyTorch with those of independent sources.

    kineto_test.py PROFILER TESTDATA [Class.test]

For our own recordings (TESTDATA/kineto) these are torch's key_averages and a plain reading of the
JSON. Recordings of third parties are not in the repository: if ../shared/corpus_modern is beside
it, all JSON there is opened or refused, and its events are counted.
"""

import collections
import glob
import gzip
import json
import os
import pathlib
import tempfile
import unittest

import trace_files
from trace_files import answer, events_of, info, read_json, slices_in, timelines, told, traces


def corpus():
    return os.path.join(os.path.dirname(trace_files.TESTDATA), "..", "shared", "corpus_modern")


class Torch(unittest.TestCase):
    """Compares with torch's own answers on our recordings."""

    def test_key_averages(self):
        compared = 0
        for path in traces(f"{trace_files.TESTDATA}/kineto"):
            averages = json.loads(
                (pathlib.Path(path).parent / "expected" / "key_averages_rank0.json").read_text())
            rows = answer([path], "ops")["rows"]
            names = [row["name"] for row in rows]
            self.assertEqual(len(names), len(set(names)), "one row a name")
            for theirs in averages:
                key = theirs["key"]
                picked = [row for row in rows if row["name"] == key
                          or (key.endswith("*") and row["name"].startswith(key[:-1]))]
                runs = sum(row["occurrences"] for row in picked)
                if runs > theirs["count"]:
                    continue  # torch counts an op that calls itself once
                compared += 1
                with self.subTest(trace=path, op=key):
                    self.assertEqual(runs, theirs["count"])
                    close = 0.02 * max(1, theirs["count"])
                    self.assertAlmostEqual(sum(row["total_us"] for row in picked),
                                           theirs["cpu_time_total"], delta=close)
                    self.assertAlmostEqual(sum(row["self_us"] for row in picked),
                                           theirs["self_cpu_time_total"], delta=close)
        self.assertGreater(compared, 200)

    def test_every_op_of_the_trace_is_there(self):
        for path in traces(f"{trace_files.TESTDATA}/kineto"):
            ran = collections.Counter(event["name"] for event in events_of(path)
                                      if event.get("cat") in ("cpu_op", "user_annotation"))
            rows = answer([path], "ops")["rows"]
            ours = {row["name"]: row["occurrences"] for row in rows if row["name"] in ran}
            with self.subTest(trace=path):
                self.assertEqual(ours, dict(ran))

    def test_input_shapes_are_those_recorded(self):
        path = next(p for p in traces(f"{trace_files.TESTDATA}/kineto") if "torch_mlp" in p)
        recorded = collections.Counter()
        for event in events_of(path):
            if event.get("cat") == "cpu_op" and event["name"] == "aten::addmm":
                dims = event["args"]["Input Dims"]
                recorded[tuple(f"{i}:{'x'.join(map(str, shape))}"
                               for i, shape in enumerate(dims) if shape)] += 1
        text = told([path], "op -select input_shapes,occurrence,micros -max_depth 1000 "
                           "-show_name_regexes aten::addmm").stdout
        self.assertEqual(len(recorded), 3)
        for shapes in recorded:
            self.assertIn("input_type: " + ",\t".join(shapes) + "\t", text)
        columns = [row for section in answer([path], "info")["sections"]
                   for row in section["rows"] if row["name"] == "input_shapes"]
        self.assertEqual(columns[0]["recorded"], "yes")

    def test_python_lines_have_the_time_of_their_ops(self):
        path = next(p for p in traces(f"{trace_files.TESTDATA}/kineto") if "torch_mlp" in p)
        rows = answer([path], "code -max_depth 100 -select micros")["rows"]
        line = next(row for row in rows if row["name"].endswith(":_single_tensor_adam"))
        self.assertGreater(line["total_micros"], 2000)
        self.assertTrue(any(row["name"] == "nn.Module: Sequential_0" for row in rows))

    def test_modules_have_forward_and_backward_and_no_frames(self):
        path = next(p for p in traces(f"{trace_files.TESTDATA}/kineto") if "torch_mlp" in p)
        rows = answer([path], "scope -max_depth 100 -select micros")["rows"]
        names = {row["name"] for row in rows}
        for pass_ in ("forward", "backward"):
            for module in ("Linear_0", "Linear_1", "Linear_2", "ReLU_0", "Dropout_0"):
                self.assertIn(f"{pass_}/Sequential_0/{module}", names)
        self.assertEqual([], [name for name in names if ".py(" in name])
        self.assertTrue(any(name.endswith("/<python>") for name in names))


class Ranks(unittest.TestCase):
    """Files without a rank are ranks by their order, if they were recorded at the same time."""

    def ranks(self, folder, later_ns):
        source = read_json(f"{trace_files.TESTDATA}/kineto/torch_loader_bound/rank0.6.pt.trace.json")
        files = []
        for name, base in (("b", 0), ("a", later_ns)):
            trace = dict(source, baseTimeNanoseconds=source["baseTimeNanoseconds"] + base)
            files.append(f"{folder}/{name}.json")
            pathlib.Path(files[-1]).write_text(json.dumps(trace))
        sections = {section["title"]: section["rows"] for section in answer(files, "info")["sections"]}
        ranks = {pathlib.Path(row["name"]).stem: row["rank"] for row in sections["Files"]}
        return ranks, len(sections["Hosts"])

    def test_by_order(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.ranks(folder, 1000), ({"b": 0, "a": 1}, 0))  # no host is named

    def test_one_process_after_another(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.ranks(folder, 3600 * 10 ** 9)[0],
                             {"b": None, "a": None})


class Refused(unittest.TestCase):
    """The refusal of JSON that is no trace names what it is."""

    def test_packed_or_not(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, data in (("table.json", b"[[1, 2], [3, 4]]"), ("object.json", b'{"rows": []}')):
                for path, content in ((f"{folder}/{name}", data),
                                      (f"{folder}/{name}.gz", gzip.compress(data))):
                    pathlib.Path(path).write_bytes(content)
                    done = told([path], "info")
                    with self.subTest(file=path):
                        self.assertEqual(done.returncode, 1)
                        self.assertIn("JSON, but not a recognized profile", done.stderr)


class Counts(unittest.TestCase):
    """Every event of a file is in the profile or counted as left out."""

    LEFT_OUT = ("bad_event", "malformed_event", "untimed_work", "negative_duration",
                "time_out_of_range")

    def compare(self, path, events):
        totals, problems = info(path)
        lost = sum(problems[name] for name in self.LEFT_OUT)
        with self.subTest(trace=path):
            self.assertEqual(totals.get("events", 0) + lost, slices_in(events), dict(problems))

    def test_own_recordings(self):
        for path in traces(f"{trace_files.TESTDATA}/kineto"):
            self.compare(path, events_of(path))

    def test_timelines_of_tfprof(self):
        for path in timelines():
            if events_of(path):
                self.compare(path, events_of(path))

    def test_recordings_of_others(self):
        if not os.path.isdir(corpus()):
            self.skipTest("no recordings of others beside the repository")
        opened = refused = 0
        for path in sorted(glob.glob(f"{corpus()}/**/*.json*", recursive=True)):
            events = events_of(path)
            if "/expected/" in path and "trace_viewer" not in path:
                continue
            if "cases.json" in path:
                continue
            done = told([path], "info")
            if events is None:
                with self.subTest(trace=path):
                    self.assertEqual(done.returncode, 1)
                    self.assertIn(os.path.basename(path), done.stderr)
                refused += 1
                continue
            with self.subTest(trace=path):
                self.assertIn(done.returncode, (0, 1), done.stderr)
            self.compare(path, events)
            opened += 1
        self.assertGreater(opened, 20)
        self.assertGreater(refused, 2)


if __name__ == "__main__":
    trace_files.main()
