"""Files as SageMaker Debugger writes them, made for tests."""

import json

BEGIN = 1700120580


def line(value, time, **also):
    return json.dumps({"Type": "gpu", "Name": "gpu0", "Dimension": "GPUUtilization",
                       "Value": value, "NodeId": "algo-1", "Timestamp": time, **also}) + "\n"


def timeline(start, events):
    names = {0: None, 1: "Step:ModeKeys.TRAIN", 2: "Forward-node"}
    return json.dumps([{"name": "process_name", "ph": "M", "pid": pid,
                        "args": {"name": name} if name else
                        {"start_time_since_epoch_in_micros": start * 1000000}}
                       for pid, name in names.items()] + events)


def steps(count):
    return [{"name": "Step:ModeKeys.TRAIN", "ph": "X", "pid": 1, "ts": i * 1000, "dur": 900,
             "args": {"step_num": str(i)}} for i in range(count)]
