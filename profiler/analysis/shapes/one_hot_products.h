#ifndef PROFILER_ANALYSIS_SHAPES_ONE_HOT_PRODUCTS_H_
#define PROFILER_ANALYSIS_SHAPES_ONE_HOT_PRODUCTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Where PyTorch's aten::one_hot feeds a product with a table, which an embedding only reads rows
// of. By recorded shapes: the op right after one_hot, but casts, is a product that takes an input
// of one_hot's shape, and a table of as many rows as there are classes.
struct OneHotProducts {
  std::string shape;  // of a result of one_hot; empty if there is none
  // Of one_hot, casts and products, in picoseconds: of their kernels where any ran on accelerators,
  // else on hosts. Without backward passes.
  Int128 time = 0;
  Int128 all_time = 0;  // of all kernels, or of all ops
};

absl::StatusOr<OneHotProducts> FindOneHotProducts(const Selected& selected,
                                                  const RunContext& context);

// Whether one_hot ran, and shapes were recorded.
bool HasOneHot(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SHAPES_ONE_HOT_PRODUCTS_H_
