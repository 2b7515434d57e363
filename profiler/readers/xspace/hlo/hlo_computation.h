#ifndef PROFILER_READERS_XSPACE_HLO_HLO_COMPUTATION_H_
#define PROFILER_READERS_XSPACE_HLO_HLO_COMPUTATION_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/readers/xspace/hlo/hlo_instruction.h"
#include "profiler/store/profile.h"

namespace profiler::xspace {

// An HloComputationProto.
struct HloComputation {
  int64_t id = kUnknown, root = kUnknown;
  bool is_fusion = false;
  std::vector<HloInstruction> instructions;
};

// Of a fusion only products and convolutions are decoded, unless `with_fused`.
HloComputation DecodeComputation(std::string_view bytes, bool with_fused);

// Whether it is a product or a convolution, which take most time of what they are fused with.
bool IsHeavy(std::string_view opcode);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_HLO_COMPUTATION_H_
