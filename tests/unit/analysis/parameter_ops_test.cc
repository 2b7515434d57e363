// Which ops work on parameters, whatever the batch is.
#include "profiler/analysis/steps/code/parameter_ops.h"

#include <catch2/catch.hpp>

namespace profiler {
namespace {

TEST_CASE("Fused updates and ops on lists work on parameters; other fused ops do not") {
  CHECK(ParameterOpOf("aten::_fused_adamw_") == ParameterOp::kFused);
  CHECK(ParameterOpOf("aten::_fused_sgd_") == ParameterOp::kFused);
  CHECK(ParameterOpOf("aten::_foreach_addcdiv_") == ParameterOp::kForeach);
  CHECK(ParameterOpOf("void at::native::multi_tensor_apply_kernel<...>") == ParameterOp::kForeach);
  CHECK_FALSE(WorksOnParameters("aten::_fused_rms_norm"));
  CHECK_FALSE(WorksOnParameters("aten::_fused_sdp_choice"));
  CHECK_FALSE(WorksOnParameters("aten::mm"));
}

}  // namespace
}  // namespace profiler
