"""Runs the examples of the README and the docs: what they show is what the program prints.

A block fenced as `console` holds commands after `$ ` and, below each, all that it prints: stdout,
then stderr. The last line printed here is `N passed, N failed`.
"""

import difflib
import os
import re
import shlex
import subprocess
import sys


def examples(path):
    """Yields (line number, command, expected output) of each command in the page's console blocks."""
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


def check(binary, command, want):
    words = shlex.split(command)
    if words[0] != "profiler":
        return f"an example must start with profiler: {command}"
    run = subprocess.run([binary] + words[1:], capture_output=True, encoding="utf-8", timeout=60,
                         stdin=subprocess.DEVNULL,
                         env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100"})
    got = run.stdout + run.stderr
    if got == want:
        return None
    return "".join(difflib.unified_diff(want.splitlines(True), got.splitlines(True), "shown", "now"))


def options_named(path):
    """Options that a page names in backticks, as `-name` or `-name value`."""
    text = open(path, encoding="utf-8").read()
    return set(re.findall(r"`-([a-z_]{2,})", text))


def main():
    binary, pages = os.path.abspath(sys.argv[1]), sys.argv[2:]
    passed = failed = 0
    help_text = subprocess.run([binary, "--help"], capture_output=True, text=True).stdout
    for page in pages:
        problems = [(f"{page}:{line}", check(binary, command, want))
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
