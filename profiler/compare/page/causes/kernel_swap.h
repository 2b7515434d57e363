// Whether the same ops run other kernels.
#ifndef PROFILER_COMPARE_PAGE_CAUSES_KERNEL_SWAP_H_
#define PROFILER_COMPARE_PAGE_CAUSES_KERNEL_SWAP_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"

namespace profiler {

// The name of a kernel, without the arguments of a long one.
std::string_view ShortKernelName(std::string_view name);

// Names the largest kernels that only one profile has, where both have the same ops: what the new
// ones take and what the old ones took makes a good part of the step's change. Else empty.
std::string KernelSwapSentence(const Change& step, const std::vector<DiffRow>& ops,
                               const std::vector<DiffRow>& kernels);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_CAUSES_KERNEL_SWAP_H_
