"""Compares SQL here with the same rows in tables of SQLite's own.

./bazelw run //tests/bench:sql_speed -- [--events FILE | --steps N] [--rounds N]

Without FILE it generates an XSpace of 5 million events. Both sides run a query in turn, N times.
Times are processor time, as other work of the machine adds less to it, and the least of all rounds.
"""

import argparse
import os
import resource
import sqlite3
import subprocess
import tempfile
import time

STEPS = 1145  # of the generated XSpace: 5.0 million events
RANGE = "SELECT COUNT(*) FROM events WHERE track = {} AND begin BETWEEN {} AND {}"
QUERIES = [
    "SELECT SUM(duration) FROM events",
    "SELECT op, SUM(duration), COUNT(*) FROM events GROUP BY op",
    "SELECT label, SUM(duration), COUNT(*) FROM events GROUP BY label",
    "SELECT track, SUM(duration) FROM events GROUP BY track",
    "SELECT COUNT(*) FROM events JOIN ops ON ops.id = events.op",
    "SELECT ops.name, SUM(duration) FROM events JOIN ops ON ops.id = events.op GROUP BY ops.id",
    "SELECT COUNT(*) FROM events c JOIN events p ON p.id = c.parent",
    "SELECT SUM(duration) FROM events WHERE op = 30",
]
AT_ONCE = 10  # of one query in a process, so that opening the file adds less noise
LEAST = 0.005  # seconds: less is noise of opening the file


def processor_time(profiler, store, queries):
    """Of a process that runs the queries, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    commands = [word for query in queries for word in ("-c", query + ";")]
    subprocess.run([profiler, store, *commands], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def there(database, query):
    before = time.process_time()
    for _ in database.execute(query):
        pass
    return time.process_time() - before


def in_memory(path):
    """A copy of the database, without indices besides those of the tables' own ids."""
    database = sqlite3.connect(":memory:")
    with sqlite3.connect(path) as file:
        file.backup(database)
    indices = database.execute("SELECT name FROM sqlite_master WHERE type = 'index' "
                               "AND sql IS NOT NULL").fetchall()
    for (name,) in indices:
        database.execute(f'DROP INDEX "{name}"')
    return database


def queries_of(database):
    track, first, last = database.execute(
        "SELECT track, MIN(begin), MAX(begin) FROM events GROUP BY track "
        "ORDER BY COUNT(*) DESC LIMIT 1").fetchone()
    middle = (first + last) // 2
    return [*QUERIES, RANGE.format(track, middle, middle + (last - first) // 1000)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profiler", required=True)
    parser.add_argument("--generate", required=True)
    parser.add_argument("--events")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=STEPS, help="of the generated XSpace")
    options = parser.parse_args()
    options.profiler, options.generate = map(os.path.abspath, (options.profiler, options.generate))
    with tempfile.TemporaryDirectory() as folder:
        events = options.events
        if events is None:
            events = os.path.join(folder, "events.xplane.pb")
            subprocess.run([options.generate, events, "--kind", "xspace",
                            "--steps", str(options.steps)], check=True)
        store, path = os.path.join(folder, "events.store"), os.path.join(folder, "events.sqlite")
        for output in (f"store:outfile={store}", f"sqlite:outfile={path}"):
            subprocess.run([options.profiler, "info", events, "-output", output], check=True,
                           stdout=subprocess.DEVNULL)
        database = in_memory(path)
        print("| query | here | SQLite's own table | ratio |\n| --- | ---: | ---: | ---: |")
        for query in queries_of(database):
            opened, ours, own = [], [], []
            for _ in range(options.rounds):
                opened.append(processor_time(options.profiler, store, ["SELECT 1"]))
                ours.append(processor_time(options.profiler, store, [query] * AT_ONCE))
                own.append(there(database, query))
            least = max((min(ours) - min(opened)) / AT_ONCE, LEAST)
            sign = "< " if least == LEAST else ""
            print(f"| `{query}` | {sign}{1e3 * least:.0f} ms | {1e3 * min(own):.0f} ms | "
                  f"{sign}{least / min(own):.2f} |", flush=True)


if __name__ == "__main__":
    main()
