"""Runs the cases of testdata/ and compares the program's output with tfprof's.

If tfprof answered, stdout and the written files must be the same bytes; a timeline of the graph
view must contain tfprof's events (tests/golden/timeline_events.py). If tfprof refused, complained
or crashed, the program must refuse: status 1 or 2, a message on stderr, no report. The same holds
if the profile itself is broken, whatever tfprof does; a partial answer with status 1 passes, too.
tests/golden/report_text.py compares the JSON form of each answer with its text.

tfprof prints the sections of advise in random order, so each section must contain tfprof's lines in
their order; ours has more. Values that tfprof computes wrongly are not compared (docs/compat.md).
"""

import argparse
import collections
import concurrent.futures
import difflib
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import pprof_file
import report_text
import timeline_events
from run import run

VIEWS = ("scope", "graph", "op", "code")
TIMEOUT_S = 60
SHOWN_LINES = 20
SHOWN_COLUMNS = 200

# tfprof refuses these spellings; we accept them.
ACCEPTED = {"mlp-168-err-doubledash", "mlp-169-err-equals"}

# tfprof writes no pprof file of several columns, or from scope; we do.
WRITTEN = {"mlp-136-out-pprof-two", "mlp-139-out-pprof-scope"}

# The program reports the errors in these profiles instead of answering as tfprof does. Only
# profiles that are refused or answered in part are listed: the others in bad/ must match tfprof.
BROKEN_PROFILES = {"profile_" + name for name in (
    "empty", "truncated", "garbage", "text", "missing_file", "short_tuple", "runmeta_as_profile")}


class Case:
    def __init__(self, folder, spec):
        self.folder = folder
        self.id = spec["id"]
        self.inputs = spec["inputs"]
        self.session = spec.get("session")
        # `advise::A,B` means only these checkers.
        self.command = spec.get("command", "").replace("advise::", "advise -checkers ")
        self.status = spec["status"]
        self.exit_code = spec["exit_code"]
        self.stored_files = spec.get("produced", {})
        self.deterministic = spec.get("deterministic", True)
        self.expected_path = folder / spec["expected"]

    @property
    def lines(self):
        return [self.command] if self.session is None else self.session

    @property
    def is_advice(self):
        return self.session is None and self.command.startswith("advise")

    @property
    def is_broken(self):
        return self.folder.name == "bad" and bool(BROKEN_PROFILES & set(self.inputs.values()))

    def expected(self):
        return self.expected_path.read_bytes()

    def skip_reason(self):
        if not self.deterministic and not self.is_advice:
            return "not the same each time in tfprof"
        return None


Answer = collections.namedtuple("Answer", "status stdout stderr files")


def answer_of(binary, case, *more):
    """Runs the case in its own folder, which contains the model's files."""
    with tempfile.TemporaryDirectory() as folder:
        for file in case.folder.iterdir():
            if file.is_file():
                os.symlink(file.resolve(), os.path.join(folder, file.name))
        argv = [f"--{name}={value}" for name, value in case.inputs.items() if value]
        stdin = ""
        if case.session is None:
            argv += ["-c", " ".join([case.command, *more])]
        else:
            argv.append("-keep_going")
            stdin = "".join(line + "\n" for line in case.session)
        done = run(*argv, program=binary, stdin=stdin.encode(), cwd=folder, timeout=TIMEOUT_S)
        files = {name: pathlib.Path(folder, name) for name in case.stored_files}
        files = {name: path.read_bytes() for name, path in files.items() if path.exists()}
        return Answer(done.returncode, done.stdout, done.stderr, files)


def lines(text):
    return text.decode("utf-8", "replace").splitlines()


def difference(want, got, want_name="tfprof", got_name="ours"):
    """The difference between two lists of lines, or None."""
    if want == got:
        return None
    diff = list(difflib.unified_diff(want, got, want_name, got_name, lineterm="", n=1))
    shown = [line[:SHOWN_COLUMNS] for line in diff[:SHOWN_LINES]]
    if len(diff) > len(shown):
        shown.append(f"... {len(diff) - len(shown)} more lines of difference")
    return "\n".join(shown)


