"""Small Chrome traces of PyTorch, as files in a folder."""

import gzip
import json
import pathlib

H100 = {"id": 0, "name": "NVIDIA H100 80GB HBM3", "computeMajor": 9, "computeMinor": 0, "numSms": 132}


def event(category, name, begin, time, thread, **args):
    return {"ph": "X", "cat": category, "name": name, "pid": 1 if thread < 100 else 0, "tid": thread,
            "ts": begin, "dur": time, "args": args}


def written(folder, events, name="trace", **more):
    """A trace of these events; `more` is what else it says."""
    path = pathlib.Path(folder, f"{name}.pt.trace.json")
    path.write_text(json.dumps({"schemaVersion": 1, **more, "traceEvents": events}), encoding="utf-8")
    return path


def job(folder):
    """A step with a collective on the host, and a mark around all of it."""
    events = [event("user_annotation", "ProfilerStep#1", 0, 1000, 1),
              event("user_annotation", "my part", 10, 900, 1),
              event("cpu_op", "aten::mm", 20, 100, 1),
              event("user_annotation", "gloo:all_reduce", 0, 700, 2)]
    return written(folder, events, "rank0", distributedInfo={"rank": 0, "world_size": 1})


def kernels(folder):
    """Kernels of one name, with two grids."""
    events = [event("user_annotation", "ProfilerStep#1", 0, 1000, 1)]
    for i, grid in enumerate(([128, 1, 1], [64, 4, 1], [128, 1, 1], [64, 4, 1])):
        events.append(event("cpu_op", "aten::mm", 100 * i, 50, 1))
        events.append(event("cuda_runtime", "cudaLaunchKernel", 100 * i + 10, 10, 1, correlation=i + 1))
        events.append(event("kernel", "gemm_kernel", 100 * i + 30, 20 + 10 * (i % 2), 107, device=0, stream=7,
                            correlation=i + 1, grid=grid, block=[128, 1, 1]))
    return written(folder, events)


def compute_bound(folder, kernels={"gemm_kernel": "c10::BFloat16"}):
    """Matrix products of a GPU whose peaks are known, with far more work per byte than these have; `kernels` are
    of these types."""
    return products(folder, [(kernel, of, [[8192, 2048], [2048, 2048]]) for kernel, of in kernels.items()])


def products(folder, kernels):
    """The same, of kernels with their types and the shapes of their inputs."""
    events = [event("user_annotation", "ProfilerStep#1", 0, 2000 * len(kernels), 1)]
    for i, (kernel, of, shapes) in enumerate(kernels):
        at, ids = 2000 * i, {"External id": i + 1}
        shape = {"Input Dims": shapes, "Input type": [of, of]}
        events += [event("cpu_op", "aten::mm", at + 10, 50, 1, **ids, **shape),
                   event("cuda_runtime", "cudaLaunchKernel", at + 20, 10, 1, correlation=i + 1, **ids),
                   event("kernel", kernel, at + 100, 800, 107, device=0, stream=7, correlation=i + 1, **ids,
                         grid=[64, 16, 1], block=[256, 1, 1])]
    return written(folder, events, deviceProperties=[H100])


def launches(folder, counts):
    """Kernels of a GPU, each launched so many times by ops of modules of their own."""
    events, at = [event("user_annotation", "ProfilerStep#1", 0, 100 * sum(counts.values()) + 100, 1)], 0
    for kernel, count in counts.items():
        for i in range(count):
            at += 100
            shape = {"Input Dims": [[64, 64], [64, 64]], "Input type": ["float", "float"], "External id": at}
            events += [event("python_function", f"nn.Module: Layer_{at}", at - 5, 90, 1,
                             **{"Python id": at, "Python module id": at}),
                       event("cpu_op", "aten::mm", at, 50, 1, **shape),
                       event("cuda_runtime", "cudaLaunchKernel", at + 10, 10, 1, correlation=at, **{"External id": at}),
                       event("kernel", kernel, at + 30, 20 + i % 7, 107, device=0, stream=7, correlation=at,
                             **{"External id": at}, grid=[64, 1, 1], block=[128, 1, 1])]
    return written(folder, events, deviceProperties=[H100])


