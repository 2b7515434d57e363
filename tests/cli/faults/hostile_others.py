"""Malicious files of pyinstrument, cProfile, tables of metrics, and stores."""

import struct

from wire import HUGE, MB, claimed, field, message, packed


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
