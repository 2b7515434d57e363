"""A real profile, and the answers of the program about it, as rows."""

import json
import os

from run import run

PROFILE = os.path.abspath("testdata/mlp/profile_1055")
MISSING = "/there/is/no/such/profile"
VIEWS = ("op", "scope", "graph", "code")
ALL = ["-compat", "off", "-max_depth", "1000", "-select", "micros,bytes,occurrence,params"]


def answers(lines, *options):
    """The JSON answers to the lines, from one process; the options name its inputs."""
    done = run("-format", "json", *options, *(w for line in lines for w in ("-c", line)))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def by_key(answer):
    return {tuple(row["key"]): row for row in answer["rows"]}


def names(done):
    """The names of the rows of a CSV report."""
    assert done.returncode == 0, done.stderr
    return [line.split(",")[0] for line in done.stdout.splitlines()[1:]]
