"""Protobuf's wire format by hand, for files that no serializer would write."""

MB = 1_000_000
HUGE = (1 << 62) - 1  # of a number that claims more than is there


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    """An integer, a text, or the bytes of a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    return claimed(number, len(value)) + value


def claimed(number, size):
    """The head of a field that declares this length."""
    return varint(number << 3 | 2) + varint(size)


def message(*fields):
    """A message of (number, value) pairs."""
    return b"".join(field(number, value) for number, value in fields)


def packed(values):
    return b"".join(map(varint, values))
