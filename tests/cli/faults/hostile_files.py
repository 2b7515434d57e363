"""Malicious files: each function returns the bytes of one."""

import gzip
import json
import struct
import sys
import zlib

from wire import claimed, field, message, packed

MB = 1_000_000
HUGE = (1 << 62) - 1


# tfprof's ProfileProto


def profile_proto(nodes, strings=()):
    """A ProfileProto of ProfileNode messages; the strings are (id, text)."""
    parts = [field(1, message((1, i), (2, node))) for i, node in enumerate(nodes)]
    parts += [field(4, message((1, key), (2, text))) for key, text in strings]
    return b"".join(parts) + message((2, 1), (3, 0))


def exec_of(*times, count=1):
    spans = b"".join(field(1, field(1, packed(span))) for span in times)
    by_device = message((1, "/device:CPU:0"), (2, spans))
    return field(12, message((1, 0), (2, message((1, count), (2, 1), (3, 9), (5, by_device)))))


def node(name, number=0, *more):
    fields = message((1, name), (5, "T"), (9, "MatMul"), (13, number))
    return fields + exec_of((1, 5)) + b"".join(more)


def trace(frames):
    """A stack of (file id, line)."""
    return field(10, b"".join(field(1, message((2, line), (6, file), (7, file), (8, file)))
                              for file, line in frames))


def profile_that_claims(size=MB):
    claims = [exec_of((HUGE, HUGE), (1, HUGE), count=HUGE),
              field(4, packed([HUGE] * 100)),
              message((8, HUGE)),
              field(15, message((1, (1 << 31) - 1), (2, field(1, packed([HUGE] * 40))))),
              field(2, message((1, (1 << 31) - 1), (2, HUGE))),
              field(14, message((1, HUGE), (2, (1 << 31) - 1)))]
    one = profile_proto([node("a", 0, *claims), node("b", HUGE, *claims)], [(HUGE, "x" * 1000)])
    body = one + field(4, message((1, 7), (2, "y" * (size - 2 * len(one)))))
    return body + claimed(1, 4 * (1 << 30)) + field(2, b"")


def deep_scope(levels=1_000_000):
    return profile_proto([node("a/" * levels + "x"), node("b", 1)])


def many_deep_scopes(levels=1000, count=500):
    return profile_proto([node("a/" * levels + str(i), i) for i in range(count)])


def deep_stack(levels=1_000_000):
    frames = [(1 + level % 2, 1 + level) for level in range(levels)]
    return profile_proto([node("a", 0, trace(frames)), node("b", 1, trace(frames[:5]))],
                         [(1, "f.py"), (2, "g.py")])


def inputs(*numbers):
    return b"".join(field(2, message((1, i), (2, number))) for i, number in enumerate(numbers))


def deep_graph(length=200_000):
    return profile_proto([node(f"n{i}", i, inputs(i + 1)) for i in range(length)])


def cycle_of_graph(length=100_000):
    return profile_proto([node(f"n{i}", i, inputs((i + 1) % length, (i * 7) % length))
                          for i in range(length)])


def stack_in_a_circle(length=100_000):
    frames = [(1, level % 3) for level in range(length)]
    return profile_proto([node("a", 0, trace(frames))], [(1, "f.py")])


def long_names(size=10 * MB):
    name = "n" * size
    return profile_proto([node("s/" + name), node(name, 1, message((6, name)), trace([(1, 1)]))],
                         [(1, name)])


def distinct_strings(count=1_000_000):
    """Ops with different names of one length, which are fast to make."""
    def number(i):
        return bytes((i & 127 | 128, i >> 7 & 127 | 128, i >> 14 & 127 | 128, i >> 21))
    return b"".join(b"\x0a\x1f\x08%b\x12\x18\x0a\x0es%03d/op%07d\x4a\x01T\x68%b"
                    % (number(i), i % 1000, i, number(i)) for i in range(count))


# TensorFlow's graph, run metadata, op log


