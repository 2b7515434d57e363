#ifndef PROFILER_ANALYSIS_STEPS_CODE_PARAMETER_OPS_H_
#define PROFILER_ANALYSIS_STEPS_CODE_PARAMETER_OPS_H_

#include <cstdint>
#include <string_view>

namespace profiler {

// How an op of PyTorch works on many parameters or gradients at once, as optimizers and clipping
// do: on as many elements whatever the batch is.
enum class ParameterOp : uint8_t {
  kNone,
  kFused,    // a whole update in one op: aten::_fused_adamw_
  kForeach,  // one operation on a list of tensors: aten::_foreach_add_, apex's multi_tensor_apply
};
ParameterOp ParameterOpOf(std::string_view name);

inline bool WorksOnParameters(std::string_view name) {
  return ParameterOpOf(name) != ParameterOp::kNone;
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_PARAMETER_OPS_H_