def text_difference(want, got):
    if want == got:
        return None
    return difference(lines(want), lines(got)) or "equal lines, but not equal bytes"


def file_difference(case, want, got):
    """The difference between a written file and tfprof's; for pprof files and timelines of graph,
    only the meaning is compared."""
    if "pprof:" in case.command:
        return difference(pprof_file.lines(want), pprof_file.lines(got))
    if case.command.startswith("graph") and "timeline:" in case.command:
        return timeline_events.difference(want, got)
    return text_difference(want, got)


def session_reports(text):
    """The rows of every report: the lines after 'Profile:' up to a blank one."""
    inside = False
    for line in lines(text):
        inside = line == "Profile:" or (inside and line != "")
        if inside:
            yield line


def session_options(text):
    return {" ".join(line.split()) for line in lines(text) if line.startswith("-")}


def check_session(case, answer):
    found = difference(list(session_reports(case.expected())), list(session_reports(answer.stdout)))
    if found or "" not in case.session:
        return found
    # The program has options that tfprof lacks.
    missing = session_options(case.expected()) - session_options(answer.stdout)
    return f"options not shown: {sorted(missing)}" if missing else None


def check_error(case, answer):
    if case.id in ACCEPTED:
        return None if answer.status == 0 and b"Profile:" in answer.stdout else "not accepted"
    if case.id in WRITTEN:
        return None if answer.status == 0 and b"Run pprof" in answer.stdout else "not written"
    if answer.status != 0:
        return "refused, yet a report was printed" if b"Profile:" in answer.stdout else None
    if case.exit_code != 0:
        return "not refused"
    if not answer.stderr.strip():
        return "neither refused nor a word on stderr"
    return text_difference(case.expected(), answer.stdout)


def stored_bytes(case, name, stored):
    """The file that tfprof wrote as `name`; large files are stored compressed."""
    data = (case.folder / stored).read_bytes()
    return gzip.decompress(data) if stored.endswith(".gz") and not name.endswith(".gz") else data


def right_in_tfprof(line):
    """The part of a line of advise that tfprof computes correctly, or None."""
    utilization = line.rpartition("utilization: ")
    if line.startswith("Maybe use faster FusedBatchNorm") or (
            utilization[1] and float(utilization[2]) > 1):
        return None
    # For scopes only the order: their times lack those of the ops inside.
    return line.partition(", cpu: ")[0] if " graph node: " in line else line


def advice(text):
    """The lines of each section, by its name, without indented ones, which are ours, and without
    code below the first frames, where tfprof stops too early."""
    sections, name = {}, None
    for line in lines(text):
        if line.endswith(":") and line[:-1].isidentifier():
            name = line[:-1]
            sections[name] = []
        elif name and line and not line.startswith(" "):
            sections[name].append(right_in_tfprof(line))
    return {name: [line for line in found if line] for name, found in sections.items()}


def check_advice(case, answer):
    if answer.status != 0:
        # tfprof prints nothing for unknown checkers; we report them.
        refused = answer.status in (1, 2) and not case.expected().strip()
        return None if refused else "refused"
    got = advice(answer.stdout)
    for name, want in advice(case.expected()).items():
        if name not in got:
            return f"no section {name}"
        if found := difference(want, got[name]):
            return f"{name}: {found}"
    return None


def check_ok(case, answer):
    if case.is_advice:
        return check_advice(case, answer)
    if answer.status != 0:
        return "refused"
    if case.command == "help":  # our help has more
        return None if answer.stdout.strip() else "no help"
    found = text_difference(case.expected(), answer.stdout)
    for name, stored in case.stored_files.items():
        if found is None and name not in answer.files:
            found = f"{name} was not written"
        if found is None:
            found = file_difference(case, stored_bytes(case, name, stored), answer.files[name])
    return found


