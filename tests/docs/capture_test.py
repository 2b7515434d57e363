"""Runs the Python snippets of docs/capture.md with the installed frameworks, and opens the files
that they write with the command at the end of each. Snippets of other frameworks are skipped.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile

from run import run


def installed(snippet):
    """All modules that the snippet imports."""
    names = ", ".join(re.findall(r"^import (\w+)", snippet, re.M))
    return subprocess.run([sys.executable, "-c", f"import {names}"], capture_output=True).returncode == 0


def problem(snippet):
    command = re.search(r"^# profiler (.*)$", snippet, re.M).group(1)
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3")
        ran = subprocess.run([sys.executable, "-c", snippet], cwd=folder, capture_output=True, text=True,
                             env=env, timeout=300)
        if ran.returncode:
            return ran.stderr[-2000:]
        is_metrics = "--metrics_path" in command
        view, expected = ("metrics", "CPUUtilization") if is_metrics else ("op", "MatMul")
        answer = run(view, *shlex.split(command), cwd=folder)
        if answer.returncode or expected not in answer.stdout:
            return f"{command}: exit {answer.returncode}\n{answer.stdout}{answer.stderr}"
    return None


def main():
    page = open(sys.argv[2], encoding="utf-8").read()
    passed = failed = skipped = 0
    for snippet in re.findall(r"```python\n(.*?)```", page, re.S):
        if not installed(snippet):
            skipped += 1
            continue
        found = problem(snippet)
        failed += found is not None
        passed += found is None
        if found:
            print(f"FAILED\n{snippet}\n{found}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or passed + skipped == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
