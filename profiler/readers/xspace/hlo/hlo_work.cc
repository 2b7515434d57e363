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

std::string FirstOfJoined(std::string_view text) {
  constexpr int kMostLevels = 16;  // of groups in groups: each is looked for in all of the text
  std::string name(text.substr(0, text.find(';')));
  for (int level = 0; level < kMostLevels && name.ends_with(')'); ++level) {
    size_t open = name.size(), colon = name.npos;
    int depth = 0;
    while (open > 0) {
      const char c = name[--open];
      depth += c == ')' ? 1 : c == '(' ? -1 : 0;
      if (depth == 0) break;
      if (depth == 1 && c == ':') colon = open;
    }
    const bool is_group = depth == 0 && (open == 0 || name[open - 1] == '/');
    if (!is_group || colon == name.npos) break;
    name = name.substr(0, open) + name.substr(open + 1, colon - open - 1);
  }
  return name;
}

std::string NameOfWork(std::string_view opcode, std::string_view op_name) {
  const size_t slash = op_name.rfind('/');
  const bool is_one = FirstOfJoined(op_name).size() == op_name.size();
  if (!IsHeavy(opcode) || slash == op_name.npos || !is_one) return std::string(op_name);
  const std::string_view operation = op_name.substr(slash + 1);
  if (std::find(std::begin(kArranging), std::end(kArranging), operation) == std::end(kArranging)) {
    return std::string(op_name);
  }
  return fmt::format("{}/{}", op_name.substr(0, slash),
                     opcode == "dot" ? "dot_general" : "conv_general_dilated");
}

}  // namespace profiler::xspace
