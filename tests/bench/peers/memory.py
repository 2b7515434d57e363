"""Peak memory of this process, for the scripts that run a peer."""

import resource


def peak_bytes():
    with open("/proc/self/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def children_peak_bytes():
    """The peak of its largest child; HTA reads files in children."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
