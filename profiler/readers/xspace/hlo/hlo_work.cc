#include "profiler/readers/xspace/hlo/hlo_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace profiler::xspace {
namespace {

// JAX's operations that only arrange values.
constexpr std::string_view kArranging[] = {"transpose", "reshape", "squeeze",
                                           "convert_element_type"};

}  // namespace

const HloInstruction* Heaviest(const HloComputation& fused) {
  for (const HloInstruction& one : fused.instructions) {
    if (IsHeavy(one.opcode) && !one.metadata.empty()) return &one;
  }
  return nullptr;
}

std::string NameOfWork(std::string_view opcode, std::string_view op_name) {
  const size_t slash = op_name.rfind('/');
  const bool is_one = op_name.find(';') == op_name.npos;  // XLA joins the names of several
  if (!IsHeavy(opcode) || slash == op_name.npos || !is_one) return std::string(op_name);
  const std::string_view operation = op_name.substr(slash + 1);
  if (std::find(std::begin(kArranging), std::end(kArranging), operation) == std::end(kArranging)) {
    return std::string(op_name);
  }
  return fmt::format("{}/{}", op_name.substr(0, slash),
                     opcode == "dot" ? "dot_general" : "conv_general_dilated");
}

}  // namespace profiler::xspace
