"""Compares a timeline of the graph view with tfprof's.

Ours has every event of tfprof's: slices, arrows, counters, names. It may have more: tensors,
kernels that tfprof loses, ops that are in no graph. So a slice may be on another row, and processes
have other numbers. The begins of arrows are not compared (docs/compat.md).
"""

import collections
import json


def comparable(event, process):
    event = {key: value for key, value in event.items() if key not in ("tid", "pid")}
    if event["ph"] == "s":
        del event["ts"]
    return json.dumps(event, sort_keys=True), process


def events(data):
    """The number of times that each event is in the file."""
    trace = json.loads(data)["traceEvents"]
    names = {event["pid"]: event["args"]["name"] for event in trace
             if event["name"] == "process_name"}
    return collections.Counter(comparable(event, names.get(event["pid"])) for event in trace)


def difference(want, got):
    """The part of tfprof's file that ours lacks, or None."""
    missing = events(want) - events(got)
    if not missing:
        return None
    return "\n".join([f"{missing.total()} events of tfprof's are missing",
                      *map(str, list(missing)[:5])])
