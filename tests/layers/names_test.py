"""Checks that names are only in the folders that may know them. Names of formats are only in
readers/ and open/; renderers, exporters and analysis do not compare with names of views, nor
renderers with names of columns.

usage: names_test.py SOURCE...   (paths from the workspace's root)

The names are read from descriptors and columns. To restrict other words, add to `held_words`.
"""

import re
import sys

from checks import finish

# Also values of -output, which are no names of formats there.
NAMES_OF_EXPORTERS = {"store", "pprof"}

TOKEN = re.compile(
    r"""//[^\n]* | /\*.*?\*/                          # comments
    | '(?:\\[^'\n]+|[^'\\\n])'                        # a character
    | R"(\w*)\((?P<raw>.*?)\)\1"
    | "(?P<text>(?:\\.|[^"\\\n])*)" """,
    re.S | re.X,
)


def literals(text):
    """The string literals of a C++ file, each with its line."""
    for token in TOKEN.finditer(text):
        value = token["raw"] if token["raw"] is not None else token["text"]
        if value is not None:
            yield text.count("\n", 0, token.start()) + 1, value


def misplaced(words, homes, sources):
    """The literals that equal one of the words, in files outside the homes.

    words: whole literals; homes: prefixes of paths; sources: {path: text}.
    """
    for path, text in sorted(sources.items()):
        if path.startswith(tuple(homes)):
            continue
        for line, value in literals(text):
            if value in words:
                yield f'{path}:{line}: "{value}" belongs to {" and ".join(homes)}'


def names_of_formats(sources):
    """The names in the descriptors of formats."""
    descriptor = re.compile(r'constinit const Format \w+ = \{\s*\.name = "([^"]+)"')
    return {name for text in sources.values() for name in descriptor.findall(text)}


def names_of_views(sources):
    descriptor = re.compile(r'const View \w+ = \{\s*\.name = "([^"]+)"')
    return {name for text in sources.values() for name in descriptor.findall(text)}


def names_of_columns(sources):
    column = re.compile(r'\b(?:Number|Real|Flag|Text|List|Series)\(\s*"([a-z_0-9]+)"')
    ops = re.compile(r'^    \{"([a-z_]+)", Measure::', re.M)
    return {name for text in sources.values() for name in column.findall(text) + ops.findall(text)}


def compared(words, folders, sources):
    """Comparisons with one of the words, in files of the folders."""
    comparison = re.compile(r'[=!]= "([^"]+)"|"([^"]+)" [=!]=')
    for path, text in sorted(sources.items()):
        for number, line in enumerate(text.splitlines(), 1):
            for match in comparison.finditer(line):
                word = match[1] or match[2]
                if path.startswith(tuple(folders)) and word in words:
                    yield f'{path}:{number}: compares with the name "{word}"'


def held_words(sources):
    """The restricted words, as (what, words, violations)."""
    formats = names_of_formats(sources) - NAMES_OF_EXPORTERS
    homes = ("profiler/readers/", "profiler/open/")
    yield "names of formats", formats, misplaced(formats, homes, sources)
    views = names_of_views(sources)
    folders = ("profiler/render/", "profiler/report/", "profiler/export/", "profiler/analysis/")
    yield "names of views", views, compared(views, folders, sources)
    columns = names_of_columns(sources) - {"name"}  # "name" is what -where calls a row's name
    yield "names of columns", columns, compared(columns, folders[:2], sources)


def main():
    sources = {}
    for path in sys.argv[1:]:
        if path.endswith((".cc", ".h")):
            with open(path, encoding="utf-8") as file:
                sources[path] = file.read()
    planted = 'f("b");  // "a"\nconst char c = \'"\'; g("x a", R"(a)");\n'
    checks = {
        "a misplaced word is found": []
        if list(misplaced({"a"}, ["home/"], {"x.cc": planted, "home/y.cc": planted}))
        == ['x.cc:2: "a" belongs to home/']
        else ["the check finds other words than it should"],
    }
    checks["a comparison is found"] = (
        []
        if list(compared({"op"}, ["home/"], {"home/x.cc": 'a\nif (view == "op") f();\n'}))
        == ['home/x.cc:2: compares with the name "op"']
        else ["the check finds other comparisons than it should"]
    )
    for what, words, violations in held_words(sources):
        checks[f"{what} were found"] = [] if len(words) > 10 else [f"only {sorted(words)}"]
        checks[what] = list(violations)
    return finish(checks)


if __name__ == "__main__":
    sys.exit(main())
