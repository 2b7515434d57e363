#include "profiler/compare/page/diff_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/base/status.h"
#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/between_change.h"
#include "profiler/compare/page/diff_table.h"
#include "profiler/compare/page/environment.h"
#include "profiler/compare/page/explanation.h"
#include "profiler/compare/page/matched.h"
#include "profiler/compare/page/mean_change.h"
#include "profiler/compare/page/rank_changes.h"
#include "profiler/compare/page/recorded_rows.h"
#include "profiler/compare/page/step_rows.h"
#include "profiler/compare/page/summary.h"
#include "profiler/compare/page/work/beside_step.h"
#include "profiler/compare/page/work/compared_work.h"
#include "profiler/compare/page/work/whole_functions.h"
#include "profiler/compare/page/work/work_tables.h"
#include "profiler/compare/samples/step_strides.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// Makes the answer, table by table.
class DiffPage {
 public:
  DiffPage(const Side& base, const Side& next, const Query& query, const CompareOptions& compare,
           RunContext& context)
      : base_(base),
        next_(next),
        query_(query),
        context_(context),
        compare_(compare),
        comparison_(Values(base), Values(next), compare.tolerance, next.samples.are_runs()) {
    report_.view = "diff";
    report_.title = "What changed";
    report_.description = "diff: The new profile against the base.";
    report_.shape = Shape::kDocument;
  }

  absl::StatusOr<Report> Make() && {
    AddStep();
    PROFILER_RETURN_IF_ERROR(AddBetween());
    const bool judges_all = query_.top || !query_.leaves_out_folded;
    std::vector<DiffRow> parts = ComparePartsOfStep(comparison_, base_, next_);
    work_ = CompareAllWork({comparison_, compare_.pairs_renamed, judges_all ? 0 : LeastLarge(step_),
                            !WaitsOtherwiseForInput(step_, parts)},
                           base_, next_, step_, query_, context_);
    PROFILER_RETURN_IF_ERROR(AddTable(kPartsKind, parts));
    AddUnknownParts(parts);
    PROFILER_ASSIGN_OR_RETURN(const std::vector<DiffRow> ops, AddWork(kOpsPlace));
    PROFILER_RETURN_IF_ERROR(AddIdle());
    std::vector<DiffRow> scopes, lines;
    for (size_t place = kOpsPlace + 1; place < kWorkTables.size(); ++place) {
      PROFILER_ASSIGN_OR_RETURN(std::vector<DiffRow> rows, AddWork(place));
      if (kWorkTables[place] == &kScopesTable) {
        scopes = std::move(rows);
      } else if (kWorkTables[place] == &kLinesTable) {
        lines = std::move(rows);
      }
    }
    PROFILER_ASSIGN_OR_RETURN(const RecordedRows memory, AddMemory());
    PROFILER_RETURN_IF_ERROR(AddMetrics());
    if (!matched_.rows.empty()) {
      FoldMatched(matched_);
      report_.sections.push_back(std::move(matched_));
    }
    Environment environment = CompareEnvironments(base_, next_, ops);
    PROFILER_ASSIGN_OR_RETURN(const WholeFunctions functions,
                              FunctionsOfOneSide(comparison_, step_, base_, next_, context_));
    AddSentences(parts, ops, scopes, lines, functions.rows, memory.rows, environment);
    AddRecordedNote(environment);
    if (auto note = BesideNote(ops)) report_.notes.push_back(*std::move(note));
    if (!environment.table.rows.empty()) report_.sections.push_back(std::move(environment.table));
    return std::move(report_);
  }

 private:
  static std::vector<double> Values(const Side& side) {
    std::vector<double> room;
    const auto values = side.samples.Of(side.totals, room);
    return {values.begin(), values.end()};
  }

  void AddStep() {
    DiffRow row;
    row.name = "total_us";
    row.change = comparison_.Of(Values(base_), Values(next_));
    comparison_.JudgeAll({&row.change});
    step_ = row.change;
    AppendRow(DiffStepColumns(), row.name, row, report_.sections.emplace_back(TypicalStepTable()));
  }

