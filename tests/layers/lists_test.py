"""Compares docs/how-it-works.md with the registries: its lists of formats, views, rules and
exporters, and the diffs that show how to add one.

usage: lists_test.py PAGE SOURCE...   (paths from the workspace's root)
"""

import re
import sys

from checks import finish

# The file of each registry, and the pattern of an entry with a descriptor.
REGISTRIES = {
    "formats": ("profiler/open/formats.cc", r"&(k\w+Format)\b"),
    "views": ("profiler/catalog/views.cc", r"\bVIEW\((k\w+)\)"),
    "rules": ("profiler/advise/rules.cc", r"\bRULE\((k\w+)\)"),
    "exporters": ("profiler/catalog/exporters.cc", r"\bEXPORTER\((k\w+)\)"),
}


def names_by_descriptor(sources):
    """The names of the descriptors."""
    descriptor = re.compile(r'\bconst \w+ (k\w+) = (?:\w+<\w*>)?\{\s*\.name = "([^"]+)"')
    return {one: name for text in sources.values() for one, name in descriptor.findall(text)}


def registered(what, sources):
    """The names in a registry, in order."""
    path, entry = REGISTRIES[what]
    names = names_by_descriptor(sources)
    listed = re.findall(entry, sources[path])
    return [names.get(one, f"{one}, which has no .name") for one in dict.fromkeys(listed)]


def documented(what, page):
    """The names in the page's table."""
    row = re.search(rf"^\| {what} \| [^|]* \| ([^|]*) \|$", page, re.M)
    return re.findall(r"`([^`]+)`", row[1]) if row else []


def bare(line):
    """The line without what continues a macro."""
    return line.rstrip(" \\").strip()


def wrong_counts(page):
    """Hunks of new files whose number of lines is not the one that their head says."""
    for head, count, body in re.findall(
        r"^\+\+\+ b/(\S+)\n@@ -0,0 \+1,(\d+) @@\n((?:\+.*\n)+)", page, re.M
    ):
        if int(count) != body.count("\n"):
            yield f"{head}: the hunk has {body.count(chr(10))} lines, not {count}"


def stale_lines(page, sources):
    """Context lines of the page's diffs that are no longer in the diff's file."""
    for diff in re.findall(r"^```diff\n(.*?)^```", page, re.M | re.S):
        text = None
        for line in diff.splitlines():
            if line.startswith("--- "):
                path = line.removeprefix("--- a/")
                text = sources.get(path)
            elif text is None or line[:1] != " ":
                continue
            elif bare(line) not in map(bare, text.splitlines()):
                yield f"a diff shows a line that {path} no longer has: {line[1:]}"


def main():
    page, *paths = sys.argv[1:]
    sources = {}
    for path in [page, *paths]:
        with open(path, encoding="utf-8") as file:
            sources[path] = file.read()
    checks = {}
    for what in REGISTRIES:
        has, should = documented(what, sources[page]), registered(what, sources)
        wanted = ", ".join(f"`{name}`" for name in should)
        checks[f"the list of {what}"] = (
            [] if has == should else [f"write in {page}, What is listed: {wanted}"]
        )
    checks["diffs count their lines"] = list(wrong_counts(sources[page]))
    checks["diffs show lines that are there"] = list(stale_lines(sources[page], sources))
    planted = "```diff\n--- a/x.cc\n+++ b/x.cc\n@@ -1 +1,2 @@\n gone\n+new\n```\n"
    checks["a stale line is found"] = (
        [] if list(stale_lines(planted, {"x.cc": "here\n"})) else ["stale_lines finds none"]
    )
    return finish(checks)


if __name__ == "__main__":
    sys.exit(main())
