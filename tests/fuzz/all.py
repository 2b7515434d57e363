"""Runs every fuzz target for some seconds, and prints the results.

./bazelw run //tests/fuzz:all -- [-seconds=60] [-only=NAME,...] [-jobs=N]

Runs as many targets at once as there are processors, or N, after building them with
--config=sanitize. Corpora are kept in bazel-fuzz/corpus/NAME of the workspace for the next run, and
findings in bazel-fuzz/findings/NAME; with findings the exit status is 1. When a finding is fixed,
move it to tests/fuzz/findings.
"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import time

LARGEST_SEED = 20_000  # bytes; a target runs only a few times a second on longer ones
LIMITS = ["-timeout=25", "-rss_limit_mb=2560", "-malloc_limit_mb=1024",
          f"-max_len={LARGEST_SEED}", "-print_final_stats=1",
          # Otherwise its statistics of rare features take most of the time.
          "-entropic=0"]
MOST_FINDINGS = 20  # per target; more are mostly the same
HEAD = ["target", "executions", "exec/s", "new units", "edges", "features", "findings"]


class Options:
    """Parses the command line; the words from BUILD name targets and their seeds."""

    def __init__(self, words):
        self.seconds, self.jobs, self.only, self.seeds = 60, os.cpu_count(), None, {}
        target = None
        for word in words:
            name, equals, value = word.lstrip("-").partition("=")
            if not word.startswith("-"):
                self.seeds[target].append(os.path.abspath(word))
            elif name == "target":
                target = value
                self.seeds[target] = []
            elif name == "seconds" and value.isdigit() and int(value) > 0:
                self.seconds = int(value)
            elif name == "jobs" and value.isdigit() and int(value) > 0:
                self.jobs = int(value)
            elif name == "only" and equals:
                self.only = value.split(",")
            else:
                sys.exit(f"all: {word}: give -seconds=N, -only=NAME,... or -jobs=N\n{__doc__}")
        unknown = [name for name in self.only or [] if name not in self.seeds]
        if unknown:
            sys.exit(f"all: no target {', '.join(unknown)}: there are {', '.join(self.seeds)}")

    def targets(self):
        return [name for name in self.seeds if self.only is None or name in self.only]


def build(workspace, targets):
    """Copies the programs, by target, to a place that later builds do not change."""
    labels = [f"//tests/fuzz:{target}_fuzz" for target in targets]
    bazelw = os.path.join(workspace, "bazelw")
    subprocess.run([bazelw, "build", "--config=sanitize", *labels], cwd=workspace, check=True)
    built = subprocess.run([bazelw, "info", "--config=sanitize", "bazel-bin"], cwd=workspace,
                           check=True, capture_output=True, text=True).stdout.strip()
    folder = os.path.join(workspace, "bazel-fuzz", "bin")
    os.makedirs(folder, exist_ok=True)
    programs = {}
    for target in targets:
        programs[target] = os.path.join(folder, target)
        if os.path.exists(programs[target]):
            os.remove(programs[target])
        shutil.copy(os.path.join(built, "tests", "fuzz", target + "_fuzz"), programs[target])
    return programs


def copy_seeds(seeds, corpus):
    os.makedirs(corpus, exist_ok=True)
    for number, seed in enumerate(seeds):
        if os.path.getsize(seed) <= LARGEST_SEED:
            shutil.copy(seed, os.path.join(corpus, f"seed_{number}_{os.path.basename(seed)}"))


def last(pattern, text, otherwise="-"):
    """The contents of the last match."""
    found = re.findall(pattern, text)
    return found[-1] if found else otherwise


def fuzz(program, target, options, folder):
    """Runs one target; returns its row of the table."""
    corpus = os.path.join(folder, "corpus", target)
    findings = os.path.join(folder, "findings", target)
    copy_seeds(options.seeds[target], corpus)
    os.makedirs(findings, exist_ok=True)
    before = set(os.listdir(findings))
    environment = dict(os.environ, UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1",
                       ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=0")
    command = [program, corpus, f"-artifact_prefix={findings}/", *LIMITS]
    executions, started, log, fell = 0, time.monotonic(), "", False
    # libFuzzer stops at a finding: use the remaining time to look for others.
    while (left := options.seconds - (time.monotonic() - started)) > 1:
        run = subprocess.run([*command, f"-max_total_time={int(left)}"], env=environment,
                             cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             check=False)
        log = run.stdout.decode(errors="replace")
        executions += int(last(r"stat::number_of_executed_units: +(\d+)", log, "0"))
        if run.returncode == 0:
            continue
        fell = True
        print(log[-4000:], flush=True)
        with open(os.path.join(findings, "log"), "a", encoding="utf-8") as out:
            out.write(log[-20_000:])
        if len(os.listdir(findings)) - len(before) > MOST_FINDINGS or executions == 0:
            break
    found = max(len(set(os.listdir(findings)) - before - {"log"}), int(fell))
    took = max(time.monotonic() - started, 1e-9)
    return [target, str(executions), f"{executions / took:.0f}",
            last(r"stat::new_units_added: +(\d+)", log), last(r"cov: (\d+)", log),
            last(r"ft: (\d+)", log), str(found)]


def print_table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join(cells))


def main():
    options = Options(sys.argv[1:])
    workspace = os.environ.get("BUILD_WORKSPACE_DIRECTORY")
    if workspace is None:
        sys.exit("all: run it with ./bazelw run //tests/fuzz:all")
    folder = os.path.join(workspace, "bazel-fuzz")
    programs = build(workspace, options.targets())

    def run(item):
        target, program = item
        row = fuzz(program, target, options, folder)
        print(f"{target}: {row[1]} executions, {row[-1]} findings", flush=True)
        return row

    print(f"{len(programs)} targets, {options.seconds} s each, {options.jobs} at once", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as executor:
        rows = [HEAD, *executor.map(run, programs.items())]
    print()
    print_table(rows)
    found = sum(int(row[-1]) for row in rows[1:])
    if found:
        print(f"\n{found} findings, in {folder}/findings")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