  // The loop may take longer though its steps do not.
  absl::Status AddBetween() {
    PROFILER_ASSIGN_OR_RETURN(const auto between,
                              CompareBetween(comparison_, step_, base_, next_, context_));
    if (between) {
      AppendRow(DiffStepColumns(), between->name, *between, report_.sections.back());
      between_text_ = BetweenSentence(between->change, step_);
    }
    DropEmptyColumns(report_.sections.back());
    return absl::OkStatus();
  }

  absl::Status AddTable(const DiffTableKind& kind, std::vector<DiffRow>& rows) {
    PROFILER_RETURN_IF_ERROR(context_.Check());
    PROFILER_ASSIGN_OR_RETURN(Report table, DiffTable(kind, step_, query_, rows));
    report_.sections.push_back(std::move(table));
    return absl::OkStatus();
  }

  // Whether both sides recorded it. If only one did, remembers that it was not compared.
  bool BothHave(std::string_view what, bool base_has, bool new_has, std::string_view missing) {
    if (base_has != new_has) {
      not_compared_.push_back(
          fmt::format("{} ({} {})", what, base_has ? next_.name : base_.name, missing));
    }
    return base_has && new_has;
  }

  // The same of what stores without events do not keep.
  bool BothHaveRecorded(std::string_view what, bool base_has, bool new_has,
                        std::string_view missing) {
    const Side& without = base_has ? next_ : base_;
    return BothHave(what, base_has, new_has,
                    LacksAllEvents(without.profile())
                        ? "was written without events and has none of it"
                        : missing);
  }

  // Parts of the step whose times one side does not know.
  void AddUnknownParts(const std::vector<DiffRow>& parts) {
    std::vector<std::string_view> unknown;
    for (const DiffRow& row : parts) {
      if (std::isnan(row.change.delta)) unknown.push_back(row.name);
    }
    if (unknown.empty()) return;
    not_compared_.push_back(fmt::format("{} ({} recorded no times of its devices)",
                                        fmt::join(unknown, " and "),
                                        base_.lacks_device_times() ? base_.name : next_.name));
  }

  absl::StatusOr<std::vector<DiffRow>> AddWork(size_t place) {
    const WorkTable& table = *kWorkTables[place];
    const auto &base = table.work(base_), &next = table.work(next_);
    const bool is_kept = &table != &kCollectivesTable && &table != &kLaunchesTable;
    const auto both_have = is_kept ? &DiffPage::BothHave : &DiffPage::BothHaveRecorded;
    if (!(this->*both_have)(table.kind.plural, !base.empty(), !next.empty(), table.missing)) {
      return std::vector<DiffRow>();
    }
    ComparedWork compared = std::move(work_[place]);
    PROFILER_RETURN_IF_ERROR(compared.table.status());
    if (!compared.have_common) {
      not_compared_.push_back(fmt::format("{} (no name is in both profiles)", table.kind.plural));
      return std::vector<DiffRow>();
    }
    report_.sections.push_back(*std::move(compared.table));
    AppendMatched(table.kind.id, compared.rows, matched_);
    if (base.lanes > 1 || next.lanes > 1) AddLanesNote(base, next);
    return std::move(compared.rows);
  }

  void AddLanesNote(const WorkInSteps& base, const WorkInSteps& next) {
    if (has_lanes_note_) return;
    has_lanes_note_ = true;
    report_.notes.push_back(
        {"means_over_devices", Severity::kInfo,
         fmt::format("Times of ops and kernels are means over the devices that work side by side: "
                     "{:.0f} in the base, {:.0f} in the new profile",
                     base.lanes, next.lanes)});
  }

  absl::Status AddIdle() {
    if (!BothHaveRecorded("idle time", base_.busy.lanes > 0, next_.busy.lanes > 0,
                          kNoAccelerators)) {
      return absl::OkStatus();
    }
    std::vector<DiffRow> rows = CompareBusyTimes(comparison_, base_, next_);
    return AddTable(kIdleKind, rows);
  }

  absl::StatusOr<RecordedRows> AddMemory() {
    if (!BothHaveRecorded("memory", !base_.memory.uses.empty(), !next_.memory.uses.empty(),
                          "recorded no memory")) {
      return RecordedRows();
    }
    RecordedRows memory = CompareMemory(comparison_, base_, next_);
    PROFILER_RETURN_IF_ERROR(AddTable(kMemoryKind, memory.rows));
    return memory;
  }

