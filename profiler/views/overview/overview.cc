#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/metric_clock_notes.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/advise/verdicts.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/accelerators/work/op_waits.h"
#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/analysis/steps/step_lengths.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/column.h"
#include "profiler/report/finding_table.h"
#include "profiler/report/table.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/missing_ranks_note.h"
#include "profiler/views/notes/step_marks_note.h"
#include "profiler/views/overview/overview_devices.h"
#include "profiler/views/overview/overview_kernels.h"
#include "profiler/views/overview/overview_ops.h"
#include "profiler/views/overview/overview_run.h"
#include "profiler/views/overview/overview_steps.h"
#include "profiler/views/overview/overview_system.h"
#include "profiler/views/overview/overview_verdicts.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

constexpr int64_t kTopOps = 10;
constexpr char kLastCommand[] = "info";

// A follow-up command that fits the profile.
struct NextCommand {
  std::string command;
  std::string_view why;
};

const std::vector<ColumnOf<NextCommand>>& NextColumns() {
  using C = ColumnOf<NextCommand>;
  static const std::vector<C> kColumns = {
      C::Text("why", "shows", "what it shows", &NextCommand::why),
  };
  return kColumns;
}

class NextCommands {
 public:
  NextCommands(const Profile& profile, const OverviewFacts& facts, const Report& verdicts)
      : profile_(profile),
        runs_(facts.runs),
        has_devices_(!facts.devices.empty()),
        ranks_meet_(facts.ranks_meet) {
    for (const Finding& verdict : verdicts.findings) {
      const bool stands_last = verdict.command == kLastCommand;
      if (!verdict.command.empty() && !stands_last) {
        Add(verdict.command, "the evidence of the finding above");
      }
    }
  }

  Report Take(const Report& top_ops) && {
    const bool ran = profile_.execs().row.size() > 0;
    if (ran && HasSteps()) {
      Add("advise", "all findings, with what acting on them could save");
      if (profile_.steps.size() > 1) {
        Add("steps -order_by total_us -top 5", "the slowest steps");
      }
    }
    if (has_devices_) {
      Add("utilization", "where each accelerator's time went");
      Add("kernels -top 20", "what ran on accelerators");
      Add("idle -order_by total_us -top 10", "why streams were idle");
    }
    if (!profile_.series.empty()) {
      Add("metrics -format pretty", "system metrics over time");
      if (HasPhases(profile_) || profile_.steps.size() > 0) {
        Add("phases -by process -order_by total_us", "phases of a step, and the time around steps");
      }
      Add("report -format markdown", "all of it as one document, with what the rules found");
    }
    if (HasRanks()) Add("steps -by rank", "each rank's steps against the others'");
    if (ranks_meet_) Add("collectives -by rank", "which rank the others wait for");
    if (!top_ops.rows.empty()) AddForOp(top_ops.rows[0].name);
    const bool holds_memory = !ran && profile_.allocations.size() > 0;
    if (holds_memory) Add("memory", "the peak of memory, and what held it");
    if (ran && HasStacks()) {
      Add(fmt::format("code -order_by micros -min_micros {} -max_depth 100", LeastMicros()),
          "time by line of Python");
    } else if (!profile_.samples.empty() && !holds_memory) {
      Add("code -order_by micros -max_depth 100", "time by Python function");
    }
    if (ran) Add("op -order_by micros -max_depth 10", "time by type of op");
    if (profile_.modules.size() > 0) Add("hlo -top 20", "instructions of compiled modules");
    Add(kLastCommand, "what was recorded, and what is missing and why");
    report_.name_role = ColumnRole::kCommand;
    return std::move(report_);
  }

 private:
  // Adds the commands about the op with the most time.
  void AddForOp(std::string_view name) {
    Add("ops -top 20", "single ops, with rates and where they ran");
    // If the op is in a scope, the name is only the end of its path.
    const std::string regex = QuoteWord(".*" + NameRegex(name));
    Add(fmt::format("scope -show_name_regexes {} -max_depth 100 -select micros,occurrence", regex),
        "the most expensive op above, in a mean step");
  }

