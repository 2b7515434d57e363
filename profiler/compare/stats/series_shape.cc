#include "profiler/compare/stats/series_shape.h"

#include <algorithm>

#include "profiler/compare/stats/median.h"

namespace profiler {
namespace {

// The places of the values beyond the limit, if each stands alone between two others.
std::vector<size_t> AloneBeyond(std::span<const double> values, double limit, bool is_above) {
  const auto is_beyond = [&](size_t i) { return is_above ? values[i] > limit : values[i] < limit; };
  std::vector<size_t> alone;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!is_beyond(i)) continue;
    const bool is_inside = i > 0 && i + 1 < values.size();
    if (!is_inside || is_beyond(i - 1) || is_beyond(i + 1)) return {};
    alone.push_back(i);
  }
  return alone;
}

}  // namespace

std::vector<size_t> LoneOutliers(std::span<const double> values) {
  constexpr size_t kMostOf = 5;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const size_t count = sorted.size(), most = count / kMostOf;
  for (size_t few = most; few > 0; --few) {
    // Those above all others, else those below them.
    const size_t last = count - few - 1;
    if (sorted[last + 1] - sorted[last] > sorted[last] - sorted[0]) {
      return AloneBeyond(values, sorted[last], /*is_above=*/true);
    }
    if (sorted[few] - sorted[few - 1] > sorted[count - 1] - sorted[few]) {
      return AloneBeyond(values, sorted[few], /*is_above=*/false);
    }
  }
  return {};
}

MedianLine MedianLineThrough(std::span<const double> places, std::span<const double> values) {
  // Of many values each is paired with those far from it alone, which tell the slope best: all
  // pairs would take too much memory.
  constexpr size_t kAllPairs = 1000;
  const size_t count = values.size(), apart = count <= kAllPairs ? 1 : count - kAllPairs / 2;
  std::vector<double> slopes, rests;
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = i + apart; k < count; ++k) {
      slopes.push_back((values[k] - values[i]) / (places[k] - places[i]));
    }
  }
  MedianLine line;
  if (!slopes.empty()) line.slope = MedianOf(slopes);
  for (size_t i = 0; i < count; ++i) rests.push_back(values[i] - line.slope * places[i]);
  line.at_zero = MedianOf(rests);
  return line;
}

}  // namespace profiler
