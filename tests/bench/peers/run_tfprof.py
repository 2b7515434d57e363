"""Runs the real tfprof's engine on a profile: `run_tfprof.py PROFILE WORKS.json FOLDER`.

WORKS.json lists {"name", "command", "output"}; output is a type of tfprof's -output, or "advise".
Each runs twice, in order; tfprof builds its view in the first run. Its output goes to files in
FOLDER. Prints {"load": s, "peak": bytes above those after the imports, "works": {name: [first,
again]}}.
Needs tensorflow-cpu==2.15.1.
"""

import json
import os
import sys
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
from tensorflow.core.profiler import tfprof_options_pb2
from tensorflow.python.util import _pywrap_tfprof as engine

import memory

INTS = {"max_depth", "step"}
LISTS = {"account_type_regexes", "show_name_regexes", "select"}


def options(words, output):
    """The OptionsProto for a command's options, with the defaults of tfprof's command line."""
    proto = tfprof_options_pb2.OptionsProto(max_depth=10, step=-1, order_by="name", output=output)
    for name in ("account_type_regexes", "start_name_regexes", "show_name_regexes"):
        getattr(proto, name).append(".*")
    proto.select.append("micros")
    for name, value in zip(words[::2], words[1::2]):
        name = name.lstrip("-")
        if name in LISTS:
            del getattr(proto, name)[:]
            getattr(proto, name).extend(value.split(","))
        else:
            setattr(proto, name, int(value) if name in INTS else value)
    return proto.SerializeToString()


def advice():
    proto = tfprof_options_pb2.AdvisorOptionsProto()
    for checker in ("ExpensiveOperation", "AcceleratorUtilization", "Job", "Operation"):
        proto.checkers[checker + "Checker"].SetInParent()
    return proto.SerializeToString()


def main():
    profile, works, folder = sys.argv[1:]
    with open(works, encoding="utf-8") as file:
        works = json.load(file)
    before = memory.peak_bytes()
    start = time.monotonic()
    engine.ProfilerFromFile(profile.encode())
    result = {"load": time.monotonic() - start, "works": {}}
    for work in works:
        view, *words = work["command"].split()
        target = f"{work['output']}:outfile={os.path.join(folder, 'peer')}"
        took = []
        for _ in range(2):
            request = advice() if view == "advise" else options(words, target)
            start = time.monotonic()
            engine.Profile(view.encode(), request)
            took.append(time.monotonic() - start)
        result["works"][work["name"]] = took
    result["peak"] = memory.peak_bytes() - before
    print(json.dumps(result))


main()
