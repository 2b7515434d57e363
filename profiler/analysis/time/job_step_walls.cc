#include "profiler/analysis/time/job_step_walls.h"

#include <algorithm>
#include <map>
#include <optional>

#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

using StepsOfSource = std::map<size_t, const RecordedStep*>;  // by step of the job

bool Meet(const StepsOfSource& a, const StepsOfSource& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& step) { return b.contains(step.first); });
}

// What to add to the times of `steps` so that they end when those of `reference`, with which they
// share steps, do. nullopt if the two drift apart by more than half a step.
std::optional<Int128> OffsetTo(const StepsOfSource& reference, const StepsOfSource& steps) {
  std::vector<double> differences, lengths;
  for (const auto& [number, step] : steps) {
    const auto same = reference.find(number);
    if (same == reference.end()) continue;
    const RecordedStep& other = *same->second;
    differences.push_back(static_cast<double>(static_cast<Int128>(other.end) - step->end));
    lengths.push_back(static_cast<double>(static_cast<Int128>(other.end) - other.begin));
  }
  const auto half = differences.begin() + static_cast<ptrdiff_t>((differences.size() + 1) / 2);
  const auto rest = differences.size() > 1 ? half : differences.begin();
  std::vector<double> earlier(differences.begin(), half), later(rest, differences.end());
  const double drift = UpperMedian(later) - UpperMedian(earlier);
  if (2 * std::max(drift, -drift) > UpperMedian(lengths)) return std::nullopt;
  return static_cast<Int128>(UpperMedian(differences));
}

// A step of the job on the clock of one source.
struct JobExtent {
  Int128 begin = 0, end = 0;
};
using JobExtents = std::map<size_t, JobExtent>;

void Add(const StepsOfSource& steps, Int128 offset, JobExtents& extents) {
  for (const auto& [number, step] : steps) {
    const JobExtent own = {offset + step->begin, offset + step->end};
    const auto [it, is_new] = extents.try_emplace(number, own);
    if (is_new) continue;
    it->second.begin = std::min(it->second.begin, own.begin);
    it->second.end = std::max(it->second.end, own.end);
  }
}

// Takes the sources that share steps with the one that has most; false if they drift apart.
bool TakeTogether(std::vector<StepsOfSource>& sources, JobExtents& extents) {
  const auto most =
      std::max_element(sources.begin(), sources.end(),
                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
  const StepsOfSource reference = *most;
  for (const StepsOfSource& steps : sources) {
    if (!Meet(steps, reference)) continue;
    const std::optional<Int128> offset = OffsetTo(reference, steps);
    if (!offset) return false;
    Add(steps, *offset, extents);
  }
  std::erase_if(sources, [&](const StepsOfSource& steps) { return Meet(steps, reference); });
  return true;
}

}  // namespace

std::vector<Int128> JobStepWalls(const std::vector<RecordedStep>& recorded, size_t count) {
  std::map<SourceId, StepsOfSource> by_source;
  for (const RecordedStep& step : recorded) by_source[step.source].try_emplace(step.step, &step);
  std::vector<StepsOfSource> sources;
  sources.reserve(by_source.size());
  for (auto& [source, steps] : by_source) sources.push_back(std::move(steps));
  std::vector<Int128> walls(count);
  while (!sources.empty()) {
    JobExtents extents;
    if (!TakeTogether(sources, extents)) return {};
    std::optional<Int128> before;  // the end of the job's step before
    for (const auto& [number, extent] : extents) {
      const Int128 wall = extent.end - (before ? std::max(extent.begin, *before) : extent.begin);
      // Numbers that do not follow the time, or a step of sources that do not all share steps.
      if (wall <= 0 || walls[number] != 0) return {};
      walls[number] = wall;
      before = extent.end;
    }
  }
  return walls;
}

}  // namespace profiler
