#include "profiler/compare/pairing/pair_cost.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "absl/container/flat_hash_map.h"

namespace profiler {
namespace {

constexpr double kLeastTime = 1e-3;  // a nanosecond

// Numbers texts, from 1; an empty one is 0.
class TextNumbers {
 public:
  uint32_t Of(std::string_view text) {
    if (text.empty()) return 0;
    return numbers_.try_emplace(text, static_cast<uint32_t>(numbers_.size() + 1)).first->second;
  }

 private:
  absl::flat_hash_map<std::string_view, uint32_t> numbers_;
};

// Of the factor by which all rows together got slower, as on another machine. Of few rows it says
// nothing about each.
double LogOfAll(const std::vector<PairedRow>& base, const std::vector<PairedRow>& next) {
  constexpr size_t kFew = 4;
  if (std::min(base.size(), next.size()) < kFew) return 0;
  const auto sum = [](const std::vector<PairedRow>& rows) {
    double all = 0;
    for (const PairedRow& row : rows) all += row.time;
    return all;
  };
  const double before = sum(base), after = sum(next);
  return before > 0 && after > 0 ? std::log(after / before) : 0;
}

}  // namespace

void PairCosts::MakeRows() const {
  fill_times_();
  TextNumbers names, framework_ops, categories, shapes;
  const auto make = [&](const std::vector<PairedRow>& rows) {
    std::vector<Row> made;
    made.reserve(rows.size());
    for (const PairedRow& row : rows) {
      made.push_back({std::log(std::max(kLeastTime, row.time)), names.Of(row.name),
                      framework_ops.Of(row.framework_op), categories.Of(row.category),
                      shapes.Of(row.shape)});
    }
    return made;
  };
  rows_ = {make(base_), make(next_)};
  log_of_all_ = LogOfAll(base_, next_);
}

double PairCosts::OfAll(const std::vector<RowPair>& pairs) const {
  const auto lone = std::count_if(pairs.begin(), pairs.end(),
                                  [](const RowPair& pair) { return !pair.base || !pair.next; });
  return OfPairs(pairs) + kGapCost * static_cast<double>(lone);
}

double PairCosts::OfPairs(const std::vector<RowPair>& pairs) const {
  double sum = 0;
  for (const RowPair& pair : pairs) {
    if (pair.base && pair.next) sum += Of(*pair.base, *pair.next);
  }
  return sum;
}

}  // namespace profiler
