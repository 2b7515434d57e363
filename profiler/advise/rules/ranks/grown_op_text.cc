#include "profiler/advise/rules/ranks/grown_op_text.h"

#include <fmt/format.h>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/shapes/slot_list.h"

namespace profiler {

std::string InputsText(std::string_view recorded) {
  std::string text;
  ForEachSlot(recorded, [&](std::string_view, std::string_view shape) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", shape);
  });
  return text;
}

std::string OtherInputsText(const Profile& profile, const RankComparison::GrownOp& op) {
  return fmt::format(
      ". {} {}, with inputs of {} there and of {} on the others: its work is uneven, so give each "
      "rank as much",
      profile.strings[op.name], op.time.Text(), op.inputs, op.inputs_of_others);
}

std::string OwnOpText(const Profile& profile, const RankComparison::GrownOp& op) {
  return fmt::format(
      ". {} takes {} a step there and does not run on the others: see why this rank alone does "
      "that work",
      profile.strings[op.name], FormatMicros(static_cast<Value>(op.time.slow)));
}

}  // namespace profiler
