#include "profiler/analysis/steps/ranks/compare_ranks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "profiler/analysis/values/upper_median.h"

namespace profiler {

void CompareTimes(const std::vector<RankSteps*>& rows) {
  if (rows.size() < 2) return;
  std::vector<double> medians, owns;
  for (const RankSteps* row : rows) {
    medians.push_back(row->whole.median);
    owns.push_back(row->own);
  }
  // Of two ranks the faster one is the one to compare with.
  const double middle = LowerMedian(medians), own = LowerMedian(owns);
  for (RankSteps* row : rows) {
    row->middle = middle;
    row->middle_own = own;
    if (middle > 0) row->against_middle = row->whole.median / middle;
    if (own > 0) row->own_against_middle = row->own / own;
  }
}

void CompareWaits(const std::vector<RankSteps*>& rows) {
  std::vector<double> waits;
  for (const RankSteps* row : rows) {
    if (!std::isnan(row->wait)) waits.push_back(row->wait);
  }
  const double middle = SummaryOf(std::move(waits)).median;
  for (RankSteps* row : rows) {
    row->middle_wait = middle;
    row->is_mostly_last = row->last > 0 && std::all_of(rows.begin(), rows.end(), [&](auto* one) {
                            return one == row || one->last < row->last;
                          });
  }
}
}  // namespace profiler
