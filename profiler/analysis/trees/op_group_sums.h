// Sums over groups of ops, for the code and op views, where a row has several ops.
#ifndef PROFILER_ANALYSIS_TREES_OP_GROUP_SUMS_H_
#define PROFILER_ANALYSIS_TREES_OP_GROUP_SUMS_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/trees/grouped_items.h"
#include "profiler/analysis/trees/op_rows.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/input_shape_use.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/query/quirks.h"
#include "profiler/store/profile.h"

namespace profiler {

// Sums the values of those ops of a group that -account_type_regexes matches.
class OpGroupSums {
 public:
  OpGroupSums(const Profile& profile, const Query& query, const OpValues& values);

  // Returns the groups with only the items that count.
  GroupedItems Pick(const GroupedItems& groups) const;
  // The number of ops in a picked group.
  int64_t Count(Items picked) const;
  // The sum of a measure. With Quirk::kOverlappingTypes an op counts once for each pattern that it
  // matches.
  Value Sum(Items picked, Measure measure) const;
  Values Sum(Items picked) const;
  // Adds the values of the picked items in each step to `series`.
  void AddSteps(Items picked, Measure measure, StepSeries& series) const;
  bool all() const { return all_; }

  // The texts of a list column for a group: distinct, sorted.
  std::vector<std::string> Texts(Items picked, OpText text) const;

  // Whether some op was summed more than once.
  bool overlapped() const { return overlapped_; }

 private:
  bool Matches(int32_t item) const;
  // Returns the number of times that an item counts.
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

// The ops of a group, grouped by their inputs' shapes; sorted by runs, most first, then by text.
std::vector<InputShapeUse> ShapeUses(const Profile& profile, const Quirks& quirks,
                                     const OpValues& values, Statistic statistic, Items picked);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_OP_GROUP_SUMS_H_