  // 1% of a step, rounded.
  int64_t LeastMicros() const {
    constexpr double kShare = 0.01, kMost = 1e15;
    const double micros =
        runs_.empty() || runs_.front().empty() ? 0 : runs_.front().median() * 1e-6 * kShare;
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
    if (told_.insert(command).second) {
      AppendRow(NextColumns(), command, NextCommand{command, why}, report_);
    }
  }

  const Profile& profile_;
  const std::vector<StepTimings>& runs_;
  const bool has_devices_, ranks_meet_;
  std::set<std::string> told_;
  Report report_ = StartTable("next", "What to type next", "the command", Headers(NextColumns()));
};

// The sections that only some reports have.
struct ShownUses {
  bool devices = true, system = true, ops = true, steps = true;
};

std::vector<Report> MakeSections(const Profile& profile, const OverviewFacts& facts,
                                 std::vector<OpUse> uses, const OpWaits& waits,
                                 const std::vector<KernelUse>& kernels, size_t top,
                                 const ShownUses& shown) {
  Report verdicts = VerdictSection(facts);
  for (Finding& verdict : verdicts.findings) KeepSelection(facts.selection, verdict);
  // What users marked on hosts holds ops, and is none. Device work may have no other op.
  std::erase_if(uses,
                [&](const OpUse& use) { return !use.on_device && !IsTimedOp(profile, use.op); });
  Report placement = PlacementSection(uses);
  Report top_ops = TopOpsSection(profile, std::move(uses), waits, top);
  Report next = NextCommands(profile, facts, verdicts).Take(top_ops);
  std::vector<EnvironmentRow> environment = EnvironmentOf(profile);
  if (facts.memory) environment.push_back(HeldMemoryRow(profile, *facts.memory));
  std::vector<Report> sections = {EnvironmentTable(environment)};
  if (shown.steps) {
    sections.push_back(StepTimeSection(profile, facts.runs, facts.step_lengths));
    sections.push_back(std::move(verdicts));
  }
  if (shown.devices) sections.push_back(DeviceSection(profile, facts.devices));
  if (shown.system) sections.push_back(facts.system);
  if (shown.ops) {
    sections.push_back(std::move(placement));
    const bool has_kernels_alone = top_ops.rows.empty() && top > 0 && !kernels.empty();
    sections.push_back(has_kernels_alone ? TopKernelsSection(profile, kernels, top)
                                         : std::move(top_ops));
  }
  sections.push_back(std::move(next));
  return sections;
}

absl::StatusOr<OverviewFacts> GetFacts(const Selected& selected, const Query& query,
                                       RunContext& context) {
  OverviewFacts facts;
  facts.selection = selected.selection();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const auto runs, SharedMainTimings(selected, query, context));
  facts.runs = *runs;
  if (facts.runs.front().empty()) facts.step_lengths = StepLengths(selected);
  PROFILER_ASSIGN_OR_RETURN(facts.of_rules, VerdictsForOverview(selected, query, context));
  PROFILER_ASSIGN_OR_RETURN(const SharedDevices devices, SharedBusyDevices(selected, context));
  facts.devices = *devices;
  if (HoldsMemoryOnly(selected.profile())) {
    PROFILER_ASSIGN_OR_RETURN(facts.memory, FindMemoryUses(selected, context));
  }
  PROFILER_ASSIGN_OR_RETURN(facts.system, SystemSection(selected, context));
  facts.gpu_use = FindGpuUse(selected);
  PROFILER_ASSIGN_OR_RETURN(const SharedRanks ranks, SharedRankSteps(selected, context));
  facts.ranks_meet = std::any_of(ranks->begin(), ranks->end(),
                                 [](const RankSteps& rank) { return rank.compared > 0; });
  return facts;
}

