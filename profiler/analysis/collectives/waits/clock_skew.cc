#include "profiler/analysis/collectives/waits/clock_skew.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

// Clocks of one network differ by less, and so do the ends of one collective.
constexpr double kLeastSkew = 50.0 * kPicosPerMicro;
// Fewer collectives do not show a typical offset.
constexpr size_t kLeastOffsets = 4;
// The typical deviation from the median is at most this part of a skew.
constexpr double kPartOfSkew = 4;

// The offset of two clocks; 0 if it is none.
double SkewOf(std::vector<double> offsets) {
  if (offsets.size() < kLeastOffsets) return 0;
  const double offset = SummaryOf(offsets).median;
  if (std::abs(offset) < kLeastSkew) return 0;
  for (double& one : offsets) one = std::abs(one - offset);
  const double spread = SummaryOf(std::move(offsets)).median;
  return kPartOfSkew * spread <= std::abs(offset) ? offset : 0;
}

}  // namespace

double ClockSkew(const std::vector<const CollectiveParts*>& collectives,
                 const std::vector<size_t>& clock_of) {
  std::map<std::pair<size_t, size_t>, std::vector<double>> offsets;  // by two clocks
  for (const CollectiveParts* parts : collectives) {
    const RankPart& first = parts->front();
    for (const RankPart& part : *parts) {
      const size_t from = clock_of[first.rank], to = clock_of[part.rank];
      if (from == to) continue;
      const auto offset = static_cast<double>(part.end - first.end);
      if (from < to) {
        offsets[{from, to}].push_back(offset);
      } else {
        offsets[{to, from}].push_back(-offset);
      }
    }
  }
  std::map<size_t, std::pair<double, double>> range;  // by the first clock, around its own
  for (auto& [clocks, of_clocks] : offsets) {
    const double skew = SkewOf(std::move(of_clocks));
    auto& [least, most] = range[clocks.first];
    least = std::min(least, skew);
    most = std::max(most, skew);
  }
  double skew = 0;
  for (const auto& [clock, around] : range) skew = std::max(skew, around.second - around.first);
  return skew;
}

}  // namespace profiler
