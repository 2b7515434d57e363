// Ranks op types by their values, for the view `op`.
#ifndef PROFILER_VIEWS_TREES_OP_RANKING_H_
#define PROFILER_VIEWS_TREES_OP_RANKING_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/trees/grouped_items.h"
#include "profiler/analysis/trees/op_group_sums.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/step_statistic.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/query/quirks.h"
#include "profiler/store/profile.h"
#include "profiler/views/trees/op_groups.h"

namespace profiler {

// An op type with at least one op that counts.
struct RankedType {
  std::string_view name;
  bool is_apart = false;  // what ran outside of steps, where no sum has it: the last row
  Items picked;
  Values own = Values::Absent();
  Values accumulated = Values::Absent();
};

class OpRanking {
 public:
  OpRanking(const Profile& profile, const Query& query, const OpValues& values,
            const RunContext& context)
      : query_(query),
        values_(values),
        context_(context),
        quirks_(query.compat_tfprof),
        op_sums_(profile, query, values) {}

  // The types in the order of -order_by, with their own values. They refer to this object.
  absl::StatusOr<std::vector<RankedType>> Rank(const OpGroups& groups);
  // Fills the accumulated values: each row's own and those of all rows after it. Returns the sum of
  // all rows, without the one that no sum has.
  absl::StatusOr<Values> Accumulate(std::vector<RankedType>& rows) const;
  // The values by step of each row's ops, for -stat.
  StepSource StepsOf(const std::vector<RankedType>& rows) const;

  const OpGroupSums& op_sums() const { return op_sums_; }

 private:
  const Query& query_;
  const OpValues& values_;
  const RunContext& context_;
  const Quirks quirks_;
  const OpGroupSums op_sums_;
  GroupedItems picked_;  // by group
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_OP_RANKING_H_
