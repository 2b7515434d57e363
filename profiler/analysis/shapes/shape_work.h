// What an op of PyTorch computes and moves, by the shapes of its inputs.
#ifndef PROFILER_ANALYSIS_SHAPES_SHAPE_WORK_H_
#define PROFILER_ANALYSIS_SHAPES_SHAPE_WORK_H_

#include <optional>
#include <string>

#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// The sizes of a product of matrices: `batch` times m x k by k x n.
struct ProductShape {
  double batch = 1, m = 0, n = 0, k = 0;
  double element_bytes = kAbsentReal;  // of the first matrix
};

// Of one execution.
struct ShapeWork {
  double flops = kAbsentReal;
  double bytes = kAbsentReal;  // the least: inputs read once, outputs written once
  std::string shape;           // "m=64 n=32 k=128 BFloat16"
  std::optional<ProductShape> product;
};

// As torch.utils.flop_counter counts: products of matrices, convolutions and attention. Empty of
// other ops, and where a shape that matters was not recorded.
std::optional<ShapeWork> WorkOfShapes(const Profile& profile, OpId op);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SHAPES_SHAPE_WORK_H_
