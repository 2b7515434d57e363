"""Helpers for tests of JSON traces: running the program, and reading the JSON independently."""

import collections
import functools
import glob
import gzip
import json
import os
import pathlib
import sys
import unittest

from run import run

TESTDATA = None


def told(files, command):
    return run(*(f"--profile_path={file}" for file in files), "-c", command)


def answer(files, command):
    done = told(files, command + " -format json")
    if done.returncode not in (0, 1) or not done.stdout:
        raise AssertionError(f"{files}: {command}: exit {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def read_json(path):
    data = pathlib.Path(path).read_bytes()
    return json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)


def events_of(path):
    """The events of a trace, or None if the file has none."""
    try:
        trace = read_json(path)
    except (ValueError, OSError):
        return None
    events = trace.get("traceEvents") if isinstance(trace, dict) else trace
    is_trace = isinstance(events, list) and all(isinstance(event, dict) for event in events)
    return events if is_trace and any("ph" in event for event in events) else None


@functools.lru_cache(maxsize=None)
def info(path):
    """(totals by name, problems by name) of a file."""
    totals, problems = {}, collections.Counter()
    for section in answer([path], "info")["sections"]:
        for row in section["rows"]:
            if "severity" in row:
                problems[row["name"]] += row["count"]
            elif section["title"] == "Totals":
                totals[row["name"]] = row["count"]
    return totals, problems


def traces(folder):
    return sorted(path for path in glob.glob(f"{folder}/*/*") if path.endswith((".json", ".json.gz")))


def slices_in(events):
    """The number of executions and instants in a file; a begin and its end count as one."""
    return sum((event.get("ph") or " ") in "XiIRPNODnBbS" for event in events)


def timelines():
    return sorted(glob.glob(f"{TESTDATA}/*/expected/*tl_*"))


def main():
    """Runs the tests of the calling module: PROFILER TESTDATA [Class.test]."""
    global TESTDATA
    TESTDATA = os.path.abspath(sys.argv[2])
    unittest.main(argv=[sys.argv[0]] + sys.argv[3:], verbosity=2)
