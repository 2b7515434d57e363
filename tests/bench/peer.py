"""The other profilers: finds or installs them, and runs them."""

import json
import os
import subprocess
import sys

PACKAGES = {
    "tfprof": ["tensorflow-cpu==2.15.1"],
    "xprof": ["tensorflow-cpu==2.19.*", "xprof==2.24.2"],
    "hta": ["HolisticTraceAnalysis", "pandas<2.3", "numpy<2.1"],
}
MODULES = {"tfprof": "tensorflow.python.util._pywrap_tfprof", "xprof": "xprof.convert",
           "hta": "hta.trace_analysis"}


class Peer:
    """A peer in its own venv. `problem` is why it cannot run, or None."""

    def __init__(self, name, venv, install):
        self.name, self.venv, self.problem = name, venv, None
        self.python = os.path.join(venv, "bin", "python")
        if not os.path.exists(self.python):
            self.problem = self._install() if install else f"there is no venv {venv}"
        if self.problem is None:
            self.problem = self._run(["-c", f"import {MODULES[name]}"])[1]

    def run(self, *args):
        """Returns the script's output. Raises RuntimeError if it fails."""
        here = os.path.dirname(os.path.abspath(__file__))
        script = os.path.join(here, "peers", f"run_{self.name}.py")
        output, problem = self._run([script, *args])
        if problem:
            raise RuntimeError(f"{self.name}: {problem}")
        return json.loads(output.splitlines()[-1])

    def _install(self):
        print(f"installing {' '.join(PACKAGES[self.name])} into {self.venv}", file=sys.stderr)
        for command in ([sys.executable, "-m", "venv", self.venv],
                        [self.python, "-m", "pip", "install", "-q", *PACKAGES[self.name]]):
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode:
                said = (ran.stderr or ran.stdout).strip().splitlines()
                return f"`{' '.join(command)}` failed: {said[-1] if said else ran.returncode}"
        return None

    def _run(self, words):
        """The command's output, and its error or None."""
        env = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", PYTHONDONTWRITEBYTECODE="1")
        for name in ("PYTHONPATH", "PYTHONHOME"):  # set by Bazel, not for the venv
            env.pop(name, None)
        ran = subprocess.run([self.python, *words], capture_output=True, text=True, env=env,
                             check=False)
        said = ran.stderr.strip().splitlines()
        return ran.stdout, f"{said[-1] if said else ran.returncode}" if ran.returncode else None
