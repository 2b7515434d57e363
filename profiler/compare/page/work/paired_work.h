#ifndef PROFILER_COMPARE_PAGE_WORK_PAIRED_WORK_H_
#define PROFILER_COMPARE_PAGE_WORK_PAIRED_WORK_H_

#include <cstddef>
#include <span>
#include <vector>

#include "profiler/analysis/samples/work_in_steps.h"
#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"
#include "profiler/compare/page/work/rows_to_pair.h"
#include "profiler/compare/row_pairs.h"

namespace profiler {

// The rows of both sides, and their pairs. The sides and their work must outlive it.
class PairedWork {
 public:
  PairedWork(const Side& base, const WorkInSteps& base_work, const Side& next,
             const WorkInSteps& new_work, WorkNames names, bool pairs_renamed, size_t threads);

  size_t size() const { return pairs_.size(); }

  bool IsInBoth(size_t i) const { return pairs_[i].is_pair(); }

  // Room for the values of rows.
  struct Room {
    std::vector<double> base, next;
  };
  // Of a pair that is in both.
  Comparison::RowValues ValuesOf(size_t i, Room& room) const {
    return {OfBase(i, room), OfNext(i, room)};
  }
  Change Compare(size_t i, const Comparison& comparison, Room& room) const;

  // Of a row that only one side has: its time in each step of that side.
  std::span<const double> StepsOfOne(size_t i, Room& room) const {
    return IsInBase(i) ? base_.samples.OfSteps(TimesOfBase(i), room.base)
                       : next_.samples.OfSteps(TimesOfNext(i), room.next);
  }
  bool IsInBase(size_t i) const { return pairs_[i].base.has_value(); }
  // Whether only one side has it, and the typical step of that side, or of its runs, does not.
  bool IsInFewSteps(size_t i) const;

  // The row, without its change. The work owns its names.
  DiffRow RowOf(size_t i) const;

 private:
  std::span<const double> OfBase(size_t i, Room& room) const {
    return base_.samples.Of(TimesOfBase(i), room.base);
  }
  std::span<const double> OfNext(size_t i, Room& room) const {
    return next_.samples.Of(TimesOfNext(i), room.next);
  }
  std::span<const double> TimesOfBase(size_t i) const {
    return base_work_.Of(old_rows_.items[*pairs_[i].base]);
  }
  std::span<const double> TimesOfNext(size_t i) const {
    return new_work_.Of(new_rows_.items[*pairs_[i].next]);
  }

  const Side &base_, &next_;
  const WorkInSteps &base_work_, &new_work_;
  RowsToPair old_rows_, new_rows_;
  std::vector<RowPair> pairs_;
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_WORK_PAIRED_WORK_H_