std::vector<Report> OverviewSections() {
  OverviewFacts none;
  RunContext context;
  const Profile profile;
  // Cannot fail without a profile.
  absl::StatusOr<Report> system = SystemSection({profile, Query().selection}, context);
  if (system.ok()) none.system = *std::move(system);
  std::vector<Report> sections = MakeSections(profile, none, {}, {}, {}, 0, {});
  const auto is_top_ops = [](const Report& one) { return one.view == "top_ops"; };
  const auto top_ops = std::find_if(sections.begin(), sections.end(), is_top_ops);
  if (top_ops != sections.end()) {
    sections.insert(top_ops + 1, TopKernelsSection(profile, {}, 0));
  }
  for (Report& section : sections) {
    if (section.shape == Shape::kFindings) section = FindingsTable(section);
  }
  return sections;
}

absl::StatusOr<Report> AnswerOverview(const Selected& selected, const Query& query,
                                      RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(OverviewFacts facts, GetFacts(selected, query, context));
  Query all;
  all.selection = selected.selection();
  PROFILER_ASSIGN_OR_RETURN(std::vector<OpUse> uses, UsesOfOps(selected, all, context));
  PROFILER_ASSIGN_OR_RETURN(const WorkOfNoOp of_no_op, FindWorkOfNoOp(selected, context));
  PROFILER_ASSIGN_OR_RETURN(const OpWaits waits, WaitsOfOps(selected, context));
  PROFILER_ASSIGN_OR_RETURN(const auto kernels, FindKernelsOfNoOp(selected, uses, context));
  Report report;
  report.view = "overview";
  report.title = "Overview";
  report.shape = Shape::kTable;
  const bool has_ops = !uses.empty(), is_sampled = !facts.system.rows.empty();
  const bool is_of_memory = facts.memory.has_value();
  if (!has_ops && !is_sampled && !is_of_memory) AddNoOpsNote(selected, report);
  const auto top = static_cast<size_t>(std::max<int64_t>(0, query.top.value_or(kTopOps)));
  report.sections = MakeSections(profile, facts, std::move(uses), waits, kernels, top,
                                 {.devices = !facts.devices.empty(),
                                  .system = is_sampled,
                                  .ops = !is_of_memory && (has_ops || !is_sampled),
                                  .steps = !is_of_memory});
  for (Report& section : report.sections) {
    if (section.shape == Shape::kFindings) continue;  // shown with their own notes
    report.notes.insert(report.notes.end(), section.notes.begin(), section.notes.end());
    section.notes.clear();
  }
  PROFILER_ASSIGN_OR_RETURN(const auto all_steps, SharedStepTimings(selected, query, context));
  if (!is_of_memory) AddOtherKindsNote(profile, *all_steps, facts.runs, report);
  if (has_ops && !is_of_memory) AddWorkOfNoOpNote(of_no_op, report);
  // Who opens one rank knows that it is one.
  AddMissingRanksNote(profile, 2, report);
  AddStepMarksNote(profile, report);
  if (!query.selection.step_events.empty()) AddStepsCoverLittleNote(profile, report);
  AddMetricClockNotes(profile, report);
  return report;
}

}  // namespace

// -top N sets the number of ops.
extern const View kOverviewView = {
    .name = "overview",
    .summary = "one page on where to look: steps, findings, top ops, next commands",
    .details =
        "Tables: what was recorded, how long a step takes and what for, verdicts on that, where "
        "ops ran, the ops that took most time (-top N), and commands to type next.",
    .run = AnswerOverview,
    .rows = RowKind::kOther,
    .shape = Shape::kTable,
    .sections = OverviewSections,
    .obeys = kSelectionUses | OptionUse::kTop | OptionUse::kThresholds | OptionUse::kFailOn,
    .introduces = true,
    .events = EventUse::kAlways,
};

}  // namespace profiler