def graph_that_claims(size=MB):
    dims = b"".join(field(2, message((1, 1 << 40))) for _ in range(8))
    tensor = message((1, 1), (2, dims), (3, 0))
    attr = b"".join(field(5, message((1, key), (2, value))) for key, value in (
        ("value", field(8, tensor)), ("_output_shapes", field(1, field(7, dims))),
        ("shape", field(7, dims))))
    one = field(1, message((1, "v"), (2, "Const"), (3, f"v:{HUGE}"), (3, "^v")) + attr)
    filler = field(1, message((1, "w"), (2, "VariableV2"), (4, "/d" * (size // 2))))
    return one + filler + field(4, message((1, 1000))) + claimed(1, 1 << 31) + b"\n"


def deep_functions(levels=1_000_000):
    """An attribute with a function that has an attribute with a function, and so on."""
    # NameAttrList.attr = 2 is a map entry, whose value (2) is an AttrValue, whose func is field 10.
    deep, size = [], 0
    for _ in range(levels // 3):
        for number in (2, 2, 10):
            head = claimed(number, size)
            deep.append(head)
            size += len(head)
    value = b"".join(reversed(deep))
    attr = message((1, "f"), (2, value))
    return field(1, message((1, "v"), (2, "Call"), (5, attr))) + field(1, message((1, "w"), (2, "A")))


def deep_text_graph(levels=1_000_000):
    inside = 'attr { key: "f" value { func { ' * (levels // 3)
    return ('node { name: "v" op: "A" }\nnode { name: "w" op: "B" ' + inside).encode()


def run_metadata_that_claims(size=MB):
    stats = message((1, "v"), (2, HUGE), (3, HUGE), (4, HUGE), (5, HUGE), (10, (1 << 32) - 1),
                    (6, message((1, "cpu"), (2, HUGE), (3, HUGE), (4, HUGE))),
                    (7, message((1, (1 << 31) - 1),
                                (3, message((2, field(2, message((1, HUGE))) * 9),
                                            (3, message((1, HUGE), (2, HUGE))))))))
    device = message((1, "/job:a/replica:0/task:0/device:CPU:0"), (2, stats),
                     (3, message((1, (1 << 32) - 1), (2, "t" * (size // 2)))))
    cost = field(1, message((1, "v"), (3, (1 << 31) - 1), (9, HUGE),
                            (4, message((1, (1 << 31) - 1)))))
    return message((1, field(1, device)), (2, cost)) + claimed(1, 1 << 32) + b"\n" * (size // 2)


def op_log_that_claims(size=MB):
    entry = message((1, "v"), (2, HUGE), (3, "t" * (size // 2)),
                    (4, field(1, message((2, (1 << 31) - 1), (6, HUGE), (7, HUGE)))))
    return (field(1, entry) + field(2, message((1, HUGE), (2, "s" * (size // 2))))
            + claimed(1, 1 << 33))


# XSpace


def plane(name, lines=(), events=(), stats=(), more=b""):
    """`events` are names or XEventMetadata messages, with ids from 1; `stats` are names."""
    parts = [field(2, name)]
    parts += [field(3, line) for line in lines]
    for i, event in enumerate(events, 1):
        meta = event if isinstance(event, bytes) else message((1, i), (2, event))
        parts.append(field(4, message((1, i), (2, meta))))
    for i, stat in enumerate(stats, 1):
        parts.append(field(5, message((1, i), (2, message((1, i), (2, stat))))))
    return field(1, b"".join(parts) + more)


def line(name, events, number=1):
    return message((1, number), (2, name), (3, 1000)) + b"".join(field(4, e) for e in events)


def event(meta, begin, duration, *more):
    return message((1, meta), (2, begin), (3, duration)) + b"".join(more)


def xspace_that_claims(size=MB):
    events = [event(HUGE, HUGE, HUGE), event(1, 0, HUGE), message((1, 1), (5, HUGE)),
              event(1, 5, 5, field(4, message((1, HUGE), (7, HUGE)))),
              event(1, 9, 9, field(4, message((1, 1), (7, HUGE))))]
    one = plane("/host:CPU", [line("python", events)], ["a", message((1, HUGE), (2, "b"))], ["s"])
    gpu = plane("/device:GPU:0", [line("Steps", events), line("XLA Ops", events, 2)], ["a"], ["s"])
    return (one + gpu + plane("/host:filler", [], ["f" * (size - len(one + gpu))])
            + claimed(1, 5 * (1 << 30)) + b"\x12\x01a")


def deep_events(levels=300_000):
    events = [event(1 + level % 2, level, 2 * (levels - level)) for level in range(levels)]
    return plane("/host:CPU", [line("python", events)], ["a", "b"])


def hlo_module(computations):
    """A module of (id, [instruction])."""
    parts = [field(1, "module"), field(5, 1), field(2, "c1"), field(6, 1)]
    for number, instructions in computations:
        parts.append(field(3, message((1, f"c{number}"), (5, number), (6, 1))
                           + b"".join(field(2, i) for i in instructions)))
    hlo = field(1, b"".join(parts))
    meta = message((1, 1), (2, "module(1)"), (5, message((1, 1), (6, hlo))))
    return plane("/host:metadata", [], [meta], ["Hlo Proto"])


def instruction(number, operands=(), calls=(), opcode="fusion", more=b""):
    return (message((1, f"i{number}"), (2, opcode), (35, number)) + more
            + field(36, packed(operands)) + field(38, packed(calls)))


def device_of(names):
    ops = line("XLA Ops", [event(i, 10 * i, 5, field(4, message((1, 1), (4, 1))))
                           for i in range(1, len(names) + 1)])
    return plane("/device:TPU:0", [ops], names, ["program_id"])


def deep_calls(levels=200_000):
    return device_of(["i1"]) + hlo_module(
        (c, [instruction(c, calls=[c + 1])]) for c in range(1, levels + 1))


def deep_operands(levels=200_000):
    return device_of(["i1"]) + hlo_module([(1, [instruction(i, operands=[i + 1])
                                                for i in range(1, levels + 1)])])


def cycle_of_calls(length=50_000):
    return device_of(["i1", "i2"]) + hlo_module(
        (c, [instruction(c, operands=[1 + c % length], calls=[1 + c % length, c])])
        for c in range(1, length + 1))


def hlo_that_claims(size=MB):
    shape = field(3, message((2, 11), (3, packed([HUGE] * 6))))
    wide = instruction(HUGE, [HUGE] * 100, [HUGE] * 100, "convolution", shape)
    filler = instruction(2, opcode="f" * size)
    return device_of(["i1"]) + hlo_module([(HUGE, [wide, filler]), (HUGE, [wide])])


def cycle_of_children(length=100_000):
    """Event names that are each other's children (XEventMetadata.child_id)."""
    metas = [message((1, i), (2, f"e{i}"), (6, 1 + i % length)) for i in range(1, length + 1)]
    return plane("/host:CPU", [line("python", [event(1, 1, 5), event(2, 2, 1)])], metas)


def distinct_event_names(count=1_000_000):
    events = [event(i, 10 * i, 5) for i in range(1, count + 1)]
    return plane("/host:CPU", [line("python", events)], [f"op{i}" for i in range(1, count + 1)])


def long_event_names(size=10 * MB):
    name = "n" * size
    stat = field(4, message((1, 1), (5, name)))
    return plane("/host:CPU", [line(name, [event(1, 1, 5, stat), event(2, 7, 5)])],
                 [name, "b"], [name])


# Chrome traces


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


def bomb_of_zeros(size=400 * MB):
    """A file that starts as a profile, followed by gigabytes of zeros."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [packer.compress(profile_proto([node("a")] * 50))]
    zeros = bytes(10 * MB)
    for _ in range(size // len(zeros)):
        parts.append(packer.compress(zeros))
    return b"".join(parts) + packer.flush()


# Others


def pyinstrument_deep(levels=200_000):
    frame = '{"function":"f","file_path":"a.py","line_no":1,"time":1.0,"children":['
    head = ('{"start_time":1.0,"duration":1.0,"sample_count":1,"cpu_time":1.0,"program":"x",'
            '"root_frame":')
    return (head + frame * levels + "]}" * levels + "}").encode()


def marshal_deep(levels=1_000_000):
    return b"{(" + b"(\x01\0\0\0" * levels


def marshal_that_claims(size=MB):
    key = b"(" + struct.pack("<I", 3) + b"z\x04f.pyi" + struct.pack("<i", 1) + b"z\x01f"
    value = b"(" + struct.pack("<I", 5) + b"i\1\0\0\0" * 2 + b"g" + bytes(8) + b"g" + bytes(8)
    return b"{" + (key + value + b"{0") * 10 + key + b"(" + struct.pack("<I", 0x7FFFFFFF) + bytes(size)


def bomb_of_scopes(levels=30_000_000):
    """A file that compresses 1000:1, with a scope in every two bytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    name, rest = b"a/" * (levels // 100), message((5, "T"), (9, "MatMul"))
    node_size = len(claimed(1, 2 * levels)) + 2 * levels + len(rest)
    entry = field(1, 0) + claimed(2, node_size)
    head = (profile_proto([node("a", 1)] * 50) + claimed(1, len(entry) + node_size) + entry
            + claimed(1, 2 * levels))
    parts = [packer.compress(head)] + [packer.compress(name) for _ in range(100)]
    return b"".join(parts) + packer.compress(rest) + packer.flush()


def wide_table(columns=100_000, rows=300_000):
    head = "time," + ",".join(f"m{i}" for i in range(columns))
    body = "\n".join(f"{1_700_000_000 + i},1" for i in range(rows))
    return (head + "\n" + body + "\n").encode()


def zstd(content, zeros=0):
    """A frame with the bytes uncompressed and without a checksum, then `count` blocks of 128 KB of
    zeros, which take four bytes each."""
    blocks = [(0, content[i:i + 100_000]) for i in range(0, len(content), 100_000)]
    blocks += [(1, b"\0")] * zeros
    size = len(content) + (zeros << 17)
    out = [struct.pack("<IBBI", 0xFD2FB528, 0x80, 0x58, size)]  # declared size; window of 2 MB
    for i, (is_run, block) in enumerate(blocks):
        length = 1 << 17 if is_run else len(block)
        head = length << 3 | is_run << 1 | (i == len(blocks) - 1)
        out.append(struct.pack("<I", head)[:3] + block)
    return b"".join(out)


STORE = b"\x89PFSTR\n\x01"


def store_of_rows(size=MB):
    """An endless number of ops, each a zero among zeros."""
    rows = 400 << 17
    parts = [STORE, zstd(field(1, field(1, 1)) + field(2, message((3, b""), (3, "a"))))]
    for i in range(size // 1640):
        first = field(1, i * rows)
        parts.append(zstd(claimed(11, len(first) + len(claimed(3, rows)) + rows) + first
                          + claimed(3, rows), 400))
    return b"".join(parts)


def store_that_claims(size=MB):
    rows = packed([1]) * 300
    content = (field(1, field(1, 1)) + field(2, message((3, b""), (3, "a" * size)))
               + field(25, message((1, HUGE), (2, HUGE), (3, rows)))
               + field(11, message((1, HUGE), (3, rows))) + field(3, message((1, HUGE), (3, rows)))
               + claimed(25, 1 << 40))
    return STORE + zstd(content)


if __name__ == "__main__":
    # NAME FILE [NUMBER...]: in a process of its own, as the memory would count as the program's.
    name, path, *numbers = sys.argv[1:]
    with open(path, "wb") as out:
        out.write(globals()[name](*map(int, numbers)))
