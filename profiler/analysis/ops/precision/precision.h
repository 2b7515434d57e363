#ifndef PROFILER_ANALYSIS_OPS_PRECISION_PRECISION_H_
#define PROFILER_ANALYSIS_OPS_PRECISION_PRECISION_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The precision that an op or kernel computes with. 8-bit floats count as 16 bit.
enum class Precision : uint8_t { kBits16, kBits32, kOther, kUnknown };
inline constexpr size_t kPrecisionCount = 4;

// Uses the recorded types of the op's input tensors, or else the type attributes of the op or of
// its framework op. For a compiled instruction without these, uses the element types of its
// operands or results.
Precision PrecisionOf(const Profile& profile, OpId op);

// The precision that the recorded types of the op's input tensors tell; kUnknown if they were not
// recorded. Of several types, the one with the most numbers.
Precision PrecisionOfInputs(const Profile& profile, OpId op);

// Whether most of the floats that the op computes with have 64 bits, by the recorded types of its
// input tensors, its type attributes, or the element types of an instruction's operands or result.
// Numbers that are no tensors do not count.
bool ComputesDoubles(const Profile& profile, OpId op);

// Caches the precision of the events on accelerators: that of the recorded types of the op's input
// tensors, else of the kernel's name, else of the op's other types.
class PrecisionTable {
 public:
  explicit PrecisionTable(const Profile& profile);

  Precision Of(const Events& events, uint32_t event);

 private:
  const Profile& profile_;
  std::vector<uint8_t> by_inputs_, by_op_,
      by_name_;  // a Precision, or kNotAsked if not computed yet
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_PRECISION_PRECISION_H_
