#include "profiler/compare/page/tables/page_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/base/status.h"
#include "profiler/compare/page/sentences/between_change.h"
#include "profiler/compare/page/tables/diff_table.h"
#include "profiler/compare/page/tables/matched.h"
#include "profiler/compare/page/tables/step_rows.h"
#include "profiler/compare/page/work/beside_step.h"
#include "profiler/compare/page/work/compared_work.h"
#include "profiler/compare/page/work/work_rows.h"
#include "profiler/compare/page/work/work_tables.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

class TableMaker {
 public:
  TableMaker(const Comparison& comparison, const Side& base, const Side& next, const Query& query,
             const CompareOptions& compare, RunContext& context)
      : comparison_(comparison),
        base_(base),
        next_(next),
        query_(query),
        compare_(compare),
        context_(context) {}

  absl::StatusOr<PageTables> Make() && {
    AddStep();
    PROFILER_RETURN_IF_ERROR(AddBetween());
    const bool judges_all = query_.top || !query_.leaves_out_folded;
    const Comparison of_parts = comparison_.OfPartsOf(std::min(made_.step.base, made_.step.next));
    made_.parts = ComparePartsOfStep(of_parts, base_, next_);
    work_ = CompareAllWork(
        {comparison_, compare_.pairs_renamed, judges_all ? 0 : LeastLarge(made_.step),
         !WaitsOtherwiseForInput(made_.step, made_.parts)},
        base_, next_, made_.step, query_, context_);
    PROFILER_RETURN_IF_ERROR(AddTable(kPartsKind, made_.parts));
    AddUnknownParts();
    PROFILER_ASSIGN_OR_RETURN(made_.ops, AddWork(kOpsPlace));
    PROFILER_RETURN_IF_ERROR(AddIdle(of_parts));
    for (size_t place = kOpsPlace + 1; place < kWorkTables.size(); ++place) {
      PROFILER_ASSIGN_OR_RETURN(std::vector<DiffRow> rows, AddWork(place));
      if (std::vector<DiffRow>* const kept = KeptOf(*kWorkTables[place])) *kept = std::move(rows);
    }
    CompareCalls(base_.device_waits, next_.device_waits, made_.device_waits);
    CompareCalls(base_.allocations, next_.allocations, made_.allocations);
    PROFILER_RETURN_IF_ERROR(AddMemory());
    PROFILER_RETURN_IF_ERROR(AddMetrics());
    if (!matched_.rows.empty()) {
      FoldMatched(matched_);
      made_.sections.push_back(std::move(matched_));
    }
    return std::move(made_);
  }

 private:
  void AddStep() {
    DiffRow row;
    row.name = "total_us";
    row.change = comparison_.Of(base_.SampledTotals(), next_.SampledTotals());
    comparison_.JudgeAll({&row.change});
    made_.step = row.change;
    AppendRow(DiffStepColumns(), row.name, row, made_.sections.emplace_back(TypicalStepTable()));
  }

  // The loop may take longer though its steps do not.
  absl::Status AddBetween() {
    PROFILER_ASSIGN_OR_RETURN(made_.between,
                              CompareBetween(comparison_, made_.step, base_, next_, context_));
    Report& table = made_.sections.back();
    if (const auto& row = made_.between.row) AppendRow(DiffStepColumns(), row->name, *row, table);
    DropEmptyColumns(table);
    return absl::OkStatus();
  }

  absl::Status AddTable(const DiffTableKind& kind, std::vector<DiffRow>& rows) {
    PROFILER_RETURN_IF_ERROR(context_.Check());
    PROFILER_ASSIGN_OR_RETURN(Report table, DiffTable(kind, made_.step, query_, rows));
    made_.sections.push_back(std::move(table));
    return absl::OkStatus();
  }

