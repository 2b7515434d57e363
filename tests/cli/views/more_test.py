"""Each command that a finding or an overview names answers with rows on the profile it is about.

Run as: more_test.py PROFILER [TEST...]
"""

import json
import pathlib
import re
import sys
import tempfile
import unittest

from run import run, run_tests

TESTDATA = pathlib.Path("testdata")
ASKED = ["advise", "overview", "report"]
TREES = ("scope", "graph", "code")

# What is opened together. A folder is one input if a job wrote it.
PROFILES = sorted(path for path in TESTDATA.glob("*/*profile_*") if path.parent.name != "bad")
FOLDERS = sorted(path for kind in ("kineto", "xspace", "sagemaker")
                 for path in (TESTDATA / kind).iterdir() if path.is_dir())
DIST = TESTDATA / "dist"
METRICS = TESTDATA / "metrics"


def inputs_of_testdata():
    """By name, the arguments that open each profile."""
    inputs = {str(path): [str(path)] for path in PROFILES}
    inputs["dist, run metadata"] = [
        f"--graph_path={DIST / 'graph.pb'}", f"--op_log_path={DIST / 'op_log.pb'}",
        f"--run_meta_path={DIST / 'run_meta_3.pb'},{DIST / 'run_meta_6.pb'}"]
    for folder in FOLDERS:
        recorded = [path for path in folder.iterdir() if path.name != "expected"]
        inputs[str(folder)] = [str(path) for path in sorted(recorded)
                               if path.name.endswith(("output", ".gz", ".json", ".pb"))]
    inputs["torch_checkpoint"] = [str(METRICS / "torch_checkpoint" / name)
                                  for name in ("trace.pt.trace.json.gz", "metrics.csv")]
    inputs["nvidia_smi"] = [str(METRICS / "nvidia_smi" / "gpu.csv")]
    return inputs


def answers(inputs, commands):
    """One answer per command, as JSON; a command that failed has `error`."""
    args = [arg for command in commands for arg in ("-c", f"{command} -format json")]
    done = run(*inputs, "-keep_going", *args)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if len(lines) != len(commands):
        raise AssertionError(f"{inputs}: {len(lines)} answers to {commands}: {done.stderr[-2000:]}")
    return lines


def commands_in(part):
    """The commands of findings, and of tables whose rows are commands, with their table."""
    for row in part.get("rows", []):
        if row.get("command"):
            yield row["command"]
        elif part.get("id") == "next":
            yield row["name"]
    for section in part.get("sections", []):
        yield from commands_in(section)


def has_rows(answer):
    """Whether an answer shows anything; the root of a tree is nothing."""
    if any(has_rows(section) for section in answer.get("sections", [])):
        return True
    rows = answer.get("rows", [])
    is_tree = answer.get("view") in TREES
    return any(not is_tree or row.get("depth", 0) > 0 for row in rows)


def without_format(command):
    return re.sub(r" -format \S+", "", command)


def empty_commands(inputs):
    """The commands that fail or show nothing, as text."""
    told = []
    for answer in answers(inputs, ASKED):
        told += [command for command in commands_in(answer) if command not in told]
    if not told:
        return []
    wrong = []
    for command, answer in zip(told, answers(inputs, [without_format(one) for one in told])):
        if "error" in answer:
            wrong.append(f"{command}: {answer['error']['message']}")
        elif not has_rows(answer):
            wrong.append(f"{command}: no rows")
    return wrong


def keys_of(part):
    """The keys of each table, as lists."""
    if "rows" in part:
        yield [tuple(row["key"]) for row in part["rows"]]
    for section in part.get("sections", []):
        yield from keys_of(section)


HOSTS, RANKS_OF_HOST, STEPS = 2, 2, 6
STEP_US, SLOW_RANK = 10000, 1


