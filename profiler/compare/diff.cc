#include "profiler/compare/diff.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/page/diff_page.h"
#include "profiler/compare/page/environment.h"
#include "profiler/compare/page/op_clock.h"
#include "profiler/compare/page/side.h"
#include "profiler/compare/page/tables/diff_table.h"
#include "profiler/compare/page/tables/matched.h"
#include "profiler/compare/page/tables/page_tables.h"
#include "profiler/compare/page/work/work_tables.h"

namespace profiler {
namespace {

absl::Status CheckBothHaveSteps(const Side& base, const Side& next) {
  if (base.has_steps() == next.has_steps()) return absl::OkStatus();
  const Side& without = base.has_steps() ? next : base;
  const Side& with = base.has_steps() ? base : next;
  return absl::FailedPreconditionError(fmt::format(
      "{} has no steps and {} has {}, so nothing can be compared per step: record both with steps "
      "(docs/capture.md says how), or name what marks them with -step_event",
      without.name, with.name, with.samples.steps()));
}

}  // namespace

std::vector<Report> DiffTables() {
  std::vector<Report> tables = {TypicalStepTable(), EmptyTable(kPartsKind),
                                EmptyTable(kOpsTable.kind), EmptyTable(kIdleKind)};
  for (size_t place = kOpsPlace + 1; place < kWorkTables.size(); ++place) {
    tables.push_back(EmptyTable(kWorkTables[place]->kind));
  }
  tables.push_back(EmptyTable(kMemoryKind));
  tables.push_back(EmptyTable(kMetricsKind));
  tables.push_back(EmptyMatchedTable());
  tables.push_back(EmptyEnvironmentTable());
  return tables;
}

absl::StatusOr<Report> DiffReport(const Selected& next_selected, const Selected& base_selected,
                                  const Query& query, const CompareOptions& compare,
                                  RunContext& context) {
  std::optional<absl::StatusOr<Side>> base, next;
  InParallel(2, context.threads(), [&](size_t i) {
    if (i == 0) base = ReadSteps(base_selected, "the base", query, context);
    if (i == 1) next = ReadSteps(next_selected, "the new profile", query, context);
  });
  PROFILER_RETURN_IF_ERROR(base->status());
  PROFILER_RETURN_IF_ERROR(next->status());
  SettleInputCode(**base, **next);
  const ChosenClock clock = ClockOfOps(**base, **next);
  absl::Status read[2];
  InParallel(2, context.threads(),
             [&](size_t i) { read[i] = ReadWork(clock.clock, context, i == 0 ? **base : **next); });
  for (const absl::Status& status : read) PROFILER_RETURN_IF_ERROR(status);
  PROFILER_RETURN_IF_ERROR(CheckBothHaveSteps(**base, **next));
  ChooseSamples((*base)->samples, (*next)->samples);
  PROFILER_ASSIGN_OR_RETURN(Report report, MakeDiffPage(**base, **next, query, compare, context));
  // They may be large: to give their memory back takes time.
  InParallel(2, context.threads(), [&](size_t i) { (i == 0 ? base : next).reset(); });
  if (clock.clock == OpClock::kHosts) {
    report.notes.push_back(
        {"ops_by_hosts", Severity::kInfo,
         fmt::format("Ops, scopes and lines are compared by their time on hosts, as {}",
                     clock.reason)});
  }
  return report;
}

}  // namespace profiler
