#include "profiler/analysis/input/pipeline_end.h"

#include <algorithm>
#include <iterator>

#include "profiler/analysis/input/input_waits.h"

namespace profiler {
namespace {

// Stages that hand on what the stage below made, in next to no time.
constexpr std::string_view kPassingStages[] = {
    "Root",          "Model",      "Options",  "MaxIntraOpParallelism", "PrivateThreadPool",
    "ForeverRepeat", "Repeat",     "Take",     "FiniteRepeat",          "FiniteTake",
    "Skip",          "FiniteSkip", "Zip",      "AssertCardinality",     "AssertNext",
    "Concatenate",   "Finalize",   "Identity", "MultiDeviceIterator",   "EmptyRepeat"};

}  // namespace

std::string_view LastStage(std::string_view iterator) {
  constexpr std::string_view kSeparator = "::";
  if (!iterator.starts_with(kIteratorName)) return "";
  for (size_t at = kIteratorName.size(); at < iterator.size();) {
    const size_t end = std::min(iterator.find(kSeparator, at), iterator.size());
    std::string_view stage = iterator.substr(at, end - at);
    stage = stage.substr(0, stage.find('['));
    const bool passes_on = std::find(std::begin(kPassingStages), std::end(kPassingStages), stage) !=
                           std::end(kPassingStages);
    if (!passes_on) return stage;
    at = end + kSeparator.size();
  }
  return "";
}

}  // namespace profiler
