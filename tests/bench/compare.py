"""Runs the program and other profilers side by side and prints how much faster and smaller it is.

`./bazelw run //tests/bench:compare -- --help` lists the options; docs/performance.md has results.
Query times are measured inside both programs, from reading the command to writing the last byte;
memory is the peak of the process minus its memory before it read anything.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import growth
import ours
import works
from peer import Peer
from table import Row, table

KINDS = {"profile": "tfprof", "xspace": "xprof", "kineto": "hta"}
SIZES = {
    "profile": ["--nodes", "50000", "--steps", "20"],
    "small": ["--nodes", "5000", "--steps", "4"],
    "xspace": ["--steps", "1000", "--devices", "4", "--ops", "480"],
    "kineto": ["--steps", "135", "--ops", "250"],
}
NAMES = {"profile": "50k_20.pb", "small": "5k_4.pb", "xspace": "gpu.xplane.pb",
         "kineto": "rank0.pt.trace.json"}


class Bench:
    """The programs, and the folders for their files."""

    def __init__(self, options, cache, folder):
        self.options, self.cache, self.folder = options, cache, folder

    def generated(self, kind):
        path = os.path.join(self.cache, NAMES[kind])
        if not os.path.exists(path):
            of = "profile" if kind == "small" else kind
            subprocess.run([self.options.generate, path + ".part", "--kind", of, *SIZES[kind]],
                           check=True)
            os.rename(path + ".part", path)
        return path

    def peer(self, kind):
        """The peer, or None with a message if it cannot run."""
        if self.options.no_peers:
            return None
        name = KINDS[kind]
        given = getattr(self.options, name)
        peer = Peer(name, given or os.path.join(self.cache, name), install=not given)
        if peer.problem is None:
            return peer
        print(f"{name} cannot be run, ours is timed alone: {peer.problem}\n")
        return None

    def answers(self, profile, commands):
        return ours.answers(self.options.profiler, profile, commands)


def measure_profile(bench, profile, peer, rounds):
    """Compares with tfprof: the same queries, each twice, in one process."""
    load = Row.faster("load", works.LOAD_TARGET)
    decode = Row.at_most("decode, to a bare walk of the bytes", "x", works.DECODE_TARGET, "2x")
    derive = Row.at_most("derive, to decode", "x", 1, "1x")
    first = [Row.faster(f"{work.name}: first", work.first) for work in works.TFPROF]
    again = [Row.faster(f"{work.name}: again", work.again) for work in works.TFPROF]
    size = os.path.getsize(profile)
    peak = Row.at_most("peak memory", "bytes", works.MEMORY_TARGET * size, "1.5x the file")
    feel = [Row.at_most("slowest query: first", "s", works.FEEL_TARGETS[0], "300 ms"),
            Row.at_most("slowest query: again", "s", works.FEEL_TARGETS[1], "50 ms")]
    plan = os.path.join(bench.folder, "works.json")
    with open(plan, "w", encoding="utf-8") as file:
        json.dump([vars(work) for work in works.TFPROF], file)
    for _ in range(rounds):
        if peer is not None:
            told = peer.run(profile, plan, bench.folder)
            load.peer.append(told["load"])
            peak.peer.append(told["peak"])
            for work, of_first, of_again in zip(works.TFPROF, first, again):
                of_first.peer.append(told["works"][work.name][0])
                of_again.peer.append(told["works"][work.name][1])
        target = os.path.join(bench.folder, "ours")
        commands = [f"{work.ours} -output {work.output}:outfile={target}" if work.ours != "advise"
                    else "advise" for work in works.TFPROF for _ in range(2)]
        answers = bench.answers(profile, commands)
        load.ours.append(answers[0].seconds("read"))
        decode.ours.append(answers[0].seconds("decode") / bare_walk(bench, profile))
        derive.ours.append(answers[0].seconds("derive") / max(answers[0].seconds("decode"), 1e-9))
        peak.ours.append(answers[-1].peak)
        for i, (of_first, of_again) in enumerate(zip(first, again)):
            of_first.ours.append(answers[2 * i].seconds("answer"))
            of_again.ours.append(answers[2 * i + 1].seconds("answer"))
        queries = [i for i, work in enumerate(works.TFPROF) if work.output == "file"]
        feel[0].ours.append(max(first[i].ours[-1] for i in queries))
        feel[1].ours.append(max(again[i].ours[-1] for i in queries))
    pairs = [row for pair in zip(first, again) for row in pair]
    return [load, decode, derive, *pairs, peak, *feel]


def bare_walk(bench, profile):
    """The minimum time to read the file, in seconds."""
    told = subprocess.run([bench.options.walk, profile], capture_output=True, text=True, check=True)
    return max(float(told.stdout.split()[0]) / 1000, 1e-9)


def measure_whole(bench, profile, peer, rounds, wholes):
    """Compares loading and one query in a new process, whose parts the peer does not time
    separately."""
    rows = []
    for whole in wholes:
        took = Row.faster(whole.name, whole.faster)
        peak = Row.faster(f"{whole.name}: peak memory", whole.less_memory, "bytes")
        for _ in range(rounds):
            if peer is not None:
                told = peer.run(profile, *whole.tools)
                took.peer.append(told["took"])
                peak.peer.append(told["peak"])
            answers = bench.answers(profile, [command.format(folder=bench.folder)
                                              for command in whole.commands])
            took.ours.append(answers[0].seconds("read")
                             + sum(answer.seconds("answer") for answer in answers))
            peak.ours.append(answers[-1].peak)
        rows += [took, peak]
    return rows


def measure_small(bench, rounds):
    """Measures what a user waits for at the shell."""
    small = bench.generated("small")
    row = Row.at_most("`profiler op`, 6.5 MB, from the shell", "s", works.SMALL_TARGET, "30 ms")
    help_row = Row("`profiler help`, from the shell", "s")
    for _ in range(4 * rounds):
        row.ours.append(ours.shell_seconds([bench.options.profiler, "op", small]))
        help_row.ours.append(ours.shell_seconds([bench.options.profiler, "help"]))
    return [row, help_row]


def measure(bench, kind, profile):
    profile = profile or bench.generated(kind)
    peer, rounds = bench.peer(kind), bench.options.rounds
    if kind == "profile":
        rows = measure_profile(bench, profile, peer, rounds) + measure_small(bench, rounds)
    else:
        wholes = works.XPROF if kind == "xspace" else works.HTA
        rows = measure_whole(bench, profile, peer, rounds, wholes)
    size = os.path.getsize(profile) / 1e6
    print(f"{os.path.basename(profile)}, {size:.0f} MB; medians of {rounds}; {os.cpu_count()} cores\n")
    print(table(rows, KINDS[kind]) + "\n", flush=True)
    return [dict(row.figures(), input=kind) for row in rows]


def kind_of(path):
    if path.endswith((".json", ".json.gz")):
        return "kineto"
    return "xspace" if path.endswith(".xplane.pb") else "profile"


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    for binary in ("profiler", "generate", "walk"):  # Bazel passes these paths
        parser.add_argument(f"--{binary}", type=os.path.abspath, required=True,
                            help=argparse.SUPPRESS)
    parser.add_argument("--profile", metavar="F", help="measure on this file, not on generated ones")
    parser.add_argument("--kind", choices=KINDS, help="what F is, or the one kind to generate")
    parser.add_argument("--rounds", type=int, default=5, help="medians of so many (default 5)")
    for name in KINDS.values():
        parser.add_argument(f"--{name}", metavar="VENV", help=f"where {name} is installed")
    parser.add_argument("--no_peers", action="store_true", help="time ours alone")
    parser.add_argument("--cache", metavar="DIR", help="keep generated inputs and venvs there")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    parser.add_argument("--growth", action="store_true",
                        help="ours alone, from 5k x 4 to 200k x 50 (2 GB): time and memory")
    options = parser.parse_args()
    os.chdir(os.environ.get("BUILD_WORKING_DIRECTORY", os.getcwd()))
    return options


def main():
    options = parsed()
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.abspath(options.cache) if options.cache else folder
        os.makedirs(cache, exist_ok=True)
        bench = Bench(options, cache, folder)
        if options.growth:
            figures = growth.measure(options.generate, options.profiler, cache, options.rounds)
        else:
            one = options.kind or (kind_of(options.profile) if options.profile else None)
            figures = [figure for kind in ([one] if one else KINDS)
                       for figure in measure(bench, kind, options.profile)]
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
