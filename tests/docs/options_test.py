"""docs/options.md matches the options' and commands' descriptors, as `schema -options` prints them.

Run as: options_test.py PROFILER docs/options.md. With --update at the end, writes the page again:

    ./bazelw build //cli:profiler
    PYTHONPATH=tests/common python3 tests/docs/options_test.py bazel-bin/cli/profiler \\
      docs/options.md --update
"""

import difflib
import sys

from run import ask

PAGE = """\
# Options

Which options each command takes. An option that is written in a command which does not take it is
refused (exit status 2), and the error names the commands that do. Options that were set before (by
`set`, by the rc file, or on the command line before several `-c`) are passed over in such a command,
and one note says so. `help OPTION` says more about an option, `help COMMAND` about a command. `set` and
`open` take all options, `schema` those about rows and columns; `help`, `version` and `quit` take none.

This page is made from what `profiler schema -options` prints, and a test holds it so
(`tests/docs/options_test.py`).

"""


def cell(text):
    return text.replace("|", "\\|")


def spelled(row):
    return f"`-{row['name']}{' ' + row['value'] if row['value'] else ''}`"


def everywhere(row, commands):
    return len(row["commands"]) == len(commands)


def of_commands(row):
    return bool(row["commands"] or row["accepted_by"] or row["outputs"])


def of_the_program(rows):
    text = "\n## Of the program\n\n| option | default | given on | what it means |\n"
    text += "| --- | --- | --- | --- |\n"
    for row in rows:
        default = f"`{row['default']}`" if row["default"] else ""
        cells = [spelled(row), default, row["given"], row["description"]]
        text += "| " + " | ".join(cell(one) for one in cells) + " |\n"
    return text


def page(rows):
    commands = max((row["commands"] for row in rows), key=len)
    common = [row for row in rows if everywhere(row, commands)]
    others = [row for row in rows if of_commands(row) and not everywhere(row, commands)]
    text = PAGE + "## By command\n\n"
    text += "All commands take " + ", ".join(f"`-{row['name']}`" for row in common) + ".\n\n"
    text += "| command | takes besides |\n| --- | --- |\n"
    for command in commands:
        names = [f"`-{row['name']}`" for row in others if command in row["commands"]]
        text += f"| `{command}` | {', '.join(names) or 'nothing'} |\n"
    ignored = next(row["accepted_by"] for row in others if row["accepted_by"])
    text += f"\ntfprof's own options are also accepted by {', '.join(f'`{n}`' for n in ignored)}, as in"
    text += " tfprof, where most of them change nothing.\n"
    text += "\n## By option\n\n"
    text += "| option | default | commands | kinds of `-output` | what it means |\n"
    text += "| --- | --- | --- | --- | --- |\n"
    for row in rows:
        if not of_commands(row):
            continue
        takes = "all" if everywhere(row, commands) else ", ".join(row["commands"])
        default = f"`{row['default']}`" if row["default"] else ""
        outputs = "all" if everywhere(row, commands) else ", ".join(row["outputs"])
        cells = [spelled(row), default, takes, outputs, row["description"]]
        text += "| " + " | ".join(cell(one) for one in cells) + " |\n"
    return text + of_the_program([row for row in rows if not of_commands(row)])


def main():
    path = sys.argv[2]
    want = page(ask("schema", "-options")["rows"])
    if "--update" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.write(want)
        print(f"wrote {path}")
        return 0
    with open(path, encoding="utf-8") as file:
        got = file.read()
    if got == want:
        print("1 passed, 0 failed")
        return 0
    print("".join(difflib.unified_diff(got.splitlines(True), want.splitlines(True), path,
                                       "as the descriptors have it")))
    print(f"FAILED {path}: run tests/docs/options_test.py with --update")
    print("0 passed, 1 failed")
    return 1


if __name__ == "__main__":
    sys.exit(main())
