#ifndef PROFILER_ADVISE_RULES_COMMON_TF32_REMEDY_H_
#define PROFILER_ADVISE_RULES_COMMON_TF32_REMEDY_H_

#include <string_view>

#include "profiler/analysis/ops/framework_op.h"

namespace profiler {

// The line that allows matrix products in TF32.
inline std::string_view HowToAllowTf32(Framework framework) {
  return framework == Framework::kJax ? "jax_default_matmul_precision='tensorfloat32'"
                                      : "torch.set_float32_matmul_precision('high')";
}

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_TF32_REMEDY_H_
