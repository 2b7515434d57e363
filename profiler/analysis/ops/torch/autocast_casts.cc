#include "profiler/analysis/ops/torch/autocast_casts.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/shapes/tensor_inputs.h"

namespace profiler {
namespace {

// The maximum number of enclosing events to search, as stacks in a file may be arbitrarily deep.
constexpr int kMostAroundCast = 1000;

bool IsLayerWithWeight(std::string_view name) {
  return name == "aten::linear" || name.starts_with("aten::conv") || name == "aten::_convolution";
}

Autocast InputOfLayer(const Profile& profile, OpId cast, OpId layer) {
  constexpr size_t kWeightSlot = 1;
  const TensorInputs of_cast(profile, cast), of_layer(profile, layer);
  const std::vector<int64_t>& dims = of_cast[0].dims;
  if (dims.empty() || of_layer[0].dims.empty()) return Autocast::kSomeInput;
  const bool is_weight = dims == of_layer[kWeightSlot].dims, is_input = dims == of_layer[0].dims;
  if (is_weight == is_input) return is_weight ? Autocast::kSomeInput : Autocast::kOtherInput;
  return is_weight ? Autocast::kWeight : Autocast::kOtherInput;
}

}  // namespace

Autocast AutocastOf(const Profile& profile, EventId call) {
  if (!call.valid()) return Autocast::kNone;
  const Events& events = profile.events[call.track];
  OpId cast;
  uint32_t event = call.row;
  for (int i = 0; event != Events::kNoParent && i < kMostAroundCast; ++i) {
    const OpId op = events.op[event];
    event = events.ParentOf(event);
    if (!op.valid()) continue;
    const std::string_view name = profile.strings[profile.ops.row[op].name];
    if (name == "aten::_to_copy") cast = op;
    if (cast.valid() && IsLayerWithWeight(name)) return InputOfLayer(profile, cast, op);
  }
  return Autocast::kNone;
}

}  // namespace profiler
