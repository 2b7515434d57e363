#include "profiler/views/trees/op_ranking.h"

#include <algorithm>
#include <numeric>

#include "profiler/analysis/measures/asked_measures.h"
#include "profiler/analysis/trees/tree.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

void PutApartLast(std::vector<RankedType>& rows) {
  std::stable_partition(rows.begin(), rows.end(),
                        [](const RankedType& row) { return !row.is_apart; });
}

}  // namespace

absl::StatusOr<std::vector<RankedType>> OpRanking::Rank(const OpGroups& groups) {
  std::vector<RankedType> ranked;
  picked_ = op_sums_.Pick(groups.items);
  for (size_t g = 0; g < groups.name.size(); ++g) {
    RankedType row;
    row.picked = picked_[g];
    if (row.picked.empty()) continue;
    row.name = groups.name[g];
    row.is_apart = !OutsideCounts(query_) && row.picked.front() == values_.OutsideItem();
    row.own = op_sums_.Sum(row.picked);
    Settle(quirks_, row.own);
    ranked.push_back(row);
  }
  PROFILER_RETURN_IF_ERROR(ApplyToOwn(
      StepsOf(ranked),
      [&](int32_t row, Measure measure, Value value) { ranked[row].own[measure] = value; },
      static_cast<int32_t>(ranked.size()), context_));
  PutApartLast(ranked);
  if (!query_.order_measure()) return ranked;  // sorted by name already
  const Measure key = *query_.order_measure();
  const bool by_defined = key == Measure::kOccurrence && quirks_.Has(Quirk::kOccurrenceIsDefined);
  std::stable_sort(ranked.begin(), ranked.end(), [=](const RankedType& a, const RankedType& b) {
    if (a.is_apart || b.is_apart) return !a.is_apart;
    if (by_defined) return a.own.defined > b.own.defined;
    return OrZero(a.own[key]) > OrZero(b.own[key]);
  });
  return ranked;
}

absl::StatusOr<Values> OpRanking::Accumulate(std::vector<RankedType>& rows) const {
  Values sum = Values::Absent();
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    if (row->is_apart) {
      row->accumulated = row->own;
      continue;
    }
    sum.Add(row->own);
    Settle(quirks_, sum);
    row->accumulated = sum;
  }
  const StepSource steps = StepsOf(rows);
  if (rows.empty() || !steps.by_row()) return sum;
  // Treats the rows as a tree in which each row has the next row as its only child.
  std::vector<int32_t> above(rows.size());
  std::iota(above.begin(), above.end(), -1);
  const int32_t apart = rows.back().is_apart ? static_cast<int32_t>(rows.size()) - 1 : kNoNode;
  PROFILER_RETURN_IF_ERROR(ApplyToTotals(
      {above, std::vector<char>(rows.size(), 1), steps.add, apart}, steps, context_,
      [&](int32_t row, Measure measure, Value value) { rows[row].accumulated[measure] = value; }));
  return rows.front().is_apart ? sum : rows.front().accumulated;
}

StepSource OpRanking::StepsOf(const std::vector<RankedType>& rows) const {
  return MakeStepSource(query_, values_, [&](int32_t row, Measure measure, StepSeries& series) {
    op_sums_.AddSteps(rows[row].picked, measure, series);
  });
}

}  // namespace profiler
