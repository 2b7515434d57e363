#include "profiler/advise/rules/steps/judge/stall_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/steps/slow/stalled_calls.h"

namespace profiler {

StallText TextOfStalls(const RuleInput& input, const ComparedSteps& steps, Value usual) {
  constexpr size_t kMostTold = 2;
  const auto stalls = StalledCalls(input.selected, steps, usual);
  const bool all_stall = !stalls.empty() && std::all_of(stalls.begin(), stalls.end(),
                                                        [](const auto& one) { return !!one; });
  if (!all_stall) return {};
  const bool is_python =
      std::any_of(stalls.begin(), stalls.end(), [](const auto& one) { return one->is_python; });
  std::string text;
  for (size_t i = 0; i < std::min(stalls.size(), kMostTold); ++i) {
    const StalledCall& one = *stalls[i];
    const std::string where = stalls.size() == 1 ? "there" : fmt::format("in step {}", one.step);
    text += fmt::format("{}{} one of {} calls of {} takes {}, usually {} at most",
                        i > 0 ? ", and " : "", where, one.calls, one.name, FormatMicros(one.time),
                        FormatMicros(one.usual));
  }
  if (stalls.size() > kMostTold) text += ", and so in each of them";
  text += fmt::format(
      ": a single call that is so long most likely did not run meanwhile, as where other programs "
      "use the machine{}",
      is_python ? ", or Python collects garbage" : "");
  return {std::move(text), is_python};
}

}  // namespace profiler
