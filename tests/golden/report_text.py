"""Formats the rows of a JSON report as tfprof's text.

If the result equals the program's text, the JSON has all data that the text shows, and the text
renderer adds none.
"""

import itertools
import re

SHARED = ("total_", "share_")
NOT_AVAILABLE = re.compile(r"(, )?(occurrence|input_shapes) N/A in code view")


def scaled(value, steps, smallest):
    for factor, suffix in steps:
        if value >= factor:
            return f"{value / factor:.2f}{suffix}"
    return f"{value}{smallest}"


def number(value, unit):
    """tfprof's form of a number; it shows unknown as zero."""
    value = int(value or 0)
    if unit == "us":
        if value < 1_000_000:
            return scaled(value, [(1_000, "ms")], "us")
        return f"{value / 1_000_000:.2f}sec"
    if unit == "B":
        return scaled(value, [(1_000_000, "MB"), (1_000, "KB")], "B")
    return scaled(value, [(1_000_000_000, "b"), (1_000_000, "m"), (1_000, "k")], "")


def pair(row, name, unit):
    own = number(row[name], unit) if row["accounted"] else "--"
    return f"{own}/{number(row['total_' + name], unit)}"


def tree_cells(row, columns):
    for column in columns:
        name, unit = column["name"], column["unit"]
        if name == "device":
            if row[name]:
                yield "|".join(row[name])
        elif name == "params":
            if row.get("shape"):
                yield "x".join(row["shape"])
            yield pair(row, name, unit) + " params"
        elif name == "float_ops":
            yield pair(row, name, unit) + " flops"
        elif name == "run_count":
            yield pair(row, name, unit) + "|" + pair(row, "defined_count", unit)
        elif name not in ("shape", "defined_count") and column["type"] != "tensor":
            yield "|".join(row[name]) if column["type"] == "list" else pair(row, name, unit)


def ranked_number(row, name, unit):
    shares = row["share_total_" + name], row["share_" + name]
    suffix = f" {name}" if name in ("params", "float_ops") else ""
    percents = ", ".join(f"{100 * (share or 0):.2f}%" for share in shares)
    return f"{number(row[name], unit)}{suffix} ({percents})".rjust(30)


def ranked_cells(row, columns):
    for column in columns:
        name, unit = column["name"], column["unit"]
        if name == "run_count":
            yield f"{row[name] or 0}|{row['defined_count'] or 0}".rjust(10)
        elif column["type"] == "list":
            yield "|".join(row[name])
        elif name != "defined_count" and column["type"] != "input_shape_uses":
            yield ranked_number(row, name, unit)


def uses(row):
    for use in row.get("input_shapes", []):
        shapes = ",\t".join(use["shapes"])
        counts = f"(run*{use['run_count']}|defined*{use['defined_count']})"
        time = number(use["micros"], "us")
        yield f"input_type: {shapes}\t{counts}\texec_time: {time}"


def tensor_number(value, dtype):
    """tfprof rounds to six digits first, then to two decimals."""
    return f"{float(f'{value:.6g}'):.2f} " if "float" in dtype else f"{value} "


def tensor_lines(tensor):
    """A tensor as nested lists, which tfprof cuts after 10000 characters."""
    values = iter(tensor["values"])

    def nested(shape):
        if len(shape) == 1:
            row = itertools.islice(values, shape[0])
            return "[" + "".join(tensor_number(value, tensor["dtype"]) for value in row) + "],\n"
        return "[" + "".join(nested(shape[1:]) for _ in range(shape[0])) + "],\n"

    text = nested(tensor["shape"] or [1])
    if tensor["truncated"]:
        text = text[:10000] + "],\n...omitted from display\n"
    return text.splitlines()


def row_lines(report):
    """The lines of the report's rows, without the legend and without blank lines."""
    properties = ("name", "key", "depth", "parent", "accounted")
    columns = [column for column in report["columns"]
               if column["name"] not in properties and not column["name"].startswith(SHARED)]
    for row in report["rows"]:
        if "depth" in row:
            indent = "  " * row["depth"]
            yield f"{indent}{row['name']} ({', '.join(tree_cells(row, columns))})"
            if row.get("tensor_value"):
                yield from tensor_lines(row["tensor_value"])
        else:
            padding = " " * (25 - len(row["name"].encode()))
            yield row["name"] + padding + ", ".join(ranked_cells(row, columns))
            yield from uses(row)


def lines_of_text(text):
    """The same lines from a report in text, without values that the view does not have."""
    _, _, body = text.partition("\nProfile:\n")
    lines = [NOT_AVAILABLE.sub("", line) for line in body.splitlines()]
    return [line for line in lines if line and not line.startswith("node name | ")]


def is_row(line):
    return not line.startswith(("input_type: ", "[", "],", "...omitted from display"))
