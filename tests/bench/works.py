"""The queries that are measured on each kind of input, and their goals."""

FULL = "-max_depth 100000 -select micros"


class Work:
    """A command of both programs. `first`, `again`: the goals, as factors of the peer's time."""

    def __init__(self, name, command, first=None, again=None, output="file", ours=None):
        self.name, self.command, self.output = name, command, output
        self.first, self.again = first, again
        self.ours = ours or command


# In the order of execution: the first query of a view builds it.
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
MEMORY_TARGET = 1.5     # times the file's size
DECODE_TARGET = 2       # times a bare walk
FEEL_TARGETS = (0.3, 0.05)
SMALL_TARGET = 0.03     # seconds of `profiler op` on a small profile, from the shell


class Whole:
    """A whole task, load and queries: the peer's tools against our commands."""

    def __init__(self, name, tools, commands, faster, less_memory):
        self.name, self.tools, self.commands = name, tools, commands
        self.faster, self.less_memory = faster, less_memory


XPROF = [
    Whole("load, steps, ops", ["overview_page"], ["steps", "ops"], 30, 10),
    Whole("all of the timeline as JSON", ["trace_viewer"],
          ["trace -output timeline:outfile={folder}/timeline"], 15, 10),
]
HTA = [Whole("load, utilization, kernels", [], ["utilization", "kernels"], 15, 4)]

# Numbers of nodes and steps, which show linear growth in both.
GROWTH = [(5_000, 4), (20_000, 10), (50_000, 4), (50_000, 20), (200_000, 4), (100_000, 50),
          (200_000, 50)]
