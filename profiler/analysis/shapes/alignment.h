#ifndef PROFILER_ANALYSIS_SHAPES_ALIGNMENT_H_
#define PROFILER_ANALYSIS_SHAPES_ALIGNMENT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Kernels of one name and op that multiply matrices on tensor cores, of which the rows are no
// multiple of 16 bytes, which is what tensor cores load at a time
// (docs.nvidia.com/deeplearning/performance/dl-performance-matrix-multiplication).
struct UnalignedProduct {
  std::string_view op;      // of the profile; empty if none was recorded
  std::string_view kernel;  // of the profile
  std::string shape;        // "m=64 n=32 k=128 BFloat16"; empty if it was not recorded
  int64_t occurrences = 0;
  Int128 self = 0;
  double flops = kAbsentReal;
};

struct Alignment {
  Int128 products = 0;                      // the time of all kernels of matrix products
  std::vector<UnalignedProduct> unaligned;  // whose kernel loads less at a time, longest first
};

// Only of kernels that say so in their names, as cuBLAS's do ("..._align2"): whether a library pads
// what is not aligned, the shape alone does not tell. A product whose recorded sizes are all
// aligned is none of them, whatever its kernel.
absl::StatusOr<Alignment> AlignmentOf(const Selected& selected, const Query& query,
                                      RunContext& context);

// The part of a kernel's name that says how much it loads: "cutlass_80_..._align2".
std::string_view WordOfAlignment(std::string_view kernel);

// Whether any name of the profile says how much a kernel loads.
bool NamesAlignment(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SHAPES_ALIGNMENT_H_
