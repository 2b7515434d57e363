"""A made training loop, recorded by cProfile and by pyinstrument as SageMaker's profiler does."""
import cProfile
import os
import time

from pyinstrument import Profiler
from pyinstrument.renderers import JSONRenderer


def load(size):
    return [i * i for i in range(size)]


def walk(depth):
    return depth if depth < 2 else walk(depth - 1) + walk(depth - 2)


class Model:
    def step(self, batch):
        self.forward(batch)
        time.sleep(0.01)

    def forward(self, batch):
        return walk(16) + len(batch)


def train(steps):
    model = Model()
    for _ in range(steps):
        model.step(load(20000))


def folder(kind, begin, end, step):
    name = f"{begin * 1e6:.1f}_{end * 1e6:.1f}_101-algo-1_{step}"
    path = os.path.join(OUT, "profiler-output/framework/pytorch", kind, name)
    os.makedirs(path)
    return path


OUT = os.environ["OUT"]
BEGIN = 1700120580.0

stats = cProfile.Profile()
stats.runcall(train, 3)
stats.dump_stats(folder("cProfile", BEGIN, BEGIN + 1.5, -1) + "/python_stats")
stats = cProfile.Profile()
stats.runcall(train, 1)
stats.dump_stats(folder("cProfile", BEGIN + 2, BEGIN + 2.5, 3) + "/python_stats")
profiler = Profiler()
profiler.start()
train(8)
profiler.stop()
with open(folder("pyinstrument", BEGIN + 3, BEGIN + 3.5, 4) + "/python_stats.json", "w") as file:
    file.write(JSONRenderer().render(profiler.last_session))
