#include "profiler/analysis/time/lasting_rise.h"

#include <algorithm>
#include <cmath>

#include "profiler/analysis/metrics/distribution.h"

namespace profiler {
namespace {

constexpr size_t kRiseParts = 10;  // in which a rise is looked at
constexpr int kMostRisingParts = 7;
constexpr double kPartOfLast = 0.5;        // of what a steady rise gains at its end
constexpr double kPartOfSteady = 1.0 / 3;  // of what a steady rise gains from part to part
constexpr double kFallen = 0.1;            // of `least`: a lower fall is noise
constexpr double kShorterRise = 0.8;       // of the rise that was looked for before

// The median of the samples of a stretch of time.
struct RiseWindow {
  double begin = 0, end = 0;  // of its samples, in picoseconds
  double median = 0;
};

// Stretches of equal time that have samples, the last one up to the last sample.
std::vector<RiseWindow> RiseWindows(const std::vector<int64_t>& times,
                                    const std::vector<double>& values, double length) {
  std::vector<RiseWindow> windows;
  std::vector<double> of_window;
  double begin = 0, end = 0;
  const auto close = [&] {
    if (!of_window.empty()) windows.push_back({begin, end, Describe(of_window).p50});
    of_window.clear();
  };
  // From the end, as the rise lasts until then.
  for (size_t i = std::min(times.size(), values.size()); i-- > 0;) {
    if (!std::isfinite(values[i])) continue;
    const auto time = static_cast<double>(times[i]);
    if (of_window.empty() || end - time >= length) {
      close();
      end = time;
    }
    begin = time;
    of_window.push_back(values[i]);
  }
  close();
  std::reverse(windows.begin(), windows.end());
  return windows;
}

// The first window of the stretch until the end in which nothing falls by `fallen`.
size_t FirstOfRise(const std::vector<RiseWindow>& windows, double fallen) {
  size_t first = windows.size() - 1;
  double least = windows[first].median;
  while (first > 0 && windows[first - 1].median <= least + fallen) {
    --first;
    least = std::min(least, windows[first].median);
  }
  return first;
}

// Whether the windows from `first` on grow in most parts of their time, and go on at its end.
bool IsSteady(const std::vector<RiseWindow>& windows, size_t first) {
  std::vector<double> at;  // at the begin of each part, and at the end
  const size_t count = windows.size() - first;
  for (size_t part = 0; part <= kRiseParts; ++part) {
    at.push_back(windows[first + (count - 1) * part / kRiseParts].median);
  }
  const double rise = at.back() - at.front();
  int grown = 0;
  for (size_t part = 0; part < kRiseParts; ++part) {
    grown += at[part + 1] - at[part] >= kPartOfSteady * rise / kRiseParts ? 1 : 0;
  }
  constexpr size_t kLastParts = 2;
  const double at_last = at.back() - at[kRiseParts - kLastParts];
  return grown >= kMostRisingParts && at_last >= kPartOfLast * rise * kLastParts / kRiseParts;
}

}  // namespace

std::optional<LastingRise> FindLastingRise(const std::vector<int64_t>& times,
                                           const std::vector<double>& values, double least,
                                           double least_picos) {
  const std::vector<RiseWindow> windows = RiseWindows(times, values, least_picos / kRiseParts);
  if (windows.size() <= kRiseParts) return std::nullopt;
  const double fallen = kFallen * least;
  const size_t first = FirstOfRise(windows, fallen);
  for (auto count = static_cast<double>(windows.size() - first);
       count > static_cast<double>(kRiseParts); count *= kShorterRise) {
    size_t begin = windows.size() - static_cast<size_t>(count);
    // What stays at the first level is no rise.
    const double level = windows[begin].median;
    for (size_t i = begin; i < windows.size(); ++i) {
      if (windows[i].median <= level + fallen / 2) begin = i;
    }
    const LastingRise rise = {windows[begin].median, windows.back().median,
                              windows.back().end - windows[begin].begin};
    if (rise.to - rise.from < least) continue;
    if (rise.picos < least_picos || windows.size() - begin <= kRiseParts) continue;
    const bool was_as_high = std::any_of(
        windows.begin(), windows.begin() + static_cast<std::ptrdiff_t>(begin),
        [&](const RiseWindow& window) { return window.median >= (rise.from + rise.to) / 2; });
    if (!was_as_high && IsSteady(windows, begin)) return rise;
  }
  return std::nullopt;
}

}  // namespace profiler
