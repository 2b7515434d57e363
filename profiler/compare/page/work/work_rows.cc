#include "profiler/compare/page/work/work_rows.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/page/tables/diff_table.h"
#include "profiler/compare/page/work/paired_work.h"

namespace profiler {
namespace {

// Calls `each` with the first and the end of each part of so many rows.
void InParts(size_t rows, size_t threads, const std::function<void(size_t, size_t)>& each) {
  constexpr size_t kAtOnce = 255;  // a multiple of Comparison::kAtOnce
  InParallel(rows / kAtOnce + 1, threads,
             [&](size_t part) { each(part * kAtOnce, std::min(rows, (part + 1) * kAtOnce)); });
}

// Compares the pairs [first, end), those of few rows without intervals.
void CompareShifts(const PairedWork& paired, const Comparison& comparison, size_t first, size_t end,
                   std::vector<Change>& changes) {
  constexpr size_t kAtOnce = Comparison::kAtOnce;
  std::array<PairedWork::Room, kAtOnce> room;
  std::array<size_t, kAtOnce> rows;
  size_t count = 0;
  const auto compare = [&] {
    std::array<Comparison::RowValues, kAtOnce> values;
    for (size_t k = 0; k < kAtOnce; ++k) {
      // The first row again where there are no more.
      values[k] = k < count ? paired.ValuesOf(rows[k], room[k]) : values[0];
    }
    const std::array shifts = comparison.ShiftsOf(values);
    for (size_t k = 0; k < count; ++k) changes[rows[k]] = shifts[k];
    count = 0;
  };
  for (size_t i = first; i < end; ++i) {
    if (!paired.IsInBoth(i)) {
      changes[i] = paired.Compare(i, comparison, room[0]);
      continue;
    }
    rows[count++] = i;
    if (count == kAtOnce) compare();
  }
  if (count > 0) compare();
}

// Compares all pairs, and judges those that are read.
class WorkChanges {
 public:
  WorkChanges(const PairedWork& paired, const WorkComparison& by, size_t threads)
      : paired_(paired), by_(by), threads_(threads), changes_(paired.size()) {
    const bool judges_all = by.least_judged <= 0 || !by.comparison.HasManySamples();
    InParts(paired.size(), threads, [&](size_t first, size_t end) {
      PairedWork::Room room;
      if (!judges_all) return CompareShifts(paired_, by_.comparison, first, end, changes_);
      for (size_t i = first; i < end; ++i) {
        changes_[i] = paired_.Compare(i, by_.comparison, room);
      }
    });
    std::vector<Change*> judged;
    judged.reserve(changes_.size());
    for (Change& change : changes_) {
      if (change.verdict == Verdict::kNone) judged.push_back(&change);
    }
    if (judges_all) {
      by_.comparison.JudgeAll(std::move(judged));
    } else {
      by_.comparison.CorrectAll(judged);
      JudgeWhatIsRead();
    }
  }

  std::vector<Change> Take() && { return std::move(changes_); }

 private:
  void JudgeWhatIsRead() {
    InParts(changes_.size(), threads_, [&](size_t first, size_t end) {
      PairedWork::Room room;
      for (size_t i = first; i < end; ++i) {
        const Change shift = changes_[i];
        const bool is_read =
            Comparison::MayBeChanged(shift) || std::abs(shift.delta) >= by_.least_judged;
        if (shift.verdict != Verdict::kNone || !is_read) continue;
        changes_[i] = paired_.Compare(i, by_.comparison, room);
        changes_[i].p_value = shift.p_value;
        by_.comparison.Judge(changes_[i]);
      }
    });
  }

  const PairedWork& paired_;
  const WorkComparison& by_;
  const size_t threads_;
  std::vector<Change> changes_;
};

}  // namespace

std::vector<DiffRow> CompareWork(const WorkComparison& by, const Side& base,
                                 const WorkInSteps& base_work, const Side& next,
                                 const WorkInSteps& new_work, WorkNames names,
                                 const RunContext& context) {
  const size_t threads = context.threads();
  const PairedWork paired(base, base_work, next, new_work, names, by.pairs_renamed, threads);
  const std::vector<Change> changes = WorkChanges(paired, by, threads).Take();
  // Made in their order: they are large.
  const std::vector<size_t> order = OrderByChange(changes);
  std::vector<DiffRow> rows(paired.size());
  InParts(rows.size(), threads, [&](size_t first, size_t end) {
    for (size_t i = first; i < end; ++i) {
      rows[i] = paired.RowOf(order[i]);
      rows[i].change = changes[order[i]];
      rows[i].is_beside = rows[i].is_in_few_steps || (rows[i].is_beside && by.leaves_input);
    }
  });
  return rows;
}

}  // namespace profiler
