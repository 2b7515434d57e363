"""The real pprof, that of a Go toolchain: what it says of a file is the truth for ours."""

import glob
import os
import re
import shutil
import subprocess

TIMEOUT_S = 240  # a Go toolchain without a built pprof builds it first

TOTAL = re.compile(r"^Showing nodes accounting for .* of (\S+) total$", re.MULTILINE)
TOP_ROW = re.compile(r"^\s*(\S+)\s+\S+%\s+\S+%\s+(\S+)\s+\S+%\s{2}(.*)$")


def find_go():
    """The go command, preferably of a toolchain with pprof built."""
    found = [shutil.which("go"), *sorted(glob.glob("/usr/lib/go*/bin/go")),
             "/usr/local/go/bin/go"]
    found = [os.path.realpath(path) for path in found if path and os.path.exists(path)]
    with_pprof = [path for path in found if glob.glob(
        os.path.join(os.path.dirname(path), "..", "pkg", "tool", "*", "pprof"))]
    return (with_pprof or found or [None])[0]


def number(text):
    """Parses a number of -top in the unit of its sample type."""
    return float(re.fullmatch(r"(-?[\d.]+)(ns|us|B)?", text)[1])


class Pprof:
    """The real pprof, with its own home folder, as a sandbox has none."""

    def __init__(self, folder):
        self.go = find_go()
        if self.go is None:
            raise AssertionError("no go command for `go tool pprof`: install golang-go")
        self.env = {"HOME": folder, "GOCACHE": f"{folder}/cache", "PPROF_TMPDIR": folder,
                    "GOTOOLCHAIN": "local", "GOFLAGS": "", "GO111MODULE": "off",
                    "PATH": os.environ.get("PATH", "")}
        self.folder = folder

    def run(self, *args):
        done = subprocess.run([self.go, "tool", "pprof", "-symbolize=none", *args],
                              capture_output=True, text=True, env=self.env, cwd=self.folder,
                              timeout=TIMEOUT_S, check=False)
        if done.returncode != 0:
            raise AssertionError(f"pprof {args}: {done.stderr}")
        return done.stdout

    def top(self, path, measure, unit, *args):
        """The total, and (flat, cum) by name, of all rows."""
        out = self.run("-top", "-nodecount=0", "-nodefraction=0", "-edgefraction=0",
                       f"-unit={unit}", f"-sample_index={measure}", *args, path)
        rows = {}
        for line in out.splitlines():
            if row := TOP_ROW.match(line):
                rows[row[3]] = (number(row[1]), number(row[2]))
        return number(TOTAL.search(out)[1]), rows

    def raw(self, path):
        """The sample types, and the values of every sample."""
        out = self.run("-raw", path)
        head, body = out.split("Samples:\n")[1].split("\n", 1)
        samples = re.findall(r"^((?:\s+-?\d+)+):", body.split("\nLocations\n")[0], re.MULTILINE)
        return head.split(), [[int(value) for value in line.split()] for line in samples]
