"""What the tests of `info`, `steps` and `schema` share: inputs and answers."""

import json
import pathlib
import re

from run import run

TESTDATA = pathlib.Path("testdata").resolve()
MLP = str(TESTDATA / "mlp/profile_1055")
LOSSY = str(TESTDATA / "bad/profile_dangling_input")
RUN = [f"--graph_path={TESTDATA}/mlp/graph.pb",
       f"--run_meta_path={TESTDATA}/mlp/run_meta_1.pb,{TESTDATA}/mlp/run_meta_1050.pb",
       f"--op_log_path={TESTDATA}/mlp/op_log.pb",
       f"--checkpoint_path={TESTDATA}/mlp/model.ckpt"]


def ask(*args):
    """The answer as JSON, even if the input has errors."""
    return json.loads(run(*args, "-format", "json").stdout)


def rows(report):
    """The rows of a table with distinct names, by name."""
    return {row["name"]: row for row in report["rows"]}


OF_VERDICTS = {"junit", "github"}  # formats of commands that judge


def formats():
    names = re.findall(r"^ {4}(\w+)", run("help", "format").stdout, re.MULTILINE)
    return [name for name in names if name not in OF_VERDICTS]
