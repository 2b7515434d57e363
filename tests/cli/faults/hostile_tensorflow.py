"""Malicious files of tfprof and TensorFlow: profiles, graphs, run metadata and op logs."""

import zlib

from wire import HUGE, MB, claimed, field, message, packed


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


def bomb_of_zeros(size=400 * MB):
    """A file that starts as a profile, followed by gigabytes of zeros."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [packer.compress(profile_proto([node("a")] * 50))]
    zeros = bytes(10 * MB)
    for _ in range(size // len(zeros)):
        parts.append(packer.compress(zeros))
    return b"".join(parts) + packer.flush()


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
