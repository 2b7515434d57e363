"""A job as SageMaker Debugger records it, and the case of a test on what rules say of it."""

import json
import pathlib
import tempfile
import unittest

from run import run

START = 1_700_000_000
OURS = {"PhaseChecker", "DipChecker", "NetworkChecker", "Dataloader"}


class Job:
    """A folder like SageMaker Debugger's: samples once a second, and steps of phases."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder, "profiler-output")
        self.system, self.events = {}, {}

    def sample(self, second, kind, name, dimension, value, node="algo-1"):
        self.system.setdefault(node, []).append(json.dumps(
            {"Type": kind, "Name": name, "Dimension": dimension, "Value": value, "NodeId": node,
             "Timestamp": START + second}))

    def watch(self, second, gpu, cpu=30, network=1000, node="algo-1", cores=4):
        self.sample(second, "gpu", "gpu0", "GPUUtilization", gpu, node)
        self.sample(second, "network", "Algorithm", "Algorithm", network, node)
        for core in range(cores):
            self.sample(second, "cpu", f"cpu{core}", "CPUUtilization", cpu, node)

    def run(self, phase, name, begin_s, duration_s, node="algo-1", **args):
        self.events.setdefault(node, []).append(
            (phase, {"name": name, "ph": "X", "ts": round(begin_s * 1e6),
                     "dur": round(duration_s * 1e6), "args": args}))

    def step(self, number, begin_s, phases, node="algo-1"):
        """Consecutive phases, each (name, seconds)."""
        at = begin_s
        for phase, seconds in phases:
            self.run(phase, phase.split("-")[0], at, seconds, node, step_num=str(number))
            at += seconds
        self.run("Step:ModeKeys.TRAIN", "Step:ModeKeys.TRAIN", begin_s, at - begin_s, node,
                 step_num=str(number))
        return at

    def write(self):
        for node, lines in self.system.items():
            path = self.root / "system/incremental/2023111422" / f"{START}.{node}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(lines) + "\n")
        for node, events in self.events.items():
            pids = {phase: i + 1 for i, phase in enumerate(sorted({p for p, _ in events}))}
            trace = [{"name": "process_name", "ph": "M", "pid": 0,
                      "args": {"start_time_since_epoch_in_micros": START * 1_000_000}}]
            trace += [{"name": "process_name", "ph": "M", "pid": pid, "args": {"name": phase}}
                      for phase, pid in pids.items()]
            trace += [dict(event, pid=pids[phase], tid=0) for phase, event in events]
            path = (self.root / "framework/pevents/2023111422" /
                    f"{(START + 100_000) * 1_000_000}_7-{node}_pythontimeline.json")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(trace))
        return self.root


def told(folder, command):
    return run(f"--profile_path={folder}", "-c", command)


def answer(folder, command):
    return json.loads(told(folder, command + " -format json").stdout)


def findings(folder, options=""):
    return {(section["id"], row["key"][0], row["subject"]): row
            for section in answer(folder, f"advise {options}")["sections"]
            for row in section["rows"]}


class JobTest(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.job = Job(self.folder.name)

    def warnings_of_ours(self, folder, options=""):
        return {key for key, row in findings(folder, options).items()
                if key[0] in OURS and row["severity"] != "info"}

    def steady(self, seconds=120, step_s=1.0, **watch):
        for second in range(seconds):
            self.job.watch(second, 80, **watch)
            self.job.step(second, second, [("Forward-node", step_s * 0.6),
                                           ("Backward-node", step_s * 0.3)])
