"""Runs Holistic Trace Analysis on one Kineto trace: `run_hta.py TRACE`.

Loads the trace and computes the GPU's time breakdown and its kernels. Prints {"took": s, "peak":
bytes above those after the imports, or of the largest child that reads}.
Needs HolisticTraceAnalysis "pandas<2.3" "numpy<2.1".
"""

import contextlib
import json
import os
import sys
import time

from hta.trace_analysis import TraceAnalysis

import memory


def main():
    path = os.path.abspath(sys.argv[1])
    before = memory.peak_bytes()
    start = time.monotonic()
    with contextlib.redirect_stdout(sys.stderr):
        analysis = TraceAnalysis(trace_files={0: path}, trace_dir=os.path.dirname(path))
        analysis.get_temporal_breakdown(visualize=False)
        analysis.get_gpu_kernel_breakdown(visualize=False)
    took = time.monotonic() - start
    peak = max(memory.peak_bytes() - before, memory.children_peak_bytes() - before)
    print(json.dumps({"took": took, "peak": peak}))


main()
