"""The commands that docs/from-tensorboard.md names exist, and take the options that it says.

Run as: tensorboard_test.py PROFILER docs/from-tensorboard.md
"""

import re
import sys

from run import ask

# What the page says: an option, and the commands of the page that do not take it.
TAKEN = {
    "top": set(),
    "format": set(),
    "where": {"overview"},
    "order_by": {"overview"},
    "select": {"overview"},
    "base": {"overview", "op_profile", "trace"},
}


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        page = re.sub(r"section `\w+`", "", file.read())
    rows = re.findall(r"^\| [A-Zt].*? \| (.*) \|$", page, re.M)[1:]
    commands = {words.split()[0] for row in rows for words in re.findall(r"`([^`]+)`", row)}
    commands = {command for command in commands if command.isidentifier()}
    options = {row["name"]: set(row["commands"]) for row in ask("schema", "-options")["rows"]}
    failed = 0
    if len(commands) < 10:
        print(f"only {len(commands)} commands are left of the page: {sorted(commands)}")
        failed += 1
    for option, but in TAKEN.items():
        taken = commands & options[option]
        if commands - taken != but:
            print(f"-{option}: all but {sorted(commands - taken)} take it, not all but {sorted(but)}")
            failed += 1
    print(f"{len(TAKEN) + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
