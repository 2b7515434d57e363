"""Finds folders with too many sources at one level: `git ls-files | folders.py`."""

import collections
import os
import sys

MOST_FILES = 30


def crowded(paths):
    count = collections.Counter(
        os.path.dirname(path) for path in paths if path.endswith((".cc", ".h", ".py", ".ts"))
    )
    for folder, files in sorted(count.items()):
        if files > MOST_FILES:
            yield f"{folder}: {files} files at one level, more than {MOST_FILES}"


if __name__ == "__main__":
    too_many = list(crowded(sys.stdin.read().splitlines()))
    print(*too_many, sep="\n", end="\n" if too_many else "")
    sys.exit(bool(too_many))
