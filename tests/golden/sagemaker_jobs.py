"""The jobs of TESTDATA/sagemaker, one that is made, and what answers say about them."""

import json
import pathlib

import trace_files

START = 1700120580  # seconds
STEP_S, CHECKPOINT_S, EVERY = 1.0, 2.5, 12


def job(name):
    return pathlib.Path(trace_files.TESTDATA, "sagemaker", name)


def folder(name):
    return job(name) / "profiler-output"


def section(report, name):
    return next(s for s in report["sections"] if s["id"] == name)


def by_name(rows):
    return {row["name"]: row for row in rows}


def samples(name, dimension):
    """By node and device: (us since the first sample of the job, value), in order."""
    lines = []
    for path in (folder(name) / "system").rglob("*.json"):
        lines += [json.loads(line) for line in path.read_text().splitlines()]
    start = min(line["Timestamp"] for line in lines)
    found = {}
    for line in lines:
        if line["Dimension"] == dimension:
            at = round((line["Timestamp"] - start) * 1e6)
            found.setdefault((line["NodeId"], line["Name"]), []).append((at, line["Value"]))
    return {key: sorted(values) for key, values in found.items()}


def made_job(path):
    """A job whose GPU is idle in a checkpoint after every EVERYth step. It alternates between EVERY
    steps of train and of eval; metrics are sampled every 250 ms."""
    system, events, busy, at = [], [], [], 10.0
    phases = ["Step:ModeKeys.TRAIN", "Forward-node", "Checkpoint"]
    for number in range(5 * EVERY):
        events.append((1, phases[0], at, STEP_S, number))
        events.append((2, "Forward", at + 0.05, STEP_S - 0.1, number))
        at += STEP_S
        if number % EVERY == EVERY - 1:
            events.append((3, "save", at, CHECKPOINT_S, None))
            busy.append((at, at + CHECKPOINT_S))
            at += CHECKPOINT_S
    for tick in range(int(4 * at)):
        time = tick / 4
        idle = time < 10 or any(first <= time < last for first, last in busy)
        for kind, name, dimension, value in (
                ("gpu", "gpu0", "GPUUtilization", 3 if idle else 80 + tick % 5),
                ("cpu", "cpu0", "CPUUtilization", 95 if idle and time > 10 else 30),
                ("i/o", "IOWaitPercentage", "I/OWaitPercentage", 60 if idle and time > 10 else 1)):
            system.append({"Type": kind, "Name": name, "Dimension": dimension, "Value": value,
                           "NodeId": "algo-1", "Timestamp": START + time})
    metrics = path / "system" / "incremental" / "2023111607" / f"{START}.algo-1.json"
    metrics.parent.mkdir(parents=True)
    metrics.write_text("".join(json.dumps(line) + "\n" for line in system))
    trace = [{"name": "process_name", "ph": "M", "pid": 0,
              "args": {"start_time_since_epoch_in_micros": START * 10**6}}]
    trace += [{"name": "process_name", "ph": "M", "pid": pid + 1, "args": {"name": name}}
              for pid, name in enumerate(phases)]
    for pid, name, begin, length, number in events:
        args = {} if number is None else {"step_num": str(number)}
        trace.append({"name": name, "ph": "X", "pid": pid, "ts": round(begin * 1e6),
                      "dur": round(length * 1e6), "args": args})
    timeline = (path / "framework" / "pevents" / "2023111607" /
                f"{START * 10**6 + round(at * 1e6)}_7-algo-1_pythontimeline.json")
    timeline.parent.mkdir(parents=True)
    timeline.write_text(json.dumps(trace))
    return busy
