#ifndef PROFILER_ANALYSIS_OPS_PRECISION_H_
#define PROFILER_ANALYSIS_OPS_PRECISION_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Of the numbers that an op or a kernel computes with. 8-bit floats count as 16 bit: they are not
// wider.
enum class Precision : uint8_t { kBits16, kBits32, kOther, kUnknown };
inline constexpr size_t kPrecisionCount = 4;

// By the op's type attributes, or those of the framework's op that it was made from; else, of a
// compiled instruction, by the element types of what it takes, or makes.
Precision PrecisionOf(const Profile& profile, OpId op);

// By what libraries of kernels put into their names; kUnknown where nothing tells.
Precision PrecisionOfKernel(std::string_view name);

// The same of what accelerators ran, each op and name looked at once. A kernel's name tells more
// than the op it works for.
class PrecisionTable {
 public:
  explicit PrecisionTable(const Profile& profile);

  Precision Of(const Events& events, uint32_t event);

 private:
  const Profile& profile_;
  std::vector<uint8_t> by_op_, by_name_;  // kNotAsked, or a Precision
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_PRECISION_H_
