"""Pretty tables of each view on real profiles at 60, 80, 120 and 200 columns: tables/VIEW.txt.

Run as: tables_golden_test.py PROFILER TESTDATA FOLDER [--write], which writes the files anew.
"""

import difflib
import os
import sys
import unicodedata

from run import environment, run

WIDTHS = (60, 80, 120, 200)
HEAD, TAIL = 14, 4  # the lines of a long answer that are kept
HEADS = {"diff": 60, "report": 60, "advise": 40, "overview": 40}  # answers of many tables
TFPROF = "gpu_synth/profile_300"
KINETO = "kineto/torch_loader_bound/rank0.6.pt.trace.json"
SAGEMAKER = "sagemaker/sm_cpubottleneck/profiler-output"
OPTIONS = {
    "check": ["-require", "steps: median(total_us) <= 1.03 * base", "-require",
              "steps: p95(total_us) <= 15ms"],
    "dips": ["-below", "20"],
    "trace": ["-top", "8"],
}
BASES = {"check": "ci/base.pt.trace.json.gz", "diff": "xspace/syn_gpu1/host0.xplane.pb"}
INPUTS = {
    "check": "ci/slower.pt.trace.json.gz",
    "diff": "xspace/syn_gpu2/host0.xplane.pb",
    "hlo": "xspace/jax_bf16_scan/host0.xplane.pb",
    "input": "xspace/tf_input_bound/host0.xplane.pb",
    **dict.fromkeys(("op_profile", "roofline"), "xspace/syn_tpu1/host0.xplane.pb"),
    **dict.fromkeys(("dips", "metrics", "phases"), SAGEMAKER),
    **dict.fromkeys(("scope", "graph", "code", "op", "kernels", "idle", "utilization", "memory",
                     "launches"), TFPROF)}


def width(line):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in line)


def shortened(text, head):
    lines = text.splitlines()
    if len(lines) > head + TAIL + 1:
        lines[head:-TAIL] = [f"[{len(lines) - head - TAIL} lines]"]
    return "".join(line + "\n" for line in lines)


def drawn(view, testdata):
    command = [view, os.path.join(testdata, INPUTS.get(view, KINETO)), *OPTIONS.get(view, [])]
    if view in BASES:
        command += ["-base", os.path.join(testdata, BASES[view])]
    parts = []
    for columns in WIDTHS:
        done = run(*command, "-format", "pretty",
                   env=environment(LC_ALL="C.UTF-8", COLUMNS=str(columns)))
        assert done.returncode in (0, 3), done.stderr
        wide = [line for line in done.stdout.splitlines()
                if width(line) > columns and "more: " not in line and " -" not in line]
        assert not wide, (view, columns, wide)
        parts.append(f"=== {view}, {columns} columns\n{shortened(done.stdout, HEADS.get(view, HEAD))}")
    return "\n".join(parts)


def main():
    testdata, folder = sys.argv[2:4]
    passed = failed = 0
    for name in sorted(os.listdir(folder)):
        view = name.removesuffix(".txt")
        path = os.path.join(folder, name)
        got = drawn(view, testdata)
        want = open(path, encoding="utf-8").read()
        if "--write" in sys.argv:
            open(path, "w", encoding="utf-8").write(got)
        elif got != want:
            failed += 1
            print(f"FAILED {path}")
            print("".join(difflib.unified_diff(want.splitlines(True), got.splitlines(True),
                                               "golden", "now")))
            continue
        passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
