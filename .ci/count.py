#!/usr/bin/env python3
"""Counts the test cases of Bazel's runs.

    count.py [NAME:EVENTS | NAME=STATUS:LOG]...

EVENTS is what --build_event_json_file wrote of the run NAME; NAME=STATUS:LOG adds a check of one
case that passed when STATUS is 0. Prints a line per target, what failed after what passed and with
the end of its log, and, last, "N passed, N failed". Exits 1 if anything failed.
"""

import collections
import json
import re
import sys
import textwrap
import urllib.parse

Count = collections.namedtuple("Count", "passed failed skipped log", defaults=(0, ""))

# Characters of a failed target's log: what a reader of the last page of CI's output wants to know.
END_OF_LOG = 3000

CATCH_ALL_PASSED = re.compile(r"^All tests passed \(.* in (\d+) test cases?\)$", re.M)
CATCH_SOME_FAILED = re.compile(r"^test cases: +(\d+) \|(.*)$", re.M)
CATCH_FAILED = re.compile(r"(\d+) failed(?! as expected)")
PYTHON_LAST_LINE = re.compile(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?")


def cases_in_log(log):
    """The Count that a test reported in its log, or None where it reported none."""
    lines = log.rstrip().splitlines()
    if lines and (match := PYTHON_LAST_LINE.fullmatch(lines[-1].strip())):
        return Count(*(int(group or 0) for group in match.groups()))
    if match := CATCH_ALL_PASSED.search(log):
        return Count(int(match[1]), 0)
    if match := CATCH_SOME_FAILED.search(log):
        failed = sum(int(number) for number in CATCH_FAILED.findall(match[2]))
        return Count(int(match[1]) - failed, failed)
    return None


def read_log(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def read_uri(log):
    return read_log(urllib.parse.unquote(urllib.parse.urlparse(log["uri"]).path))


def count_test(summary):
    """The Count of one test target; its shards and runs have a log each."""
    ok = summary["overallStatus"] in ("PASSED", "FLAKY")
    failed_logs = [] if ok else [read_uri(log) for log in summary.get("failed", [])]
    logs = [read_uri(log) for log in summary.get("passed", [])] + failed_logs
    counts = [count for log in logs if (count := cases_in_log(log))]
    total = Count(*(sum(count[i] for count in counts) for i in range(3)))
    if not ok:
        # A crash, a time-out or a leak fails a target without failing one of its cases.
        ends = [log[-END_OF_LOG:] for log in failed_logs]
        return total._replace(failed=max(total.failed, 1), log="\n".join(ends))
    return total if any(total) else Count(1, 0)


def count_targets(events):
    """Yields (name, Count) for every test, and for everything else that failed."""
    exit_name = "no end"
    failed = False
    for event in events:
        kind, ident = next(iter(event["id"].items()))
        if kind == "testSummary":
            count = count_test(event["testSummary"])
        elif kind == "targetCompleted" and not event.get("completed", {}).get("success"):
            count = Count(0, 1)
        else:
            if kind == "buildFinished":
                exit_name = event["finished"]["exitCode"]["name"]
            continue
        failed |= count.failed > 0
        yield ident["label"], count
    # For instance a BUILD file with an error: its targets are never heard of.
    if exit_name != "SUCCESS" and not failed:
        yield f"bazel: {exit_name}", Count(0, 1)


def read_events(file):
    """Yields the events up to one that was cut: a full disk ends the file within a line."""
    for line in file:
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            return


def count_run(name, events_path):
    """Yields (name, Count) for what count_targets finds in the events of a run."""
    with open(events_path, encoding="utf-8", errors="replace") as file:
        for label, count in count_targets(read_events(file)):
            yield f"{name} {label}", count


def count_check(status, log_path):
    return Count(1, 0) if status == "0" else Count(0, 1, log=read_log(log_path)[-END_OF_LOG:])


def main(*runs_and_checks):
    counts = []
    for argument in runs_and_checks:
        name, separator, rest = re.fullmatch(r"([\w-]+)([:=])(.*)", argument).groups()
        if separator == ":":
            counts.extend(count_run(name, rest))
        else:
            counts.append((name, count_check(*rest.split(":", 1))))

    for name, count in sorted(counts, key=lambda named: (named[1].failed > 0, named[0])):
        skipped = f", {count.skipped} skipped" if count.skipped else ""
        print(f"{name}: {count.passed} passed, {count.failed} failed{skipped}")
        if count.log:
            print(textwrap.indent(count.log.rstrip(), "  | "))
    passed = sum(count.passed for _, count in counts)
    failed = sum(count.failed for _, count in counts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
