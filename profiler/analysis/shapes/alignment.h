#ifndef PROFILER_ANALYSIS_SHAPES_ALIGNMENT_H_
#define PROFILER_ANALYSIS_SHAPES_ALIGNMENT_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// Products of matrices of one shape whose rows are no multiple of 16 bytes, which is what tensor
// cores load at a time
// (docs.nvidia.com/deeplearning/performance/dl-performance-matrix-multiplication).
struct UnalignedProduct {
  std::string_view op, shape, kernel;  // of the profile, and of the uses
  int64_t occurrences = 0;
  Int128 self = 0;
  double flops = kAbsentReal;
};

struct Alignment {
  Int128 products = 0;                      // the time of all kernels of such products
  std::vector<UnalignedProduct> unaligned;  // whose kernel loads less at a time, longest first
};

// Only of kernels that say so in their names, as cuBLAS's do ("..._align2"): whether a library pads
// what is not aligned, the shape alone does not tell.
Alignment AlignmentOf(const Profile& profile, const std::vector<HloUse>& uses);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SHAPES_ALIGNMENT_H_
