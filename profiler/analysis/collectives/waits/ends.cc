#include "profiler/analysis/collectives/waits/ends.h"

#include <algorithm>
#include <utility>

#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/int128.h"

namespace profiler {

bool EndsAgree(const CollectiveParts& parts) {
  const auto by_end = [](const RankPart& a, const RankPart& b) { return a.end < b.end; };
  const auto [first, last] = std::minmax_element(parts.begin(), parts.end(), by_end);
  return kPartOfShortest * (last->end - first->end) <= ShortestOf(parts);
}

std::map<size_t, double> EndOffsets(const std::vector<const CollectiveParts*>& collectives) {
  std::map<size_t, std::vector<double>> offsets;
  for (const CollectiveParts* parts : collectives) {
    const Int128 base = parts->front().end;
    std::vector<double> ends;
    ends.reserve(parts->size());
    for (const RankPart& part : *parts) ends.push_back(static_cast<double>(part.end - base));
    const double middle = SummaryOf(ends).median;
    for (size_t i = 0; i < ends.size(); ++i) {
      offsets[(*parts)[i].rank].push_back(ends[i] - middle);
    }
  }
  std::map<size_t, double> medians;
  for (auto& [rank, of_rank] : offsets) medians[rank] = SummaryOf(std::move(of_rank)).median;
  return medians;
}

}  // namespace profiler
