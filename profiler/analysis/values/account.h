#ifndef PROFILER_ANALYSIS_VALUES_ACCOUNT_H_
#define PROFILER_ANALYSIS_VALUES_ACCOUNT_H_

#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/query/query.h"
#include "profiler/query/selection/regex_set.h"
#include "profiler/store/profile.h"

namespace profiler {

// Per op, the number of patterns of -account_type_regexes that match one of its types. 0 means that
// the op is not part of the report, e.g. because it did not run in a selected place. Each distinct
// type is matched once per pattern.
std::vector<uint32_t> MatchedTypePatterns(const Profile& profile, const Query& query,
                                          const OpValues& values);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_ACCOUNT_H_
