"""Malicious Chrome traces."""

import gzip
import json

from wire import HUGE, MB


def chrome(events, **more):
    return json.dumps({"traceEvents": events, **more}).encode()


def slice_of(name, begin, duration, **more):
    return {"ph": "X", "pid": 1, "tid": 1, "name": name, "cat": "cpu_op", "ts": begin,
            "dur": duration, **more}


def chrome_that_claims(size=MB):
    dims = "[" + ",".join(["9223372036854775807"] * 2000) + "]"
    events = [slice_of("aten::mm", 1, 5, args={"Input Dims": [[HUGE] * 100] * 100,
                                               "Sequence number": HUGE, "External id": HUGE}),
              slice_of("a", 10**18, 10**18), slice_of("b", 1e300, 1e300), slice_of("c", -1e300, 1),
              {"ph": "C", "pid": HUGE, "name": "n", "ts": 5, "args": {"v": 1e308}},
              slice_of("d", 5, 5, args={"Input Dims": dims}),
              {"ph": "M", "pid": HUGE, "name": "process_sort_index", "args": {"sort_index": HUGE}}]
    return chrome(events, filler="f" * size, schemaVersion=1)


def deep_json(levels=1_000_000):
    deep = "[" * levels
    text = json.dumps([slice_of("a", 1, 5), slice_of("b", 7, 5)])[:-1]
    return (text + ',{"ph":"X","pid":1,"tid":1,"name":"c","ts":20,"dur":1,"args":{"x":'
            + deep + "]" * levels + '}},{"ph":"X","name":"d","args":' + '{"a":' * levels).encode()


def deep_slices(levels=300_000):
    return chrome([slice_of("a" if level % 2 else "b", level, 2 * (levels - level))
                   for level in range(levels)])


def deep_begins(levels=300_000):
    return chrome([{"ph": "B", "pid": 1, "tid": 1, "name": "a", "ts": level}
                   for level in range(levels)])


def cycle_of_python(length=50_000):
    return chrome([slice_of("f.py(1): f", 1 + 2 * i, 1, cat="python_function",
                            args={"Python id": i, "Python parent id": (i + 1) % length})
                   for i in range(length)],
                  stackFrames={str(i): {"name": "f", "parent": str((i + 1) % 9)}
                               for i in range(9)})


def long_slice_names(size=10 * MB):
    return chrome([slice_of("n" * size, 1, 5), slice_of("b", 7, 5, args={"k" * size: "v" * size}),
                   {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "p" * size}}])


def distinct_slices(count=1_000_000):
    one = '{"ph":"X","pid":1,"tid":1,"cat":"cpu_op","name":"op%d","ts":%d,"dur":2}'
    return ('{"traceEvents":[' + ",".join(one % (i, 5 * i) for i in range(count)) + "]}").encode()


def bomb_of_slices(count=700_000):
    """A file that compresses to almost nothing."""
    one = b'{"ph":"X","pid":1,"tid":1,"cat":"cpu_op","name":"op","ts":1,"dur":2},'
    return gzip.compress(b'{"traceEvents":[' + one * count + b"{}]}", compresslevel=9)
