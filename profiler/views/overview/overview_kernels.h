#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_KERNELS_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_KERNELS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/ops/op_uses.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Kernels and copies of GPUs that share a name.
struct KernelUse {
  StringId name;
  int64_t occurrences = 0;
  Int128 time = 0;
};
// Longest first. None where `ops` has rows of its own.
absl::StatusOr<std::vector<KernelUse>> FindKernelsOfNoOp(const Selected& selected,
                                                         const std::vector<OpUse>& ops,
                                                         RunContext& context);

// The section `top_kernels`, which stands in place of `top_ops` where no op was recorded.
Report TopKernelsSection(const Profile& profile, const std::vector<KernelUse>& uses, size_t count);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_KERNELS_H_
