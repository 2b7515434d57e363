#include "profiler/advise/rules/steps/judge/loader_starts.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/steps/grown_causes.h"

namespace profiler {
namespace {

bool StartsLoader(std::string_view function) {
  return function.find("torch/utils/data/dataloader.py(") != std::string_view::npos &&
         (function.ends_with(": __iter__") || function.ends_with(": _get_iterator") ||
          function.ends_with(": __init__"));
}

}  // namespace

Value FirstBatchWait(const RuleInput& input, std::string_view work, const ComparedSteps& steps) {
  if (!StartsLoader(work)) return 0;
  const std::vector<PartGrowth> parts = GrownParts(input, steps, {});
  const auto waiting = std::find_if(parts.begin(), parts.end(), [](const PartGrowth& part) {
    return part.part == StepPart::kInput;
  });
  return waiting == parts.end() ? 0 : std::max<Value>(0, waiting->growth());
}

std::string FirstBatchText(Value wait) {
  return wait <= 0 ? ""
                   : fmt::format(
                         "; there it starts the DataLoader's workers, and the wait for their first "
                         "batch takes {} more: keep them (persistent_workers=True)",
                         FormatMicros(wait));
}

}  // namespace profiler
