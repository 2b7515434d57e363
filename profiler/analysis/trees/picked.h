// What the code and op views share: rows that stand for several ops.
#ifndef PROFILER_ANALYSIS_TREES_PICKED_H_
#define PROFILER_ANALYSIS_TREES_PICKED_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/trees/item_lists.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/input_shape_use.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/query/quirks.h"
#include "profiler/store/profile.h"

namespace profiler {

// Picks the ops of a group that -account_type_regexes matches, and sums them.
class Picker {
 public:
  Picker(const Profile& profile, const Query& query, const OpValues& values);

  // Of the items of groups, those that count.
  ItemLists Pick(const ItemLists& groups) const;
  // How many ops they are.
  int64_t Count(Items picked) const;
  // Their sum. With Quirk::kOverlappingTypes an op counts once for each pattern that it matches.
  Value Sum(Items picked, Measure measure) const;
  Values Sum(Items picked) const;
  // Adds the same of each step to `series`.
  void AddSteps(Items picked, Measure measure, StepSeries& series) const;
  bool all() const { return all_; }

  // The texts of a list column for a group: distinct, sorted.
  std::vector<std::string> Texts(Items picked, Field field) const;

  // Whether some op that was counted was summed more than once.
  bool overlapped() const { return overlapped_; }

 private:
  bool Matches(int32_t item) const;
  // How often an item counts.
  uint32_t Times(int32_t item) const {
    const auto op = static_cast<uint32_t>(item);
    return count_overlaps_ && op < matched_.size() ? std::max(matched_[op], 1U) : 1;
  }

  const Profile& profile_;
  const OpValues& values_;
  const bool all_types_;
  const bool all_;
  const bool count_overlaps_;
  std::vector<uint32_t> matched_;
  mutable bool overlapped_ = false;
};

// The ops of a group, by their inputs' shapes; those that ran most first, equal ones by text.
std::vector<InputShapeUse> ShapeUses(const Profile& profile, const Quirks& quirks,
                                     const OpValues& values, Statistic statistic, Items picked);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_PICKED_H_
