#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/memory/allocations.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/recorded_span.h"
#include "profiler/analysis/values/exec_sums.h"
#include "profiler/analysis/values/tfprof_run_rules.h"
#include "profiler/query/quirks.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/store/kind_names.h"
#include "profiler/views/info/info_sections.h"

namespace profiler {
namespace {

constexpr size_t kFoundByCount = 4, kOpKindCount = 4;

struct StepCount {
  int64_t steps = 0, partial = 0;
  int64_t first = kUnknown, last = kUnknown;
};

const std::vector<ColumnOf<StepCount>>& StepCountColumns() {
  using C = ColumnOf<StepCount>;
  using Row = const StepCount&;
  static const std::vector<C> kColumns = {
      C::Number("steps", Unit::kCount, "steps",
                "how many; one that several files hold counts once in each", &StepCount::steps),
      C::Number("first", Unit::kNone, "first", "the least of their numbers",
                [](Row row) { return Known(row.first); }),
      C::Number("last", Unit::kNone, "last", "the greatest of their numbers",
                [](Row row) { return Known(row.last); }),
      C::Number("partial", Unit::kCount, "partial", "how many of them the recording holds in part",
                &StepCount::partial),
  };
  return kColumns;
}

struct TotalRow {
  Value count, time;
  std::string_view meaning;
};

const std::vector<ColumnOf<TotalRow>>& TotalColumns() {
  using C = ColumnOf<TotalRow>;
  static const std::vector<C> kColumns = {
      C::Number("count", Unit::kCount, "count", "how many there are", &TotalRow::count),
      C::Number("time_us", Unit::kMicros, "time", "of what is a time, how long", &TotalRow::time),
      C::Text("meaning", "what it is", "what is counted", &TotalRow::meaning),
  };
  return kColumns;
}

void AddCount(Report& report, std::string_view name, Value count, std::string_view meaning) {
  AppendRow(TotalColumns(), name, TotalRow{count, kAbsent, meaning}, report);
}
void AddTime(Report& report, std::string_view name, Value time, std::string_view meaning) {
  AppendRow(TotalColumns(), name, TotalRow{kAbsent, time, meaning}, report);
}

void AddOps(const Profile& profile, Report& report) {
  constexpr std::string_view kMeaning[kOpKindCount] = {
      "nodes of a dataflow graph", "ops named by a framework's tracer",
      "instructions of compiled modules", "ops seen only at run time"};
  std::array<int64_t, kOpKindCount> of_kind = {};
  absl::flat_hash_set<StringId> types;
  for (const OpRow& op : profile.ops.row.values()) {
    ++of_kind[static_cast<size_t>(op.kind)];
    if (!profile.strings[op.type].empty()) types.insert(op.type);
  }
  AddCount(report, "ops", static_cast<Value>(profile.op_count()), "ops");
  for (size_t kind = 0; kind < kOpKindCount; ++kind) {
    if (of_kind[kind] == 0) continue;
    AddCount(report, Name(static_cast<OpKind>(kind)), of_kind[kind], kMeaning[kind]);
  }
  AddCount(report, "op_types", static_cast<Value>(types.size()), "types of op, such as MatMul");
}

// A store without events keeps a few moments of memory, which are no allocations.
size_t CountAllocations(const Profile& profile) {
  const bool lacks_some = LacksEvents(profile);
  size_t count = 0;
  for (const AllocationRow& row : profile.allocations) {
    const SourceId source = lacks_some ? SourceOfAllocation(profile, row) : SourceId();
    count += source.valid() && profile.sources[source].without_events ? 0 : 1;
  }
  return count;
}

// Adds the rows that only some profiles have.
void AddExtras(const Profile& profile, Report& report) {
  size_t counters = 0;
  for (const Series& series : profile.series) counters += series.size();
  const auto add = [&](std::string_view name, size_t count, std::string_view meaning) {
    if (count > 0) AddCount(report, name, static_cast<Value>(count), meaning);
  };
  add("unplaced", profile.unplaced.size(),
      "executions without a time that can be: in totals, on no timeline");
  add("frames", profile.frames.size(), "lines of Python, each below its callers");
  add("snapshots", profile.snapshots.size(), "executions with recorded memory");
  add("allocations", CountAllocations(profile), "single allocations and frees");
  add("flows", profile.flows.size(), "links from one event to another");
  add("samples", profile.samples.size(), "samples of stacks");
  add("counters", counters, "samples of metrics over time");
  add("modules", profile.modules.size(), "compiled modules");
  add("buffers", profile.buffers.size(), "buffers of compiled modules");
  add("variables", profile.variables.size(), "tensors in a checkpoint");
}

}  // namespace

Report StepSection(const Profile& profile) {
  Report report = StartTable("steps", "Steps (the view `steps` shows each)",
                             "how the steps were found: recorded (the file numbers them), marker, "
                             "inferred, or whole (the file has no steps and counts as one)",
                             Headers(StepCountColumns()));
  std::array<StepCount, kFoundByCount> counts;
  for (const StepRow& step : profile.steps.values()) {
    StepCount& count = counts[static_cast<size_t>(step.found_by)];
    const bool is_first = count.steps++ == 0;
    count.partial += step.partial ? 1 : 0;
    count.first = is_first ? step.number : std::min(count.first, step.number);
    count.last = is_first ? step.number : std::max(count.last, step.number);
  }
  for (size_t i = 0; i < kFoundByCount; ++i) {
    if (counts[i].steps == 0) continue;
    AppendRow(StepCountColumns(), Name(static_cast<StepFoundBy>(i)), counts[i], report);
  }
  return report;
}

Report TotalSection(const Profile& profile) {
  Report report = StartTable("totals", "Totals", "what is counted", Headers(TotalColumns()));
  const TfprofRunRules rules(profile, Quirks(false));
  ExecSums sums;
  int64_t ops_run = 0;
  OpId last_op;
  for (const ExecRow& row : profile.execs().row.values()) {
    sums.Add(row, rules);
    if (!DidRun(row) || row.op == last_op) continue;
    last_op = row.op;  // the rows of an op are consecutive
    ++ops_run;
  }
  size_t events = 0;
  for (const Track track : Tracks(profile)) events += track.events.size();
  AddOps(profile, report);
  AddCount(report, "ops_run", ops_run, "ops that ran in what was recorded");
  AddCount(report, "runs", sums.runs, "how often they ran");
  AddCount(report, "events", static_cast<Value>(events), "executions and marks on timelines");
  AddExtras(profile, report);
  AddTime(report, "time_span", RecordedSpan(profile).span(),
          "from the first event to the end of the last");
  AddTime(report, "cpu_time", sums.cpu_time, "of all executions, overlapping work added up");
  AddTime(report, "accelerator_time", sums.accelerator_time(),
          "of all work on accelerators, overlapping work added up");
  return report;
}

}  // namespace profiler
