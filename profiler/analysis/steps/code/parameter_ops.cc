#include "profiler/analysis/steps/code/parameter_ops.h"

namespace profiler {

ParameterOp ParameterOpOf(std::string_view name) {
  for (const std::string_view part : {"_foreach_", "multi_tensor_apply"}) {
    if (name.find(part) != name.npos) return ParameterOp::kForeach;
  }
  for (const std::string_view part : {"_fused_adam", "_fused_sgd", "_fused_adagrad"}) {
    if (name.find(part) != name.npos) return ParameterOp::kFused;
  }
  // Of other fused ops, such as norms, none changes its inputs.
  const bool is_update = name.starts_with("aten::_fused_") && name.ends_with('_');
  return is_update ? ParameterOp::kFused : ParameterOp::kNone;
}

}  // namespace profiler
