#include "profiler/compare/samples/step_strides.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// Whether nothing as long as half of the step lies between it and the next.
bool AreNeighbours(const StepRow& step, const StepRow& next) {
  return 2 * (Int128{next.begin} - step.end) <= Int128{step.end} - step.begin;
}

bool HasNumber(const StepRow& step) {
  return step.number != kUnknown && step.begin != kUnknown && step.end != kUnknown &&
         (step.found_by == StepFoundBy::kRecorded || step.found_by == StepFoundBy::kMarker) &&
         !step.counts_as.valid();
}

}  // namespace

std::optional<int64_t> StrideOfSteps(const Profile& profile) {
  constexpr double kNearlyAll = 0.8;
  constexpr size_t kLeastPairs = 2;
  std::map<SourceId, std::vector<const StepRow*>> of_sources;
  for (const StepRow& step : profile.steps.values()) {
    if (HasNumber(step)) of_sources[step.source].push_back(&step);
  }
  std::map<Int128, size_t> strides;
  size_t pairs = 0;
  for (auto& [source, steps] : of_sources) {
    std::sort(steps.begin(), steps.end(),
              [](const StepRow* a, const StepRow* b) { return a->begin < b->begin; });
    for (size_t i = 0; i + 1 < steps.size(); ++i) {
      if (!AreNeighbours(*steps[i], *steps[i + 1])) continue;
      ++strides[Int128{steps[i + 1]->number} - steps[i]->number];
      ++pairs;
    }
  }
  const auto most =
      std::max_element(strides.begin(), strides.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  const bool is_known =
      pairs >= kLeastPairs && most->first > 0 && most->first <= INT64_MAX &&
      static_cast<double>(most->second) >= kNearlyAll * static_cast<double>(pairs);
  if (!is_known) return std::nullopt;
  return static_cast<int64_t>(most->first);
}

std::optional<Note> UnlikeStrides(const Profile& base, double base_time, const Profile& next,
                                  double new_time) {
  const std::optional<int64_t> of_base = StrideOfSteps(base), of_next = StrideOfSteps(next);
  if (!of_base || !of_next || *of_base == *of_next) return std::nullopt;
  std::string text = fmt::format(
      "the numbers of successive steps differ by {} in the base and by {} in the new profile. If "
      "they count batches, as with Keras' steps_per_execution, a step of one is more batches than "
      "a step of the other",
      *of_base, *of_next);
  if (!std::isnan(base_time) && !std::isnan(new_time)) {
    const auto per_batch = [](double time, int64_t stride) {
      return ScaledText(time / static_cast<double>(stride), Unit::kMicros);
    };
    text += fmt::format(": a batch takes {}, before {}", per_batch(new_time, *of_next),
                        per_batch(base_time, *of_base));
  }
  return Note{"unlike_steps", Severity::kWarning, std::move(text)};
}

}  // namespace profiler