def rank_trace(rank):
    """A PyTorch trace of a rank: each step launches four kernels and then reduces with the others.
    The slow rank computes 1.5 times as long, so the others wait for it."""
    work_us = {True: 6000, False: 4000}[rank == SLOW_RANK]
    pid, device = 100 + rank, rank % RANKS_OF_HOST
    events = []

    def add(category, name, tid, begin, duration, on=pid, **args):
        events.append({"ph": "X", "cat": category, "name": name, "pid": on, "tid": tid,
                       "ts": begin, "dur": duration, "args": args})

    correlation = 0
    for step in range(STEPS):
        begin = step * STEP_US
        add("user_annotation", f"ProfilerStep#{step}", pid, begin, STEP_US - 100)
        for kernel in range(5):
            correlation += 1
            is_reduce = kernel == 4
            name = "c10d::allreduce_" if is_reduce else "aten::mm"
            add("cpu_op", name, pid, begin + 50 * kernel + 1, 20, **{"External id": correlation})
            add("cuda_runtime", "cudaLaunchKernel", pid, begin + 50 * kernel + 5, 10,
                correlation=correlation, **{"External id": correlation})
            at = begin + 300 + kernel * work_us // 4
            ids = {"correlation": correlation, "External id": correlation, "device": device,
                   "stream": 7}
            if is_reduce:
                add("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclArgs)", 7, at,
                    7000 - work_us, on=device,
                    **ids, **{"Collective name": "allreduce", "dtype": "Float",
                              "Group size": HOSTS * RANKS_OF_HOST, "In msg nelems": 1000,
                              "Out msg nelems": 1000, "Process Group Name": "0"})
            else:
                add("kernel", "sgemm_128x128", 7, at, work_us // 4 - 1, on=device, **ids)
    return {"schemaVersion": 1, "baseTimeNanoseconds": 1700000000000000000,
            "distributedInfo": {"backend": "nccl", "rank": rank,
                                "world_size": HOSTS * RANKS_OF_HOST},
            "traceEvents": events}


class MoreTest(unittest.TestCase):
    maxDiff = None

    def test_testdata(self):
        for name, inputs in inputs_of_testdata().items():
            with self.subTest(name):
                self.assertEqual(empty_commands(inputs), [])

    def test_traces_without_types_and_calls_in_no_op(self):
        untyped = [{"ph": "X", "name": name, "pid": 1, "tid": 1, "ts": 100 * step + at, "dur": 40}
                   for step in range(6) for name, at in (("load", 0), ("compute", 50))]
        # The host waits for the device in cudaFree, and frees for long while the device is idle.
        bare = [{"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{step}", "pid": 1,
                 "tid": 1, "ts": 20000 * step, "dur": 19900, "args": {}} for step in range(6)]
        for step in range(6):
            for number, at in enumerate((0, 8000)):
                ids = {"correlation": 2 * step + number + 1, "device": 0, "stream": 7}
                bare += [{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1,
                          "tid": 1, "ts": 20000 * step + at + 5, "dur": 5, "args": ids},
                         {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7,
                          "ts": 20000 * step + at + 12, "dur": 1000, "args": ids},
                         {"ph": "X", "cat": "cuda_runtime", "name": "cudaFree", "pid": 1,
                          "tid": 1, "ts": 20000 * step + at + 11, "dur": 7000, "args": {}}]
        for name, trace in (("untyped", {"traceEvents": untyped}),
                            ("bare", {"schemaVersion": 1, "traceEvents": bare})):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / f"{name}.json"
                path.write_text(json.dumps(trace), encoding="utf-8")
                self.assertEqual(empty_commands([str(path)]), [])

    def test_a_fleet(self):
        with tempfile.TemporaryDirectory() as folder:
            self.write_fleet(pathlib.Path(folder))
            self.assertEqual(empty_commands([folder]), [])
            told = answers([folder], ASKED)
            for answer in told:
                for keys in keys_of(answer):
                    self.assertEqual(len(keys), len(set(keys)))
            self.check_places(told)

    def write_fleet(self, folder):
        for rank in range(HOSTS * RANKS_OF_HOST):
            host = folder / f"host{rank // RANKS_OF_HOST}"
            host.mkdir(exist_ok=True)
            (host / f"rank{rank}.pt.trace.json").write_text(json.dumps(rank_trace(rank)),
                                                            encoding="utf-8")

    def check_places(self, told):
        """A finding about a rank names that rank's file, and its command selects the rank."""
        stragglers = 0
        for answer in told:
            # The commands of overview's verdicts ask the rule, which judges all ranks.
            is_overview = answer["command"].startswith("overview")
            rows = [row for section in answer["sections"] for row in section["rows"]]
            for row in rows:
                if row.get("source") is None or row.get("rank") is None:
                    continue
                self.assertTrue(row["source"].endswith(f"/rank{row['rank']}.pt.trace.json"), row)
                if row["name"] == "straggler":
                    stragglers += 1
                    self.assertEqual(row["rank"], SLOW_RANK)
                    self.assertIn(row["command"], ("steps -by rank", "advise -checkers JobChecker"))
                elif row["command"] not in ("info", "collectives -by rank") and not is_overview:
                    self.assertTrue(row["command"].endswith(f" -rank {row['rank']}"), row)
        self.assertEqual(stragglers, len(ASKED))  # advise, overview, and report once


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
