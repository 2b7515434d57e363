#include "profiler/compare/page/work/paired_work.h"

#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/stats/median.h"

namespace profiler {

PairedWork::PairedWork(const Side& base, const WorkInSteps& base_work, const Side& next,
                       const WorkInSteps& new_work, WorkNames names, bool pairs_renamed,
                       size_t threads)
    : base_(base), next_(next), base_work_(base_work), new_work_(new_work) {
  const RenamedFiles renamed =
      names == WorkNames::kLines
          ? FindRenamedFiles(base.profile(), base_work, next.profile(), new_work)
          : RenamedFiles();
  InParallel(2, threads, [&](size_t i) {
    if (i == 0) old_rows_ = RowsOf(base.profile(), base_work, names, {}, pairs_renamed);
    if (i == 1) new_rows_ = RowsOf(next.profile(), new_work, names, renamed, pairs_renamed);
  });
  const auto fill_times = [&] {
    InParallel(2, threads, [&](size_t i) {
      if (i == 0) FillTimes(base_work, old_rows_);
      if (i == 1) FillTimes(new_work, new_rows_);
    });
  };
  pairs_ = PairRows(old_rows_.rows, new_rows_.rows, fill_times, threads, /*has_unique_names=*/true);
}

bool PairedWork::IsInFewSteps(size_t i) const {
  if (IsInBoth(i)) return false;
  Room room;
  const double typical = MedianOf(IsInBase(i) ? OfBase(i, room) : OfNext(i, room));
  return typical == 0 && MeanOf(StepsOfOne(i, room)) > 0;
}

Change PairedWork::Compare(size_t i, const Comparison& comparison, Room& room) const {
  // The median of what runs in few steps is 0.
  if (!pairs_[i].base) {
    Change added = comparison.Added(OfNext(i, room));
    if (added.next == 0) added.next = added.delta = MeanOf(StepsOfOne(i, room));
    return added;
  }
  if (!pairs_[i].next) {
    Change removed = comparison.Removed(OfBase(i, room));
    if (removed.base == 0) {
      removed.base = MeanOf(StepsOfOne(i, room));
      removed.delta = -removed.base;
    }
    return removed;
  }
  const auto [base, next] = ValuesOf(i, room);
  return comparison.Of(base, next);
}

DiffRow PairedWork::RowOf(size_t i) const {
  const RowPair& pair = pairs_[i];
  const PairedRow& shown = pair.next ? new_rows_.rows[*pair.next] : old_rows_.rows[*pair.base];
  DiffRow row;
  row.name = shown.name;
  row.by = pair.by;
  if (shown.type != shown.name) row.type = shown.type;
  if (pair.is_pair()) {
    const std::string_view base_type = old_rows_.rows[*pair.base].type;
    if (base_type != shown.type) row.base_type = base_type;
  }
  if (pair.is_renamed) row.base_name = old_rows_.rows[*pair.base].name;
  const WorkInSteps::Item* const base =
      pair.base ? &base_work_.items[old_rows_.items[*pair.base]] : nullptr;
  const WorkInSteps::Item* const next =
      pair.next ? &new_work_.items[new_rows_.items[*pair.next]] : nullptr;
  // Calls of Python are not compared with runs of ops.
  const bool counts_alike = base_work_.counts_calls == new_work_.counts_calls;
  if (base != nullptr && counts_alike) row.base_runs = base->runs;
  if (next != nullptr && counts_alike) row.new_runs = next->runs;
  row.is_beside = next != nullptr ? next->is_beside : base->is_beside;
  row.is_of_hosts =
      (next == nullptr || next->is_of_hosts) && (base == nullptr || base->is_of_hosts);
  row.is_in_few_steps = IsInFewSteps(i);
  row.is_collective = next != nullptr ? next->is_collective : base->is_collective;
  return row;
}

}  // namespace profiler
