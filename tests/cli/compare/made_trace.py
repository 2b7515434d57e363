"""Kineto traces of made jobs, of which it is known what differs."""

import contextlib
import json
import pathlib
import random

OPS = 5


def made(path, seed, slow=1.0, suffix=0, gone=None, steps=10, pid=1, rank=None, names="fusion.{}",
         kernels="k_fusion.{}", device="Made GPU", noise=0.005, lines=False, peak=0, tile="",
         gap=25.0, gpu=True, shift=0, step_us=None, pauses=(), ranks=8):
    """Five ops a step, each with a kernel; op n takes 100 us * (n + 1), and op 1 `slow` times as
    long. `suffix` is added to the ops' numbers. With `step_us`, which may be a function of the step,
    each step lasts so long, and ends in a collective. `pauses` has the time before some steps in us.
    With `rank` it is one of `ranks`. Returns the path."""
    chance = random.Random(seed)
    events, now, correlation = [], 1000.0, 1

    def event(**fields):
        events.append({"ph": "X", "pid": pid, "tid": 1, **fields})

    for step in range(steps):
        now += dict(pauses).get(step, 0)
        begin = now
        if peak:
            for address, size in ((1, peak), (1, -peak)):
                events.append({"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]",
                               "pid": pid, "tid": 1, "ts": now + (1 if size > 0 else 3),
                               "args": {"Device Type": 1, "Device Id": 0, "Addr": address,
                                        "Bytes": size, "Total Allocated": max(size, 0),
                                        "Total Reserved": peak}})
        for op in range(OPS):
            if op == gone:
                continue
            took = 100.0 * (op + 1) * chance.gauss(1, noise) * (slow if op == 1 else 1)
            ids = {"correlation": correlation, "External id": correlation}
            if lines:
                event(cat="python_function", name=f"train.py({10 * (op + 1) + shift}): layer_{op}",
                      ts=now, dur=took + 21, args={"Python id": correlation})
            event(cat="cpu_op", name=names.format(op + suffix), ts=now, dur=took + 20,
                  args={"External id": correlation})
            if gpu:
                event(cat="cuda_runtime", name="cudaLaunchKernel", ts=now + 2, dur=5, args=ids)
                event(cat="kernel", name=kernels.format(op + suffix) + tile, pid=0, tid=7,
                      ts=now + 10, dur=took, args={**ids, "device": 0, "stream": 7})
            now += took + gap
            correlation += 1
        if step_us is not None:
            ids = {"correlation": correlation, "External id": correlation}
            lasts = step_us(step) if callable(step_us) else step_us
            event(cat="cuda_runtime", name="cudaLaunchKernel", ts=now, dur=5, args=ids)
            event(cat="kernel", name="ncclDevKernel_AllReduce_Sum_f32_RING_LL", pid=0, tid=8,
                  ts=now, dur=begin + lasts - now,
                  args={**ids, "device": 0, "stream": 8, "Collective name": "allreduce",
                        "dtype": "Float", "In msg nelems": 1000, "Out msg nelems": 1000,
                        "Group size": 4, "Process Group Name": "0"})
            now = begin + lasts
            correlation += 1
        event(cat="user_annotation", name=f"ProfilerStep#{step}", ts=begin, dur=now - begin)
        now += 5
    trace = {"schemaVersion": 1, "traceEvents": events}
    if gpu:
        trace["deviceProperties"] = [{"id": 0, "name": device}]
    if rank is not None:
        trace["distributedInfo"] = {"rank": rank, "world_size": ranks}
    pathlib.Path(path).write_text(json.dumps(trace))
    return path


@contextlib.contextmanager
def edited(path):
    """The trace of a path, to be changed: it is written again."""
    trace = json.loads(path.read_text())
    yield trace
    path.write_text(json.dumps(trace))


def section(report, name):
    return next(part for part in report["sections"] if part["id"] == name)


def rows(report, name):
    """The rows of a section by name, without <unexplained>."""
    return {row["name"]: row for row in section(report, name)["rows"]
            if row["name"] != "<unexplained>"}
