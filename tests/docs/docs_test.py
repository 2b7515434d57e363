"""Runs the examples of the README and the docs and compares their output.

A block fenced as `console` has commands after `$ ` and, below each, its whole output: stdout, then
stderr. The last line printed here is `N passed, N failed`.
"""

import difflib
import re
import shlex
import sys

from run import environment, run


def examples(path):
    """Yields (line number, command, expected output) for each command in the page's console
    blocks."""
    inside, command, start, output = False, None, 0, []
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        if line.startswith("```") or (inside and line.startswith("$ ")):
            if command is not None:
                yield start, command, "".join(output)
            command, output = None, []
        if line.startswith("```"):
            inside = line.strip() == "```console"
        elif inside and line.startswith("$ "):
            start, command = number, line[2:].strip()
        elif inside:
            output.append(line)


def check(command, want):
    words = shlex.split(command)
    if words[0] != "profiler":
        return f"an example must start with profiler: {command}"
    done = run(*words[1:], env=environment(LC_ALL="C.UTF-8", COLUMNS="100"))
    got = done.stdout + done.stderr
    if got == want:
        return None
    return "".join(difflib.unified_diff(want.splitlines(True), got.splitlines(True), "shown", "now"))


def options_named(path):
    """The options that a page names in backticks, as `-name` or `-name value`."""
    text = open(path, encoding="utf-8").read()
    return set(re.findall(r"`-([a-z_]{2,})", text))


def main():
    pages = sys.argv[2:]
    passed = failed = 0
    help_text = run("--help").stdout
    for page in pages:
        problems = [(f"{page}:{line}", check(command, want))
                    for line, command, want in examples(page)]
        unknown = sorted(o for o in options_named(page)
                         if f"-{o}" not in help_text and f"-{o}_" not in help_text)
        problems.append((f"{page}: options", f"no such options: {unknown}" if unknown else None))
        for name, problem in problems:
            if problem:
                failed += 1
                print(f"FAILED {name}\n{problem}")
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