def check_text(case, answer):
    """The error in the answer, or None."""
    if answer.status not in (0, 1, 2, 3):
        return f"exit status {answer.status}"
    if answer.status != 0 and not answer.stderr.strip():
        return f"exit status {answer.status} without a word on stderr"
    if case.status == "crash":
        return None if (answer.stdout + answer.stderr).strip() else "not a word"
    if case.is_broken and answer.status in (1, 2):
        return None
    if case.session is not None:
        return check_session(case, answer)
    return check_error(case, answer) if case.status == "error" else check_ok(case, answer)


def has_json(case, text_answer):
    return (case.status == "ok" and text_answer.status == 0 and case.session is None
            and case.command.split()[0] in VIEWS and "-output" not in case.command)


def check_json(answer, text):
    """The error in the JSON form of an answer whose text form is known, or None."""
    if answer.status != 0:
        return f"exit status {answer.status}"
    try:
        report = json.loads(answer.stdout)
    except ValueError as error:
        return f"not JSON: {error}"
    if not isinstance(report, dict) or answer.stdout.count(b"\n") != 1:
        return "not one object on one line"
    keys = {column["name"] for column in report["columns"]}
    if any(set(row) != keys for row in report["rows"]):
        return "the keys of a row are not the columns"
    paths = {tuple(row["key"]) for row in report["rows"]}
    if len(paths) != len(report["rows"]):
        return "several rows have one key"
    want = report_text.lines_of_text(text.decode("utf-8", "replace"))
    count = sum(map(report_text.is_row, want))
    if count != len(report["rows"]):
        return f"{len(report['rows'])} rows, {count} in text"
    return difference(want, list(report_text.row_lines(report)), "text", "text made of JSON")


def attempt(check, *arguments):
    """The errors that `check` finds; an exception fails the case, not the run."""
    try:
        return check(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def check_case(binary, case):
    """A (form, error or None, answer) for each form that is checked."""
    try:
        answer = answer_of(binary, case)
        results = [("text", attempt(check_text, case, answer), answer)]
        if has_json(case, answer):
            json_answer = answer_of(binary, case, "-format", "json")
            results.append(("json", attempt(check_json, json_answer, answer.stdout), json_answer))
        return results
    except subprocess.TimeoutExpired:
        return [("text", f"no answer in {TIMEOUT_S} s", None)]


def print_failure(case, form, wrong, answer):
    print(f"--- {case.id} ({form}): {case.command or case.session}\n{wrong}")
    if answer and answer.stderr.strip():
        print("stderr: " + answer.stderr.decode("utf-8", "replace").strip()[-400:])
    print()


def all_cases(testdata):
    for path in sorted(testdata.glob("*/cases.json")):
        for spec in json.loads(path.read_text(encoding="utf-8")):
            yield Case(path.parent, spec)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="cli/profiler")
    parser.add_argument("--testdata", default="testdata", type=pathlib.Path)
    parser.add_argument("--only", default="", help="cases whose id contains this text")
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)

    cases, skipped = [], collections.Counter()
    for case in all_cases(options.testdata):
        if options.only not in case.id:
            continue
        if reason := case.skip_reason():
            skipped[reason] += 1
        else:
            cases.append(case)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda case: check_case(binary, case), cases))

    passed, failed = collections.Counter(), collections.Counter()
    for case, forms in zip(cases, results):
        for form, wrong, answer in forms:
            (failed if wrong else passed)[form] += 1
            if wrong:
                print_failure(case, form, wrong, answer)
    for reason, count in sorted(skipped.items()):
        print(f"skipped: {count} {reason}")
    for form in ("text", "json"):
        print(f"{form}: {passed[form]} passed, {failed[form]} failed")
    if not cases:
        print(f"no cases in {options.testdata}")
        failed["text"] += 1
    print(f"{passed.total()} passed, {failed.total()} failed, {skipped.total()} skipped")
    return 1 if failed.total() else 0


if __name__ == "__main__":
    sys.exit(main())
