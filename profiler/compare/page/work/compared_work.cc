#include "profiler/compare/page/work/compared_work.h"

#include <algorithm>
#include <cstddef>

#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/page/tables/diff_table.h"

namespace profiler {
namespace {

// A single op may have replaced another; a profile of another framework shares nothing.
bool HaveNothingInCommon(const std::vector<DiffRow>& rows, const WorkInSteps& base,
                         const WorkInSteps& next) {
  constexpr size_t kFew = 3;
  if (base.items.size() < kFew || next.items.size() < kFew) return false;
  return std::all_of(rows.begin(), rows.end(),
                     [](const DiffRow& row) { return row.by == PairedBy::kNothing; });
}

}  // namespace

AllComparedWork CompareAllWork(const WorkComparison& by, const Side& base, const Side& next,
                               const Change& step, const Query& query, RunContext& context) {
  AllComparedWork tables;
  InParallel(kWorkTables.size(), context.threads(), [&](size_t place) {
    const WorkTable& table = *kWorkTables[place];
    const WorkInSteps &old_work = table.work(base), &new_work = table.work(next);
    if (old_work.empty() || new_work.empty()) return;
    ComparedWork& compared = tables[place];
    if (absl::Status status = context.Check(); !status.ok()) {
      compared.table = status;
      return;
    }
    compared.rows = CompareWork(by, base, old_work, next, new_work, table.names, context);
    compared.have_common = !HaveNothingInCommon(compared.rows, old_work, new_work);
    if (compared.have_common) compared.table = DiffTable(table.kind, step, query, compared.rows);
  });
  return tables;
}

}  // namespace profiler
