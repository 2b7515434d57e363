"""What is measured, and what is aimed at: the works of each kind of input."""

FULL = "-max_depth 100000 -select micros"


class Work:
    """A command of both programs. `first`, `again`: how many times faster than the peer it is to be."""

    def __init__(self, name, command, first=None, again=None, output="file", ours=None):
        self.name, self.command, self.output = name, command, output
        self.first, self.again = first, again
        self.ours = ours or command


# In the order in which they are asked: the first of a view makes it.
TFPROF = [
    Work("op, ten rows", "op -order_by micros -max_depth 10", 40, 100),
    Work("scope, by regex", "scope -max_depth 4 -show_name_regexes .*unit_1.*", 40, 100),
    Work("scope, all", f"scope {FULL}", 20, 20),
    Work("graph, all of a step", f"graph -step 0 {FULL}", 20, 20),
    Work("code, all", f"code {FULL}", 20, 20),
    Work("op, by types", "op -account_type_regexes .*MatMul.*,.*gpu.* -select input_shapes,micros", 30),
    Work("pprof of code", f"code {FULL}", 15, output="pprof"),
    Work("timeline of a step", f"graph -step 0 {FULL}", 15, output="timeline"),
    Work("advise", "advise", 15),
]
LOAD_TARGET = 20
MEMORY_TARGET = 1.5     # of the file
DECODE_TARGET = 2       # of a bare walk
FEEL_TARGETS = (0.3, 0.05)
SMALL_TARGET = 0.03     # `profiler op` on a small profile, from the shell


class Whole:
    """What a person does in one go: load and ask. The peer's tools against our commands."""

    def __init__(self, name, tools, commands, faster, less_memory):
        self.name, self.tools, self.commands = name, tools, commands
        self.faster, self.less_memory = faster, less_memory


XPROF = [
    Whole("load, steps, ops", ["overview_page"], ["steps", "ops"], 30, 10),
    Whole("all of the timeline as JSON", ["trace_viewer"],
          ["trace -output timeline:outfile={folder}/timeline"], 15, 10),
]
HTA = [Whole("load, utilization, kernels", [], ["utilization", "kernels"], 15, 4)]

# Nodes and steps: linear growth, and ops apart from steps.
GROWTH = [(5_000, 4), (20_000, 10), (50_000, 4), (50_000, 20), (200_000, 4), (100_000, 50),
          (200_000, 50)]
