"""Compares what the program makes of JSON traces with what is known of them from elsewhere.

    kineto_test.py PROFILER TESTDATA [Class.test]

Of our own recordings of PyTorch (TESTDATA/kineto) torch's key_averages and a plain reading of the
JSON are the answers; of tfprof's timelines (TESTDATA/*/expected/*tl_*) the profile that tfprof drew
them from; of the program's own timelines what it was given. Recordings of other people stay
outside the repository: where ../shared/corpus_modern stands beside it, those are read too.
"""

import collections
import functools
import glob
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TIMEOUT_S = 120
PROFILER = TESTDATA = None


def run(files, command):
    argv = [PROFILER]
    argv += [f"--profile_path={file}" for file in files] + ["-c", command]
    return subprocess.run(argv, capture_output=True, text=True, timeout=TIMEOUT_S)


def answer(files, command):
    done = run(files, command + " -format json")
    if done.returncode not in (0, 1) or not done.stdout:
        raise AssertionError(f"{files}: {command}: exit {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def read_json(path):
    data = pathlib.Path(path).read_bytes()
    return json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)


def events_of(path):
    """The events of a trace, or None where the file holds none."""
    try:
        trace = read_json(path)
    except (ValueError, OSError):
        return None
    events = trace.get("traceEvents") if isinstance(trace, dict) else trace
    is_trace = isinstance(events, list) and all(isinstance(event, dict) for event in events)
    return events if is_trace and any("ph" in event for event in events) else None


@functools.lru_cache(maxsize=None)
def info(path):
    """(totals by name, problems by name) of a file."""
    totals, problems = {}, collections.Counter()
    for section in answer([path], "info")["sections"]:
        for row in section["rows"]:
            if "severity" in row:
                problems[row["name"]] += row["count"]
            elif section["title"] == "Totals":
                totals[row["name"]] = row["count"]
    return totals, problems


def traces(folder):
    return sorted(path for path in glob.glob(f"{folder}/*/*") if path.endswith((".json", ".json.gz")))


def corpus():
    return os.path.join(os.path.dirname(TESTDATA), "..", "shared", "corpus_modern")


def slices_in(events):
    """How many executions and moments a file has; a begin and its end are one."""
    return sum((event.get("ph") or " ") in "XiIRPNODnBbS" for event in events)


class Torch(unittest.TestCase):
    """Against torch's own answers on our recordings."""

    def test_key_averages(self):
        compared = 0
        for path in traces(f"{TESTDATA}/kineto"):
            averages = json.loads(
                (pathlib.Path(path).parent / "expected" / "key_averages_rank0.json").read_text())
            rows = answer([path], "ops -max_depth 1000000")["rows"]
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
        for path in traces(f"{TESTDATA}/kineto"):
            ran = collections.Counter(event["name"] for event in events_of(path)
                                      if event.get("cat") in ("cpu_op", "user_annotation"))
            rows = answer([path], "ops -max_depth 1000000")["rows"]
            ours = {row["name"]: row["occurrences"] for row in rows if row["name"] in ran}
            with self.subTest(trace=path):
                self.assertEqual(ours, dict(ran))

    def test_input_shapes_are_those_recorded(self):
        path = next(p for p in traces(f"{TESTDATA}/kineto") if "torch_mlp" in p)
        recorded = collections.Counter()
        for event in events_of(path):
            if event.get("cat") == "cpu_op" and event["name"] == "aten::addmm":
                dims = event["args"]["Input Dims"]
                recorded[tuple(f"{i}:{'x'.join(map(str, shape))}"
                               for i, shape in enumerate(dims) if shape)] += 1
        text = run([path], "op -select input_shapes,occurrence,micros -max_depth 1000 "
                           "-show_name_regexes aten::addmm").stdout
        self.assertEqual(len(recorded), 3)
        for shapes in recorded:
            self.assertIn("input_type: " + ",\t".join(shapes) + "\t", text)
        columns = [row for section in answer([path], "info")["sections"]
                   for row in section["rows"] if row["name"] == "input_shapes"]
        self.assertEqual(columns[0]["recorded"], "yes")

    def test_python_lines_have_the_time_of_their_ops(self):
        path = next(p for p in traces(f"{TESTDATA}/kineto") if "torch_mlp" in p)
        rows = answer([path], "code -max_depth 100 -select micros")["rows"]
        line = next(row for row in rows if row["name"].endswith(":_single_tensor_adam"))
        self.assertGreater(line["total_micros"], 2000)
        self.assertTrue(any(row["name"] == "nn.Module: Sequential_0" for row in rows))

    def test_modules_have_forward_and_backward_and_no_frames(self):
        path = next(p for p in traces(f"{TESTDATA}/kineto") if "torch_mlp" in p)
        rows = answer([path], "scope -max_depth 100 -select micros")["rows"]
        names = {row["name"] for row in rows}
        for pass_ in ("forward", "backward"):
            for module in ("Linear_0", "Linear_1", "Linear_2", "ReLU_0", "Dropout_0"):
                self.assertIn(f"{pass_}/Sequential_0/{module}", names)
        self.assertEqual([], [name for name in names if ".py(" in name])
        self.assertTrue(any(name.endswith("/<python>") for name in names))


