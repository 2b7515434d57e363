"""docs/tables.md and proto/store.proto match store/schema.h, as `schema -tables` prints it.

Run as: tables_test.py PROFILER docs/tables.md proto/store.proto. With --update at the end, writes
both again:

    ./bazelw build //cli:profiler
    PYTHONPATH=tests/common python3 tests/docs/tables_test.py bazel-bin/cli/profiler docs/tables.md \\
      proto/store.proto --update
"""

import difflib
import sys

from run import ask

PAGE = """\
# Tables

Every profile, of whatever format, is turned into these tables; every answer is made of them. This
page is what `profiler schema -tables` prints in any `-format`, and a test holds it so
(`tests/docs/tables_test.py`). The tables are declared in `profiler/store/schema.h`, one line a column.
[store-mapping.md](store-mapping.md) says which field of which format goes to which column.

- **type**: `id` is a row of the table behind it, counted from 0; `event` a track and a row on it;
  `string` bytes, which stand once in `strings`. What begins with a capital is an enum of
  `profiler/store/kinds.h`, with the words that it may be.
- **null**: the value that says "not recorded". It is never confused with 0. None: every row has a
  value.
- **unit**: times are picoseconds (ps) from the source's own time zero.
- **file**: the column's number in the table's message of a store file, which `-output store` writes,
  and how it is written there (`proto/store.proto`). `Apart`: in a table of its own; `Derived`: not
  there, as it is made when the file is read.

`profiler schema flows` lists the columns of one table as SQL has them: times in ns, events as ids. Where
a view has the table's name, `schema ops -tables` asks for the table.
"""

PROTO = """\
// A profile as a file: what `-output store:outfile=FILE` writes. The messages of tables are made from
// profiler/store/schema.h (tests/docs/tables_test.py --update); docs/tables.md has them, too.
//
// The file is 8 bytes (0x89 "PFSTR" 0x0A and the number of the format, 1) and zstd frames with
// checksums. What is in the frames, one after the other, is one message Store, though it is never
// held at once: each frame has whole fields of it, and at most 64 MB.
//
//   tail -c +9 FILE | zstd -dc | protoc --decode=profiler.store.Store proto/store.proto
//
// Fields come in the order of their numbers: a row of a table only speaks of rows that stand before
// it. A table is cut into chunks of rows; a chunk holds columns, of one value per row. A column that
// is empty holds 0 in every row, but the first one (field 3) is never empty.
//
// How columns are written:
//   ref    a row of another table: 0 is none, n + 1 is row n. Texts are rows of `strings`.
//   next   the same, as the difference from the row before in this chunk (from 0 in the first).
//   int    a number that may be unknown: 0 is unknown, n + 1 is n, and -n is -n.
//   time   picoseconds: like int of time / time_unit, as the difference from the row before.
//   span   the same, but not as a difference.
//   wide   two columns, 128 bits: high * 2^64 + low.
// Everything else is as it says; enums are those of profiler/store/kinds.h.
//
// A new column is a new field, which older programs skip and count. Whatever else changes gives the
// format a new number.
syntax = "proto3";

package profiler.store;

message Store {
  Header header = 1;
  repeated Strings strings = 2;
@TABLES@  repeated TensorValues tensor_values = 32;
  End end = 33;
}

message Header {
  uint32 format = 1;
}

// The last field: a file without it was cut short.
message End {
  uint64 bytes = 1;  // of all fields before this one, unpacked
}

message Strings {
  uint64 first_row = 1;
  repeated bytes text = 3;   // the first of all is empty
  bool last_is_partial = 4;  // the first text of the next chunk goes on where the last one ends
}
@MESSAGES@
// The first values of one tensor of a checkpoint, as many as a view may show; the others stay in
// the checkpoint. Or why they could not be read.
message TensorValues {
  uint64 first_row = 1;
  bytes name = 3;
  bytes dtype = 4;
  repeated sint64 shape = 5;
  // One of these. Complex numbers are pairs of reals.
  repeated float singles = 6;  // reals that a float holds exactly
  repeated double reals = 7;
  repeated sint64 integers = 8;
  repeated uint64 wide_integers = 9;
  repeated double complex = 10;
  // A code of absl::StatusCode and what was said.
  int32 error_code = 11;
  bytes error = 12;
}
"""


