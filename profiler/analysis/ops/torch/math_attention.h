// Attention that PyTorch's scaled_dot_product_attention computes by products and a softmax of all
// scores, as no fused kernel takes its inputs.
#ifndef PROFILER_ANALYSIS_OPS_TORCH_MATH_ATTENTION_H_
#define PROFILER_ANALYSIS_OPS_TORCH_MATH_ATTENTION_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

inline constexpr std::string_view kAttentionOp = "aten::scaled_dot_product_attention";

// Sums over the counted steps (CountedSteps), in picoseconds.
struct MathAttention {
  int64_t steps = 0;         // 0 where no step is whole
  int64_t device_steps = 0;  // these, once for each device with work in them
  Int128 all = 0;            // of all kernels
  Int128 time = 0;           // of the kernels that such attention launched, in both passes
  Int128 products = 0;       // of these, of matrix products
  std::vector<std::pair<StringId, Int128>> ops;  // the parts of `time` by op, longest first
  EventId call;  // that launched the longest kernel of the forward pass; invalid if there is none
  OpId op;       // the attention op around `call`
};

// The backward pass is known where the recording links its ops to those of the forward pass.
absl::StatusOr<MathAttention> MathAttentionIn(const Selected& selected, const RunContext& context);

// Whether ops of attention were recorded.
bool HasAttentionOps(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_TORCH_MATH_ATTENTION_H_