  // Whether both sides recorded it. If only one did, remembers that it was not compared.
  bool BothHave(std::string_view what, bool base_has, bool new_has, std::string_view missing) {
    if (base_has != new_has) {
      const Side& without = base_has ? next_ : base_;
      made_.not_compared.push_back(
          {std::string(what),
           fmt::format("{} {}", without.name,
                       without.lacks_work() ? "has none in what was kept of it" : missing)});
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
  void AddUnknownParts() {
    std::vector<std::string_view> unknown;
    for (const DiffRow& row : made_.parts) {
      if (std::isnan(row.change.delta)) unknown.push_back(row.name);
    }
    if (unknown.empty()) return;
    made_.not_compared.push_back(
        {fmt::format("{}", fmt::join(unknown, " and ")),
         fmt::format("{} recorded no times of its devices",
                     base_.lacks_device_times() ? base_.name : next_.name)});
  }

  absl::StatusOr<std::vector<DiffRow>> AddWork(size_t place) {
    const WorkTable& table = *kWorkTables[place];
    const auto &base = table.work(base_), &next = table.work(next_);
    const bool is_kept = &table != &kCollectivesTable && &table != &kLaunchesTable;
    const auto both_have = is_kept ? &TableMaker::BothHave : &TableMaker::BothHaveRecorded;
    if (!(this->*both_have)(table.kind.plural, !base.empty(), !next.empty(), table.missing)) {
      return std::vector<DiffRow>();
    }
    ComparedWork compared = std::move(work_[place]);
    PROFILER_RETURN_IF_ERROR(compared.table.status());
    if (!compared.have_common) {
      made_.not_compared.push_back({std::string(table.kind.plural), "no name is in both profiles"});
      return std::vector<DiffRow>();
    }
    made_.sections.push_back(*std::move(compared.table));
    AppendMatched(table.kind.id, compared.rows, matched_);
    if (made_.base_lanes <= 1 && made_.new_lanes <= 1) {
      made_.base_lanes = base.lanes;
      made_.new_lanes = next.lanes;
    }
    return std::move(compared.rows);
  }

  // Where the rows of a table are kept that sentences read; null if none does.
  std::vector<DiffRow>* KeptOf(const WorkTable& table) {
    if (&table == &kKernelsTable) return &made_.kernels;
    if (&table == &kScopesTable) return &made_.scopes;
    if (&table == &kLinesTable) return &made_.lines;
    if (&table == &kCollectivesTable) return &made_.collectives;
    return &table == &kLaunchesTable ? &made_.launches : nullptr;
  }

  // One side may have none at all, though its hosts were recorded as those of the other.
  void CompareCalls(const WorkInSteps& base, const WorkInSteps& next, std::vector<DiffRow>& rows) {
    if (made_.launches.empty()) return;
    rows = CompareWork({comparison_, /*pairs_renamed=*/false}, base_, base, next_, next,
                       WorkNames::kPaths, context_);
  }

  absl::Status AddIdle(const Comparison& of_parts) {
    if (!BothHaveRecorded("idle time", base_.busy.lanes > 0, next_.busy.lanes > 0,
                          kNoAccelerators)) {
      return absl::OkStatus();
    }
    std::vector<DiffRow> rows = CompareBusyTimes(of_parts, base_, next_);
    return AddTable(kIdleKind, rows);
  }

  absl::Status AddMemory() {
    if (!BothHaveRecorded("memory", !base_.memory.uses.empty(), !next_.memory.uses.empty(),
                          "recorded no memory")) {
      return absl::OkStatus();
    }
    made_.memory = CompareMemory(comparison_, base_, next_);
    return AddTable(kMemoryKind, made_.memory.rows());
  }

  absl::Status AddMetrics() {
    if (!BothHave("system metrics", HasMetrics(base_, query_), HasMetrics(next_, query_),
                  "recorded none")) {
      return absl::OkStatus();
    }
    RecordedRows metrics = CompareMetrics(base_, next_, query_);
    return metrics.rows().empty() ? absl::OkStatus() : AddTable(kMetricsKind, metrics.rows());
  }

  const Comparison& comparison_;
  const Side &base_, &next_;
  const Query& query_;
  const CompareOptions& compare_;
  RunContext& context_;
  AllComparedWork work_;
  PageTables made_;
  Report matched_ = EmptyMatchedTable();
};

}  // namespace

Report TypicalStepTable() {
  return StartTable("steps", "The typical step", "a time of steps", Headers(DiffStepColumns()));
}

absl::StatusOr<PageTables> MakePageTables(const Comparison& comparison, const Side& base,
                                          const Side& next, const Query& query,
                                          const CompareOptions& compare, RunContext& context) {
  return TableMaker(comparison, base, next, query, compare, context).Make();
}

}  // namespace profiler
