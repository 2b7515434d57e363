// When copies of results to memory that is not page-locked are worth a change.
#ifndef PROFILER_ADVISE_RULES_COMMON_RESULT_COPIES_H_
#define PROFILER_ADVISE_RULES_COMMON_RESULT_COPIES_H_

#include "profiler/analysis/memory/result_copies.h"
#include "profiler/base/int128.h"

namespace profiler {

// CopyChecker tells of them from these on, if its thresholds say no others.
inline constexpr double kResultCopyShare = 0.05, kLeastCopiedBytes = 1e6;

// Whether they and the idle time after them take more than `share` of `span`, and they copy
// `least_bytes` or more.
bool AreCopiesMuch(const ResultCopies& copies, Int128 span, double share, double least_bytes);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_RESULT_COPIES_H_
