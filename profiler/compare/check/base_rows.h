#ifndef PROFILER_COMPARE_CHECK_BASE_ROWS_H_
#define PROFILER_COMPARE_CHECK_BASE_ROWS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "profiler/compare/measure/measure.h"
#include "profiler/report/row_kind.h"
#include "profiler/store/profile.h"

namespace profiler {

// For each row of the new profile that of the base, null if the base has none: the row of the same
// key, or else of the same name if no other row has it, as keys may have the path of the profile.
// What is left is paired as renamed rows are in `diff`: by what does not change from build to build
// (compare/row_pairs.h), and kernels also without the numbers in their names and launches.
std::vector<const MeasuredRow*> RowsInBase(const Measured& next, const Measured& base,
                                           RowKind kind);

// Ops that launch other kernels than in the base, which has about as much of those that are gone:
// for each row of the new profile, which are kernels, the op of one that the base lacks; else
// empty. `in_base` is from RowsInBase().
std::vector<std::string> OpsWithOtherKernels(const Measured& next, const Measured& base,
                                             const std::vector<const MeasuredRow*>& in_base);

// FailedPrecondition if the base has kernels by name only, as stores of earlier versions have, and
// several of the new profile have the name of one of them: that row is none of theirs.
absl::Status CheckKernelsCanPair(const Measured& next, const Measured& base,
                                 const Profile& base_profile);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_BASE_ROWS_H_
