"""Malicious XSpaces."""

from wire import HUGE, MB, claimed, field, message, packed


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
