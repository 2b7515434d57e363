#include "profiler/readers/xspace/hlo/hlo_computation.h"

#include <utility>

#include "profiler/readers/common/proto_fields.h"

namespace profiler::xspace {
namespace {

// HloComputationProto.
constexpr uint32_t kInstructions = BytesField(2);
constexpr uint32_t kComputationId = VarintField(5);
constexpr uint32_t kRootId = VarintField(6);
constexpr uint32_t kIsFusion = VarintField(7);

}  // namespace

bool IsHeavy(std::string_view opcode) { return opcode == "dot" || opcode == "convolution"; }

HloComputation DecodeComputation(std::string_view bytes, bool with_fused) {
  HloComputation computation;
  std::vector<std::string_view> instructions;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kInstructions:
        instructions.push_back(Text(message));
        break;
      case kComputationId:
        computation.id = message.get_int64();
        break;
      case kRootId:
        computation.root = message.get_int64();
        break;
      case kIsFusion:
        computation.is_fusion = message.get_bool();
        break;
      default:
        message.skip();
    }
  }
  const bool all = with_fused || !computation.is_fusion;
  for (const std::string_view one : instructions) {
    if (!all && !IsHeavy(OpcodeOf(one))) continue;
    HloInstruction instruction = DecodeInstruction(one);
    if (!instruction.name.empty()) computation.instructions.push_back(std::move(instruction));
  }
  return computation;
}

}  // namespace profiler::xspace