  absl::Status AddMetrics() {
    if (!BothHave("system metrics", HasMetrics(base_, query_), HasMetrics(next_, query_),
                  "recorded none")) {
      return absl::OkStatus();
    }
    std::vector<DiffRow> metrics = CompareMetrics(base_, next_, query_).rows;
    return metrics.empty() ? absl::OkStatus() : AddTable(kMetricsKind, metrics);
  }

  void AddSentences(const std::vector<DiffRow>& parts, const std::vector<DiffRow>& ops,
                    const std::vector<DiffRow>& scopes, const std::vector<DiffRow>& lines,
                    const std::vector<DiffRow>& functions, const std::vector<DiffRow>& memory,
                    const Environment& environment) {
    const auto add = [&](std::string sentence) {
      if (!sentence.empty()) report_.summary.push_back(std::move(sentence));
    };
    add(VerdictSentence(comparison_, step_, base_, next_));
    add(between_text_);
    add(MeanSentence(step_, base_, next_));
    add(ShiftSentence(base_));
    add(ShiftSentence(next_));
    add(RankSentence(step_, base_, next_, comparison_.tolerance()));
    add(ExplanationSentence(step_, parts, ops, scopes, lines, functions));
    add(CountsSentence(step_, ops));
    add(MemorySentence(memory));
    add(ContradictionSentence(step_, ops));
    add(EnvironmentSentence(environment));
    add(RunsSentence(step_, base_, next_));
    if (!not_compared_.empty()) {
      add(fmt::format("Not compared: {}", fmt::join(not_compared_, "; ")));
    }
    AddNotes();
  }

  void AddRecordedNote(const Environment& environment) {
    if (environment.recorded_once.empty()) return;
    report_.notes.push_back(
        {"recorded_unlike", Severity::kWarning,
         fmt::format("only one of both was recorded with {}: that slows hosts, so a part of the "
                     "change may be the recorder's. Record both alike",
                     fmt::join(environment.recorded_once, " and "))});
  }

  static std::string BlocksText(size_t steps) {
    return steps == 1 ? "steps" : fmt::format("blocks of {} steps", steps);
  }

  void AddNotes() {
    if (auto note = UnlikeStrides(base_.profile(), step_.base, next_.profile(), step_.next)) {
      report_.notes.push_back(*std::move(note));
    }
    if (comparison_.base_block() > 1 || comparison_.new_block() > 1) {
      report_.notes.push_back(
          {"steps_in_blocks", Severity::kInfo,
           fmt::format("Successive steps are alike, so {} of the base are compared with {} of the "
                       "new profile",
                       BlocksText(comparison_.base_block()), BlocksText(comparison_.new_block()))});
    }
    const bool are_several = std::max(base_.samples.runs(), next_.samples.runs()) > 1;
    if (are_several && !base_.samples.are_runs()) {
      report_.notes.push_back(
          {"one_run_against_several", Severity::kInfo,
           fmt::format("{} new run{} compared with {} by their steps, so noise between runs is "
                       "unknown: give at least two runs of each, with -base A -base B",
                       next_.samples.runs(), next_.samples.runs() == 1 ? " is" : "s are",
                       base_.samples.runs())});
    }
  }

  const Side &base_, &next_;
  const Query& query_;
  RunContext& context_;
  const CompareOptions& compare_;
  const Comparison comparison_;
  AllComparedWork work_;
  Change step_;
  std::string between_text_;  // empty if the time between steps did not change
  Report report_;
  Report matched_ = EmptyMatchedTable();
  std::vector<std::string> not_compared_;
  bool has_lanes_note_ = false;
};

}  // namespace

Report TypicalStepTable() {
  return StartTable("steps", "The typical step", "a time of steps", Headers(DiffStepColumns()));
}

absl::StatusOr<Report> MakeDiffPage(const Side& base, const Side& next, const Query& query,
                                    const CompareOptions& compare, RunContext& context) {
  return DiffPage(base, next, query, compare, context).Make();
}

}  // namespace profiler
