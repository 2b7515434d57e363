"""Converts a pprof file to lines that can be compared: sample types, then the samples, sorted."""

import gzip

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(message):
    """The fields of a protobuf message: number -> values."""
    found, at = {}, 0
    while at < len(message):
        key, at = varint(message, at)
        if key & 7 == VARINT:
            value, at = varint(message, at)
        else:
            size = {FIXED64: 8, FIXED32: 4}.get(key & 7)
            if key & 7 == BYTES:
                size, at = varint(message, at)
            if size is None or at + size > len(message):
                raise ValueError("no protobuf message")
            value, at = message[at:at + size], at + size
        found.setdefault(key >> 3, []).append(value)
    return found


def one(message, number):
    return message.get(number, [0])[-1]


def numbers(values):
    """The integers of a repeated field, packed or not."""
    for value in values:
        if isinstance(value, int):
            yield value
            continue
        at = 0
        while at < len(value):
            number, at = varint(value, at)
            yield number


def lines(data):
    profile = fields(gzip.decompress(data))
    strings = [text.decode("utf-8") for text in profile.get(6, [])]

    def messages(number):
        return map(fields, profile.get(number, []))

    functions = {one(f, 1): f"{strings[one(f, 2)]} in {strings[one(f, 4)]}" for f in messages(5)}
    locations = {}
    for location in messages(4):
        called = [fields(line) for line in location.get(4, [])]
        locations[one(location, 1)] = " + ".join(
            f"{functions[one(line, 1)]}, line {one(line, 2)}" for line in called)
    samples = []
    for sample in messages(2):
        labels = [fields(label) for label in sample.get(3, [])]
        samples.append("; ".join(
            [*(f"{strings[one(label, 1)]} {strings[one(label, 2)]}" for label in labels),
             "values " + " ".join(map(str, numbers(sample.get(2, [])))),
             *(locations[number] for number in numbers(sample.get(1, [])))]))
    types = [f"{strings[one(kind, 1)]} in {strings[one(kind, 2)]}" for kind in messages(1)]
    return types + sorted(samples)
