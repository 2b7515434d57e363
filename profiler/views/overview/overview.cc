#include "profiler/views/overview/overview.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/metric_clock_notes.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/accelerators/device_compute.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/command_rows.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/overview/overview_devices.h"
#include "profiler/views/overview/overview_ops.h"
#include "profiler/views/overview/overview_run.h"
#include "profiler/views/overview/overview_steps.h"
#include "profiler/views/overview/overview_system.h"
#include "profiler/views/overview/overview_verdicts.h"

namespace profiler {
namespace {

constexpr int64_t kTopOps = 10;

// The commands that are worth typing on such a profile; a row's name is the command.
class NextCommands {
 public:
  NextCommands(const Profile& profile, const OverviewFacts& facts, const Report& verdicts)
      : profile_(profile), timings_(facts.timings), has_devices_(!facts.devices.empty()) {
    for (const ReportColumn& column : verdicts.columns) {
      if (column.name != "command") continue;
      for (const std::string& command : column.words) {
        if (!command.empty()) Add(command, "what the verdict above rests on");
      }
    }
  }

  Report Take(const Report& top_ops) && {
    const bool ran = profile_.execs.row.size() > 0;
    if (ran && HasSteps()) {
      Add("advise", "rules that judge, with what acting on them could save");
      Add("steps -order_by total_us -top 5", "the slowest steps");
    }
    if (has_devices_) {
      Add("utilization", "what each accelerator did with its time");
      Add("kernels -top 20", "what ran on accelerators");
      Add("idle -order_by total_us -top 10", "what streams waited for");
    }
    if (!profile_.series.empty()) {
      Add("metrics -format pretty", "how system metrics went over time");
      Add("phases -by process -order_by total_us", "phases of a step, and the time around steps");
      Add("report -format markdown", "all of it as one document, with what the rules found");
    }
    if (HasRanks()) Add("collectives -by rank", "which rank the others wait for");
    if (!top_ops.rows.empty()) AddForOp(top_ops.rows[0].name);
    if (ran && HasStacks()) {
      Add(fmt::format("code -order_by micros -min_micros {} -max_depth 100", LeastMicros()),
          "time by line of Python");
    } else if (!profile_.samples.empty()) {
      Add("code -order_by micros -max_depth 100", "time by Python function");
    }
    if (ran) Add("op -order_by micros -max_depth 10", "time by type of op");
    if (profile_.modules.size() > 0) Add("hlo -top 20", "instructions of compiled modules");
    Add("info", "what was recorded, what was not, and why");
    return std::move(report_);
  }

 private:
  // What the costliest op consists of.
  void AddForOp(std::string_view name) {
    Add("ops -top 20", "single ops, with rates and where they ran");
    // Where it stands in a scope, its name there begins with that.
    const std::string regex = QuoteWord(".*" + NameRegex(name));
    Add(fmt::format("scope -show_name_regexes {} -max_depth 100 -select micros,occurrence", regex),
        "the op above that took most time, in a mean step");
  }

  // A hundredth of a step, as a round number.
  int64_t LeastMicros() const {
    constexpr double kShare = 0.01, kMost = 1e15;
    const double micros = timings_.empty() ? 0 : timings_.mean() * 1e-6 * kShare;
    int64_t unit = 1;
    while (static_cast<double>(unit) * 10 <= std::min(micros, kMost)) unit *= 10;
    return std::max(unit, static_cast<int64_t>(std::min(micros, kMost)) / unit * unit);
  }
  bool HasSteps() const {
    const auto& steps = profile_.steps.values();
    return std::any_of(steps.begin(), steps.end(), [](const StepRow& step) {
      return step.listed || step.found_by != StepFoundBy::kRecorded;
    });
  }
  bool HasRanks() const {
    std::set<int64_t> ranks;
    for (const SourceRow& source : profile_.sources.values()) {
      if (source.rank != kUnknown) ranks.insert(source.rank);
    }
    return ranks.size() > 1;
  }
  bool HasStacks() const {
    const auto& sources = profile_.sources.values();
    const auto& ops = profile_.ops.row.values();
    return std::any_of(sources.begin(), sources.end(),
                       [](const SourceRow& source) { return source.has_code_traces; }) &&
           std::any_of(ops.begin(), ops.end(), [](const OpRow& op) { return op.frame.valid(); });
  }

