"""Makes base.pt.trace.json.gz and slower.pt.trace.json.gz: ten steps of one model, in the second of
which every matrix product takes a quarter longer. The same bytes each time.

    PYTHONPATH=tests/common python3 testdata/ci/make.py
"""

import gzip
import pathlib
import random

from made_steps import made_steps

OPS = {"aten::conv2d": 4200, "aten::linear": 3100, "aten::relu": 400, "aten::cross_entropy": 250,
       "Optimizer.step#Adam.step": 1200}
STEPS = 10
SLOWER = 1.25


def write(path, seed, slower=1.0):
    noise = random.Random(seed)
    steps = [{op: round(took * noise.gauss(1, 0.008) * (slower if op == "aten::linear" else 1), 3)
              for op, took in OPS.items()} for _ in range(STEPS)]
    plain = path.with_suffix("")
    made_steps(plain, steps)
    path.write_bytes(gzip.compress(plain.read_bytes(), mtime=0))
    plain.unlink()


folder = pathlib.Path(__file__).parent
write(folder / "base.pt.trace.json.gz", 1)
write(folder / "slower.pt.trace.json.gz", 2, SLOWER)
