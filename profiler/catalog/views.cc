#include "profiler/catalog/views.h"

#include <fmt/format.h>

#include "profiler/advise/advise.h"
#include "profiler/views/accelerators/idle.h"
#include "profiler/views/accelerators/kernels.h"
#include "profiler/views/accelerators/launches.h"
#include "profiler/views/accelerators/utilization.h"
#include "profiler/views/collectives/collectives.h"
#include "profiler/views/info/info.h"
#include "profiler/views/memory/memory.h"
#include "profiler/views/metrics/dips.h"
#include "profiler/views/metrics/metrics.h"
#include "profiler/views/ops/hlo.h"
#include "profiler/views/ops/ops.h"
#include "profiler/views/overview/overview.h"
#include "profiler/views/steps/phases.h"
#include "profiler/views/steps/steps.h"
#include "profiler/views/trace/trace.h"
#include "profiler/views/trees/code.h"
#include "profiler/views/trees/graph.h"
#include "profiler/views/trees/op.h"
#include "profiler/views/trees/scope.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

// Its rules quote what other views answer.
absl::StatusOr<Report> Advise(const Selected& selected, const Query& query, RunContext& context) {
  return AdviseView(selected, query, LeafViews(), context);
}

class Views : public Answerer {
 public:
  absl::StatusOr<Report> Ask(std::string_view name, const Selected& selected, const Query& query,
                             RunContext& context) override {
    const View* const view = FindView(name);
    if (view == nullptr) return absl::NotFoundError(fmt::format("there is no view '{}'", name));
    return view->run(selected, query, context);
  }
};

}  // namespace