class Ranks(unittest.TestCase):
    """Files that tell no rank are ranks by their order, if they were recorded at the same time."""

    def ranks(self, folder, later_ns):
        source = read_json(f"{TESTDATA}/kineto/torch_loader_bound/rank0.6.pt.trace.json")
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
            self.assertEqual(self.ranks(folder, 1000), ({"b": 0, "a": 1}, 2))

    def test_one_process_after_another(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.ranks(folder, 3600 * 10 ** 9)[0],
                             {"b": None, "a": None})


class Refused(unittest.TestCase):
    """JSON that is no trace is refused with what it is."""

    def test_packed_or_not(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, data in (("table.json", b"[[1, 2], [3, 4]]"), ("object.json", b'{"rows": []}')):
                for path, content in ((f"{folder}/{name}", data),
                                      (f"{folder}/{name}.gz", gzip.compress(data))):
                    pathlib.Path(path).write_bytes(content)
                    done = run([path], "info")
                    with self.subTest(file=path):
                        self.assertEqual(done.returncode, 1)
                        self.assertIn("JSON that is no profile", done.stderr)


class Counts(unittest.TestCase):
    """Every event of a file is there, or is counted as left out."""

    LEFT_OUT = ("bad_event", "malformed_event", "untimed_work", "negative_duration",
                "time_out_of_range")

    def compare(self, path, events):
        totals, problems = info(path)
        lost = sum(problems[name] for name in self.LEFT_OUT)
        with self.subTest(trace=path):
            self.assertEqual(totals.get("events", 0) + lost, slices_in(events), dict(problems))

    def test_own_recordings(self):
        for path in traces(f"{TESTDATA}/kineto"):
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
            done = run([path], "info")
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


def timelines():
    return sorted(glob.glob(f"{TESTDATA}/*/expected/*tl_*"))


def by_op(files, options=""):
    """cpu and accelerator time and runs of each op that ran, by its name."""
    rows = answer(files, f"scope -select micros,occurrence -max_depth 1000000 {options}")["rows"]
    return {row["name"]: (row["cpu_micros"], row["accelerator_micros"], row["run_count"])
            for row in rows if row.get("run_count")}


class Timelines(unittest.TestCase):
    """A timeline that is opened again tells what the profile told that it was drawn from."""

    def cases(self):
        for folder in sorted(path.parent for path in pathlib.Path(TESTDATA).glob("*/cases.json")):
            for case in json.loads((folder / "cases.json").read_text()):
                for name in case.get("produced", {}):
                    path = folder / "expected" / f"{case['id']}.out.{name}"
                    path = path if path.exists() else path.with_name(path.name + ".gz")
                    if "timeline" in case.get("command", "") and path.exists():
                        yield folder, case, str(path)

    def test_of_the_graph(self):
        compared = 0
        for folder, case, path in self.cases():
            # Durations of centuries are on no timeline.
            if not case["command"].startswith("graph") or not events_of(path) or "huge" in path:
                continue
            step = path.removesuffix(".gz").rsplit("_", 1)[1]
            profile = by_op([folder / case["inputs"]["profile_path"]], f"-step {step}")
            timeline = by_op([path])
            events = events_of(path)
            place = {event["pid"]: event["args"]["name"] for event in events if event["ph"] == "M"}
            drawn = collections.Counter((event["name"], "stream" in place[event["pid"]])
                                        for event in events if event["ph"] == "X")
            # tfprof draws one of several executions that begin on a lane at the same time; with a
            # filter, only what it lets through.
            whole = {name: ran for name, ran in profile.items()
                     if drawn[name, False] >= ran[2] and (drawn[name, True] or not ran[1])}
            with self.subTest(timeline=path):
                self.assertEqual({name: timeline.get(name) for name in whole}, whole)
                self.assertEqual(set(timeline), {name for name, _ in drawn})
                if "regexes" not in case["command"] and "lstm" not in path:
                    self.assertGreaterEqual(len(whole), 0.98 * len(profile))
            compared += 1
        self.assertGreater(compared, 10)

    def test_of_scope_and_code(self):
        compared = 0
        for _, case, path in self.cases():
            if case["command"].startswith("graph"):
                continue
            with self.subTest(timeline=path):
                # A row's time holds that of the rows below it.
                slices = sum(event["ph"] == "X" for event in events_of(path))
                totals, problems = info(path)
                lost = problems["bad_event"]  # a duration of centuries
                self.assertEqual(problems["synthetic_times"] + lost, slices)
                self.assertEqual(totals["events"] + lost, slices)
                self.assertEqual(by_op([path]), {})
            compared += 1
        self.assertGreater(compared, 5)

    def test_of_our_own(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, command in (("mlp/profile_1055", "graph -step 1053 -max_depth 1000000"),
                                  ("gpu_synth/profile_300", "graph -step 100 -max_depth 1000000")):
                profile = f"{TESTDATA}/{name}"
                out = f"{folder}/{name.replace('/', '_')}"
                done = run([profile], f"{command} -output timeline:outfile={out}")
                self.assertEqual(done.returncode, 0, done.stderr)
                step = command.split()[2]
                with self.subTest(profile=name):
                    self.assertEqual(by_op([f"{out}_{step}"]), by_op([profile], f"-step {step}"))

    def test_of_our_own_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in traces(f"{TESTDATA}/kineto"):
                out = f"{folder}/{pathlib.Path(path).parent.name}"
                done = run([path], f"trace -output timeline:outfile={out}")
                self.assertEqual(done.returncode, 0, done.stderr)
                sums = []
                for file in (path, out):
                    sums.append({row["name"]: (row["occurrences"], round(row["total_us"], 3))
                                 for row in answer([file], "ops -max_depth 1000000")["rows"]
                                 if row["placement"] == "host"})
                missing = {name: value for name, value in sums[0].items()
                           if sums[1].get(name) != value}
                with self.subTest(trace=path):
                    self.assertEqual(missing, {})


def times_of(path):
    """Total times by name, in microseconds."""
    return {row["name"]: row["time_us"] for section in answer([path], "info")["sections"]
            if section["title"] == "Totals" for row in section["rows"]}


class TensorBoard(unittest.TestCase):
    """xprof's trace.json.gz holds the events of an XSpace again."""

    def cases(self):
        found = sorted(glob.glob(f"{TESTDATA}/xspace/*/expected/trace_viewer.json.gz"))
        return [path for path in found if events_of(path)]

    def test_steps_and_events(self):
        compared = 0
        for path in self.cases():
            spaces = glob.glob(f"{os.path.dirname(os.path.dirname(path))}/**/*.xplane.pb",
                               recursive=True)
            if len(spaces) != 1:
                continue
            slices = slices_in(events_of(path))
            with self.subTest(trace=path):
                self.assertEqual(info(path)[0]["events"], slices)
                theirs, ours = (
                    {row["step"]: round(row["span_us"] if "span_us" in row else 0)
                     for row in answer([file], "steps")["rows"] if row.get("step") is not None}
                    for file in (spaces[0], path))
                self.assertEqual(set(theirs), set(ours))
                totals = [times_of(file) for file in (spaces[0], path)]
                self.assertEqual(totals[0]["accelerator_time"], totals[1]["accelerator_time"])
                self.assertAlmostEqual(totals[1]["cpu_time"] / totals[0]["cpu_time"], 1, delta=0.001)
            compared += 1
        self.assertGreater(compared, 2)


def main():
    global PROFILER, TESTDATA
    PROFILER, TESTDATA = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    unittest.main(argv=[sys.argv[0]] + sys.argv[3:], verbosity=2)


if __name__ == "__main__":
    main()
