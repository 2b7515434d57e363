#include "profiler/compare/page/sentences/outlying_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/compare/run_names.h"
#include "profiler/report/scaled.h"

namespace profiler {

std::string OutlyingRunSentence(const Side& side) {
  constexpr size_t kLeastRuns = 5;    // three others may be close together by chance
  constexpr double kLeastPart = 0.1;  // of the longest of the others
  constexpr double kFarApart = 3;     // times how far the others are apart
  if (!side.samples.are_runs() || side.samples.runs() < kLeastRuns) return "";
  const std::vector<double> totals = side.SampledTotals();
  const auto longest = std::max_element(totals.begin(), totals.end());
  const auto place = static_cast<size_t>(longest - totals.begin());
  std::vector<double> others = totals;
  others.erase(others.begin() + static_cast<ptrdiff_t>(place));
  const auto [least, most] = std::minmax_element(others.begin(), others.end());
  const double distance = *longest - *most;
  if (!(distance >= kLeastPart * *most && distance >= kFarApart * (*most - *least))) return "";
  std::vector<uint32_t> runs;  // those that have samples
  for (const StepTimings& run : side.timings) {
    if (!run.empty()) runs.push_back(run.run_index);
  }
  const std::vector<std::string> names = RunsOf(side.profile()).names;
  if (runs.size() != totals.size() || runs[place] >= names.size()) return "";
  return fmt::format(
      "Run {} of {} of {} ({}) is slow throughout: its typical step takes {}, those of the others "
      "at most {}. Look at it by itself; as one of {} it hardly moves the typical difference",
      place + 1, totals.size(), side.name,
      std::string_view(names[runs[place]]).substr(CommonFolder({names.begin(), names.end()})),
      ScaledText(*longest, Unit::kMicros), ScaledText(*most, Unit::kMicros), totals.size());
}

}  // namespace profiler
