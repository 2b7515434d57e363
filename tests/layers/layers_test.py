"""Checks every #include and every visibility in BUILD files against the table "The arrows" of
docs/how-it-works.md, and that no folder has too many files.

usage: layers_test.py HOW_IT_WORKS SOURCE...   (paths from the workspace's root)
"""

import collections
import os
import re
import sys

from checks import finish
from folders import crowded

TESTS = "//tests:__subpackages__"


def arrows_of(page):
    """The table as {room: set of rooms it may include}. A room is a folder's path."""
    allowed = {}
    in_table = False
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells[0] == "folder" and cells[1:2] == ["may include"]:
            in_table = True
        elif in_table and not line.startswith("|"):
            break
        elif in_table and not cells[0].startswith("---"):
            allowed[cells[0].strip("`")] = set(re.findall(r"`([^`]+)`", cells[1]))
    return allowed


class Rooms:
    def __init__(self, allowed):
        self.allowed = allowed

    def of(self, path):
        """The room of a file of profiler/, cli/ or web/, or None."""
        folder = os.path.dirname(path).removeprefix("profiler/")
        while folder:
            if folder in self.allowed:
                return folder
            folder = os.path.dirname(folder)
        return None


def wrong_includes(rooms, path, text):
    """The lines of a file that include what its room may not."""
    room = rooms.of(path)
    if room is None:
        yield f"{path}: its folder is not in the table of arrows in docs/how-it-works.md"
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'#include "((?:profiler|cli|web)/[^"]+)"', line)
        if not match:
            continue
        other = rooms.of(match[1])
        if other != room and other not in rooms.allowed[room]:
            yield f"{path}:{number}: {room} may not include {other or 'that'}: {line}"


def wrong_visibility(rooms, path, text):
    """Packages that a BUILD file lets depend on its room, although the table does not."""
    room = rooms.of(path)
    if room is None:
        yield f"{path}: its folder is not in the table of arrows in docs/how-it-works.md"
        return
    match = re.search(r"default_visibility = \[([^\]]*)\]", text)
    if not match:
        yield f"{path}: has no default_visibility that names who may depend on it"
        return
    may = {other for other, targets in rooms.allowed.items() if room in targets}
    for number, line in enumerate(text.splitlines(), 1):
        for label in re.findall(r'"(//[^"]*):__pkg__"', line):
            other = label[2:].removeprefix("profiler/")
            if other not in may:
                yield f"{path}:{number}: {other} may not depend on {room}"
    for listed in re.finditer(r"visibility = \[([^\]]*)\]", text):
        for label in re.findall(r'"([^"]+)"', listed[1]):
            is_program = room == "cli" and label == "//visibility:public"
            if label != TESTS and not label.endswith(":__pkg__") and not is_program:
                yield f"{path}: visibility {label} is wider than the table"


def circles(allowed):
    """Rooms in a cycle."""
    for room in allowed:
        seen, todo = set(), list(allowed[room])
        while todo:
            one = todo.pop()
            if one in seen:
                continue
            seen.add(one)
            todo.extend(allowed.get(one, ()))
        if room in seen:
            yield f"{room} reaches itself through the arrows of the table"


def unused(rooms, sources, builds):
    """Arrows of the table that neither an include nor a list of descriptors needs."""
    used = collections.defaultdict(set)
    for path in builds:
        for label in re.findall(r'^ +"//((?:profiler|cli|web)[^":]*)', read(path), re.M):
            used[rooms.of(path)].add(rooms.of(f"{label}/BUILD"))
    for path in sources:
        for other in re.findall(r'^#include "((?:profiler|cli|web)/[^"]+)"', read(path), re.M):
            used[rooms.of(path)].add(rooms.of(other))
    for room, targets in rooms.allowed.items():
        for target in sorted(targets - used[room]):
            yield f"{room} may include {target}, and does not"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    page, *paths = sys.argv[1:]
    allowed = arrows_of(read(page))
    rooms = Rooms(allowed)
    sources = [path for path in paths if path.endswith((".cc", ".h"))]
    builds = [path for path in paths if os.path.basename(path) == "BUILD"]
    checks = {
        "the page has the table": [] if len(allowed) > 10 else [f"{page}: no table of arrows"],
        "arrows have one direction": list(circles(allowed)),
        "includes": [w for path in sources for w in wrong_includes(rooms, path, read(path))],
        "visibility": [w for path in builds for w in wrong_visibility(rooms, path, read(path))],
        "each arrow is needed": list(unused(rooms, sources, builds)),
        "folders are small": list(crowded(paths)),
        "every room was given": [
            f"{room}: no sources" for room in allowed if room not in map(rooms.of, sources)
        ],
        # Checks that the functions find errors, by reversing an include.
        "a turned include is found": []
        if list(wrong_includes(rooms, "profiler/store/x.h", '#include "profiler/views/view.h"\n'))
        else ["store may include views"],
        "a turned visibility is found": []
        if list(
            wrong_visibility(
                rooms,
                "profiler/views/BUILD",
                'default_visibility = [\n    "//profiler/store:__pkg__",\n]',
            )
        )
        else ["store may depend on views"],
    }
    return finish(checks)


if __name__ == "__main__":
    sys.exit(main())
