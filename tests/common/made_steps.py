"""Kineto traces of which every time is known, to test judgements on steps."""

import json
import pathlib
import random

GAP_US = 25  # a step lasts as long as its ops and this gap behind each


def noisy(seed, micros, steps=10, op="matmul", and_op=None):
    """Steps for made_steps(): `op` takes about `micros`, and `and_op` about 100 us."""
    noise = random.Random(seed)
    made = []
    for _ in range(steps):
        step = {op: micros * noise.gauss(1, 0.005)}
        if and_op is not None:
            step[and_op] = 100 * noise.gauss(1, 0.005)
        made.append(step)
    return made


def made_steps(path, steps):
    """Writes a trace; `steps` has a dict for each step: what each op's kernel takes, in us. It may be
    a list of pairs, for ops that run several times."""
    events, now, correlation = [], 1000.0, 1
    for number, ops in enumerate(steps):
        begin = now
        for name, took in ops.items() if isinstance(ops, dict) else ops:
            ids = {"correlation": correlation, "External id": correlation}
            events.append({"ph": "X", "cat": "cpu_op", "name": name, "pid": 1, "tid": 1, "ts": now,
                           "dur": took + 20, "args": {"External id": correlation}})
            events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1,
                           "tid": 1, "ts": now + 2, "dur": 5, "args": ids})
            events.append({"ph": "X", "cat": "kernel", "name": "k_" + name, "pid": 0, "tid": 7,
                           "ts": now + 10, "dur": took, "args": {**ids, "device": 0, "stream": 7}})
            now += took + GAP_US
            correlation += 1
        events.append({"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{number}",
                       "pid": 1, "tid": 1, "ts": begin, "dur": now - begin})
        now += 5
    pathlib.Path(path).write_text(json.dumps({
        "schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "Made GPU"}],
        "traceEvents": events}))
    return path