  void Add(const std::string& command, std::string_view why) {
    if (!told_.insert(command).second) return;
    TableRow(report_, command).Text(why);
  }

  const Profile& profile_;
  const StepTimings& timings_;
  const bool has_devices_;
  std::set<std::string> told_;
  Report report_ =
      StartTable("next", "What to type next", kCommandRows,
                 {TableColumn("why", ColumnType::kText, Unit::kNone, "shows", "what it shows")});
};

std::vector<Report> MakeSections(const Profile& profile, const OverviewFacts& facts,
                                 std::vector<OpUse> uses, size_t top) {
  Report verdicts = VerdictSection(profile, facts);
  Report placement = PlacementSection(uses);
  Report top_ops = TopOpsSection(profile, std::move(uses), top);
  Report next = NextCommands(profile, facts, verdicts).Take(top_ops);
  return {EnvironmentSection(profile),
          StepTimeSection(facts.timings),
          std::move(verdicts),
          DeviceSection(profile, facts.devices),
          facts.system,
          std::move(placement),
          std::move(top_ops),
          std::move(next)};
}

absl::StatusOr<OverviewFacts> GetFacts(const Selected& selected, const Query& query,
                                       RunContext& context) {
  OverviewFacts facts;
  PROFILER_ASSIGN_OR_RETURN(facts.timings, TimeSteps(selected, query, context));
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(facts.devices, BusyDevices(selected, context));
  PROFILER_ASSIGN_OR_RETURN(facts.compute, ComputeOfDevices(selected, context));
  PROFILER_ASSIGN_OR_RETURN(facts.system, SystemSection(selected, context));
  facts.gpu_use = FindGpuUse(selected);
  PROFILER_ASSIGN_OR_RETURN(facts.syncs, DeviceSyncsOf(selected, context));
  return facts;
}

}  // namespace

std::vector<Report> OverviewSections() {
  OverviewFacts none;
  RunContext context;
  const Profile profile;
  // Of no profile nothing can fail.
  absl::StatusOr<Report> system = SystemSection({profile, Query().selection}, context);
  if (system.ok()) none.system = *std::move(system);
  return MakeSections(profile, none, {}, 0);
}

absl::StatusOr<Report> OverviewView(const Selected& selected, const Query& query,
                                    RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(OverviewFacts facts, GetFacts(selected, query, context));
  Query all;
  all.selection = selected.selection();
  PROFILER_ASSIGN_OR_RETURN(std::vector<OpUse> uses, UsesOfOps(selected, all, context));
  facts.host_op = FindTopHostOp(profile, uses);
  Report report;
  report.view = "overview";
  report.title = "Overview";
  report.shape = Shape::kTable;
  const bool has_ops = !uses.empty(), is_sampled = !facts.system.rows.empty();
  if (!has_ops && !is_sampled) AddNoOpsNote(selected, report);
  const auto top = static_cast<size_t>(std::max<int64_t>(0, query.top.value_or(kTopOps)));
  report.sections = MakeSections(profile, facts, std::move(uses), top);
  const auto drop = [&](std::string_view view) {
    std::erase_if(report.sections, [&](const Report& section) { return section.view == view; });
  };
  if (facts.devices.empty()) drop("devices");
  if (!is_sampled) drop("system");
  if (!has_ops && is_sampled) {
    drop("placement");
    drop("top_ops");
  }
  for (const Report& section : report.sections) {
    if (section.shape == Shape::kFindings) continue;  // these tell their notes themselves
    report.notes.insert(report.notes.end(), section.notes.begin(), section.notes.end());
  }
  AddMetricClockNotes(profile, report);
  return report;
}

}  // namespace profiler