def waiting(folder, works):
    """Traces of ranks whose steps all end together, as each waits for the longest of these works."""
    for rank, work in enumerate(works):
        events = []
        for number in range(6):
            at = 1000 + 1000 * number
            events += [event("user_annotation", f"ProfilerStep#{number}", at, 1000, 1),
                       event("cpu_op", "aten::mm", at, work, 1),
                       event("user_annotation", "gloo:all_reduce", at + work, 1000 - work, 1)]
        written(folder, events, f"rank{rank}", distributedInfo={"rank": rank, "world_size": len(works)})
    return folder


def fleet(folder, times):
    """Traces of ranks, with these times of their steps."""
    paths = []
    for rank, steps in enumerate(times):
        events, at = [], 1000.0
        for number, time in enumerate(steps):
            events.append({"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{number}", "pid": 1,
                           "tid": 1, "ts": at, "dur": time})
            events.append({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1,
                           "ts": at + 1, "dur": time - 2})
            at += time
        path = pathlib.Path(folder, f"rank{rank}.pt.trace.json.gz")
        with gzip.open(path, "wt") as file:
            json.dump({"schemaVersion": 1, "distributedInfo": {"rank": rank, "world_size": len(times)},
                       "traceEvents": events}, file)
        paths.append(path)
    return folder


def marked(folder, processes, steps):
    """SageMaker's timelines of processes that mark steps, and nothing in them."""
    place = pathlib.Path(folder, "profiler-output", "framework", "pevents", "2026092114")
    place.mkdir(parents=True)
    head = [{"name": "process_name", "ph": "M", "pid": 0,
             "args": {"start_time_since_epoch_in_micros": 1790000040000000}},
            {"name": "process_name", "ph": "M", "pid": 1, "args": {"name": "Step:ModeKeys.TRAIN"}}]
    for process in range(processes):
        marks = [{"name": "Step:ModeKeys.TRAIN", "ph": "X", "ts": 1000 * number, "dur": 900 + number % (7 + process),
                  "pid": 1, "tid": 0, "args": {"step_num": str(number)}} for number in range(steps)]
        path = place / f"1790000279000000_{2345 + process}-algo-1_pythontimeline.json"
        path.write_text(json.dumps(head + marks), encoding="utf-8")
    return folder


def devices(folder):
    """Two ranks, each of which lists both GPUs of its host and uses its own."""
    for rank in range(2):
        events = [event("user_annotation", "ProfilerStep#1", 0, 1000, 1), event("cpu_op", "aten::mm", 10, 50, 1),
                  event("cuda_runtime", "cudaLaunchKernel", 20, 10, 1, correlation=1),
                  event("kernel", "gemm_kernel", 100, 800, 107, device=rank, stream=7, correlation=1)]
        properties = [{"id": gpu, "name": "NVIDIA A100-SXM4-80GB", "totalGlobalMem": 85094825984} for gpu in range(2)]
        written(folder, events, f"rank{rank}", distributedInfo={"rank": rank, "world_size": 2},
                deviceProperties=properties)
    return folder


def _varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def _field(number, value):
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def held(folder, sizes):
    """JAX's snapshot of device memory, a pprof profile: functions, and the bytes that each holds."""
    texts = ["", "allocations", "count", "space", "bytes", "kind", "buffer", "device", "train.py", *sizes]
    data = b"".join(_field(1, _field(1, kind) + _field(2, unit)) for kind, unit in ((1, 2), (3, 4)))
    for i, size in enumerate(sizes.values(), start=1):
        label = _field(3, _field(1, 5) + _field(2, 6))
        data += _field(2, _field(1, i) + _field(2, 1) + _field(2, size) + label)
        data += _field(4, _field(1, i) + _field(4, _field(1, i) + _field(2, 10 * i)))
        data += _field(5, _field(1, i) + _field(2, 8 + i) + _field(4, 8))
    data += b"".join(_field(6, text.encode()) for text in texts)
    path = pathlib.Path(folder, "memory.prof")
    path.write_bytes(gzip.compress(data))
    return path