def tables():
    """The tables as (name, columns), in order."""
    answer = ask("schema", "-tables")
    columns = {}
    for row in answer["rows"]:
        columns.setdefault(row["table"], []).append(row)
    return [(row, columns[row["name"]]) for row in answer["sections"][0]["rows"]]


def sentence(table):
    return table["description"][0].upper() + table["description"][1:]


def page(all_tables):
    text = PAGE
    for table, columns in all_tables:
        text += f"\n## {table['name']}\n\n{sentence(table)}."
        if table["sorted_by"]:
            text += f" Sorted by {table['sorted_by']}."
        if table["field"] is None:
            text += " Not in the file: made when it is read."
        text += "\n\n| column | type | unit | null | file | what it means |\n"
        text += "| --- | --- | --- | --- | --- | --- |\n"
        for column in columns:
            kind = column["type"]
            if column["references"]:
                kind += f" of [{column['references']}](#{column['references']})"
            if column["values"]:
                kind += f": {column['values']}"
            file = " ".join(str(part) for part in (column["field"], column["coding"]) if part)
            cells = [f"`{column['name']}`", kind, column["unit"], column["null"], file,
                     column["description"]]
            text += "| " + " | ".join((cell or "").replace("|", "\\|") for cell in cells) + " |\n"
    return text


def fields_of(column):
    """The (type, name, number, encoding) of each field of a column."""
    name, number, coding = column["name"], column["field"], column["coding"].removeprefix("Must")
    of = column["references"] or "strings"
    if coding == "Wide":
        return [("sint64", name, number, "wide"), ("sint64", name + "_high", number + 1, "wide")]
    if coding == "Rounded":
        return [("sint64", name, number, "rounded")]
    if coding == "Event":
        return [("sint64", name + "_track", number, "next tracks"),
                ("uint64", name + "_row", number + 1, "a row of the track")]
    kind, how = {
        "Ref": ("uint64", f"ref {of}"), "Next": ("sint64", f"next {of}"),
        "Number": ("sint64", "int"), "Small": ("sint64", "int"),
        "Time": ("sint64", "time"), "Span": ("sint64", "span"),
        "Count": ("uint64", ""), "Bits": ("uint64", ""), "Offset": ("uint64", "plus 1; 0: none"),
        "Flag": ("bool", ""), "Real": ("double", ""), "Enum": ("uint64", column["type"]),
    }[coding]
    return [(kind, name, number, how)]


def proto(all_tables):
    in_store = messages = ""
    for table, columns in all_tables:
        if table["name"] == "strings" or table["field"] is None:
            continue
        message = "".join(word.capitalize() for word in table["name"].split("_"))
        in_store += f"  repeated {message} {table['name']} = {table['field']};\n"
        messages += f"\n// {sentence(table)}.\nmessage {message} {{\n"
        messages += "  uint64 first_row = 1;\n"
        if any(column["coding"] in ("Time", "Span") for column in columns):
            messages += "  uint64 time_unit = 2;\n"
        written = [column for column in columns if column["field"] is not None]
        for column in sorted(written, key=lambda column: column["field"]):
            for kind, name, number, how in fields_of(column):
                meaning = f"{how}: {column['description']}" if how else column["description"]
                messages += f"  // {meaning}\n  repeated {kind} {name} = {number};\n"
        messages += "}\n"
    return PROTO.replace("@TABLES@", in_store).replace("@MESSAGES@", messages)


def main():
    page_path, proto_path = sys.argv[2:4]
    all_tables = tables()
    failed = 0
    for path, want in ((page_path, page(all_tables)), (proto_path, proto(all_tables))):
        if "--update" in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(want)
            print(f"wrote {path}")
            continue
        with open(path, encoding="utf-8") as file:
            got = file.read()
        if got != want:
            failed += 1
            print("".join(difflib.unified_diff(got.splitlines(True), want.splitlines(True), path,
                                               "as the schema has it")))
            print(f"FAILED {path}: run tests/docs/tables_test.py with --update")
    print(f"{2 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