const std::vector<View>& AllViews() {
  static const std::vector<View> kViews = {
      {"scope", "ops by name: the levels of a/b/c, each with all below it",
       "A row is an op or a scope. Values are its own / with everything below it; `--` stands "
       "where "
       "its own values do not count.",
       ScopeView},
      {"graph", "ops by data flow: below an op, the ops that feed it",
       "A row is an op. Values are its own / with the producers shown below it; an op that feeds "
       "several consumers stands below the first.",
       GraphView},
      {"code", "ops by the Python line that made them, along the call stack",
       "A row is a frame, file:line:function. Values are of ops made on that line itself / made on "
       "it and in what it calls. Frames that end in (gradient) tell what the gradients of the "
       "line's ops cost. Functions that cProfile or pyinstrument counted stand below what was "
       "recorded; a function's time is its self time / with what it called.",
       CodeView, RowNames::kFrames},
      {"op", "ops by type (MatMul, Conv2D, ...), ranked",
       "A row is an op type. Values are its sum, then in brackets the share of this row and all "
       "after it, and its own share of the total.",
       OpView, RowNames::kOpTypes, nullptr, Shape::kRanked},
      {"ops", "framework ops one by one: how often, how long, how fast, on host and device",
       "A row is a framework op, on the host or on devices. Self time is without ops nested in it "
       "on "
       "the same thread or stream.",
       OpsView, RowNames::kOps, OpsColumns},
      {"kernels", "what ran on accelerators: kernels and copies, by name and launch",
       "A row is a kernel with one way to launch it, or copies of one kind.", KernelsView,
       RowNames::kOps, KernelsColumns},
      {"hlo", "the instructions of compiled (XLA) modules",
       "A row is an instruction of a module, or a kernel that belongs to none. -around REGEX shows "
       "instructions with their operands and users, each as text. A section lists the modules.",
       HloView, RowNames::kOps, HloColumns, Shape::kTree, HloTables},
      {"utilization", "accelerators: computing, communicating, copying, idle, and what overlaps",
       "A row is an accelerator. Times are wall time: what runs at once counts once.",
       UtilizationView, RowNames::kNone, UtilizationColumns},
      {"idle", "gaps of each stream, by what it waited for",
       "A row is a stream and one cause of its gaps: host, the next work was launched after the "
       "stream ran empty; kernel, it was launched in time and began within 30 us; other, it began "
       "later, or its launch is not known.",
       IdleView, RowNames::kNone, IdleColumns},
      {"launches", "what starting work on accelerators costs the host, and how late it began",
       "A row is the op whose kernels were launched; with -per_call one of the calls that launched "
       "something.",
       LaunchesView, RowNames::kOps, LaunchesColumns},
      {"collectives", "what ranks exchange: how much, how fast, and who waited for whom (-by rank)",
       "A row is a kind of collective on one device: its bytes, time and bandwidth; with "
       "-bandwidth "
       "RATE beside the time that it should take. With -by rank a row is a rank: how long it "
       "waited "
       "in collectives for the last one to come, and how often it was the last.",
       CollectivesView, RowNames::kNone, CollectivesColumns, Shape::kTree, CollectivesTables},
      {"memory", "memory of devices: the peak, what held it, and how it went over time",
       "A row is an allocator of a device. Sections tell which ops and scopes held memory at the "
       "peak (20 rows, or -top N), and how much was held over time.",
       MemoryView, RowNames::kNone, MemoryColumns, Shape::kTree, MemoryTables},
      {"metrics", "system metrics over time: how busy processors, memory and network were",
       "A row is a metric of a device or host, with how its values are spread; -by kind puts those "
       "of one kind and unit on a node together, -by node those of one dimension, and -by phase "
       "tells how a metric went in each kind of step, around and between steps, and in what users "
       "marked. With -every 10s there is a "
       "row for each span of that length in which there are values; else a section tells how each "
       "went over time.",
       MetricsView, RowNames::kNone, MetricsColumns, Shape::kTree, MetricsTables},
      {"dips", "when a metric was low or high, and what ran then: -metric REGEX -below X",
       "A row is a time in which the values of a metric are below -below (or above -above), the "
       "longest first; -for TIME leaves shorter ones out. Sections tell what each thread, stream "
       "and phase did then and did not else, what the job was at, how other metrics went, and "
       "whether dips come back every so many steps or seconds. Each has 20 rows, or -top N.",
       DipsView, RowNames::kNone, DipsColumns, Shape::kTree, DipsTables},
      {"phases", "phases of a training: how often, how long, and the time around steps",
       "A row is a kind of step, with -by node of one node; with -by process a process or what "
       "users "
       "marked, with -by metric what ran. What SageMaker's phases did in one step counts once, "
       "from "
       "the first begin to the last end; times of all else are added up. A section tells the time "
       "before, in and after the steps.",
       PhasesView, RowNames::kNone, PhasesColumns, Shape::kTree, PhasesTables},
      {"overview", "one page that says where to look: steps, verdicts, top ops, what to type next",
       "Tables: what was recorded, how long a step takes and what for, verdicts on that, where ops "
       "ran, the ops that took most time (-top N), and commands to type next.",
       OverviewView, RowNames::kNone, nullptr, Shape::kTable, OverviewSections},
      {"steps", "training steps: how long each took, against the median, and what ran in it",
       "A row is a training step of one input; what ran outside every step is a row of its own. "
       "total_us is wall time; cpu_us and accelerator_us add up overlapping work.",
       StepsView, RowNames::kNone, StepColumns, Shape::kTree, StepTables},
      {"trace", "what ran, event by event: of a window (-from, -to) or of a step",
       "A row is an event; names are indented by what they lie in. Tracks stand by host and "
       "device, on each the events by their begin. -output timeline:outfile=FILE writes them all "
       "as a Chrome trace, each track a thread.",
       TraceView, RowNames::kNone, TraceColumns},
      {"info", "what was opened, what it holds and what it lacks, and what reading it met",
       "Tables: files, hosts, devices, steps by how they were found, totals, which columns have "
       "values and why others have none, and the import report. It tells about all that was "
       "opened: of all options only -from, -to and -step_event leave anything out.",
       InfoView, RowNames::kNone, nullptr, Shape::kTable, InfoSections},
      {"advise", "what to change first: rules that judge, with their evidence",
       "A section is a rule, a row in it a finding: how bad it is, a sentence, the command that "
       "shows more, and what acting on it could save where that can be derived (docs/advice.md). "
       "Below each rule are its thresholds, as -threshold RULE.NAME=VALUE takes them.",
       Advise, RowNames::kOps, FindingColumns, Shape::kTable, nullptr, RuleHelp},
  };
  return kViews;
}

const View* FindView(std::string_view name) {
  for (const View& view : AllViews()) {
    if (view.name == name) return &view;
  }
  return nullptr;
}

Answerer& LeafViews() {
  static Views views;
  return views;
}

}  // namespace profiler
