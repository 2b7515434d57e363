#ifndef PROFILER_ANALYSIS_OPS_PRECISION_H_
#define PROFILER_ANALYSIS_OPS_PRECISION_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The precision that an op or kernel computes with. 8-bit floats count as 16 bit.
enum class Precision : uint8_t { kBits16, kBits32, kOther, kUnknown };
inline constexpr size_t kPrecisionCount = 4;

// Uses the type attributes of the op or of its framework op. For a compiled instruction without
// these, uses the element types of its operands or results.
Precision PrecisionOf(const Profile& profile, OpId op);

// Looks for common parts of kernel names; kUnknown if the name has none of them.
Precision PrecisionOfKernel(std::string_view name);

// Caches the precision of the events on accelerators. A kernel's name takes precedence over its op.
class PrecisionTable {
 public:
  explicit PrecisionTable(const Profile& profile);

  Precision Of(const Events& events, uint32_t event);

 private:
  const Profile& profile_;
  std::vector<uint8_t> by_op_, by_name_;  // a Precision, or kNotAsked if not computed yet
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_PRECISION_H_
