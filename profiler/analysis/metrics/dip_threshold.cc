#include "profiler/analysis/metrics/dip_threshold.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "profiler/analysis/metrics/distribution.h"

namespace profiler {
namespace {

constexpr size_t kBins = 20;

// The longest run of bins [first, last) that are nearly empty compared with the peaks on both
// sides; both are 0 if there is no such run of three bins or more.
std::pair<size_t, size_t> WidestGap(const std::vector<double>& bins) {
  constexpr size_t kLeastBins = 3;
  constexpr double kLeastValues = 3, kMostInside = 0.1;  // share of the lower of both peaks
  std::pair<size_t, size_t> widest = {0, 0};
  const auto fullest = [&](size_t first, size_t last) {
    return *std::max_element(bins.begin() + static_cast<ptrdiff_t>(first),
                             bins.begin() + static_cast<ptrdiff_t>(last));
  };
  for (size_t first = 1; first < bins.size(); ++first) {
    for (size_t last = first + kLeastBins; last < bins.size(); ++last) {
      const double peak = std::min(fullest(0, first), fullest(last, bins.size()));
      if (peak < kLeastValues || fullest(first, last) > kMostInside * peak) continue;
      if (last - first > widest.second - widest.first) widest = {first, last};
    }
  }
  return widest;
}

// Formats a number with two significant digits, e.g. "37", "100", "0.042".
std::string TwoDigits(double value) {
  if (value == 0) return "0";
  const double digit = std::pow(10, std::floor(std::log10(std::abs(value))) - 1);
  return fmt::format("{:.12g}", std::round(value / digit) * digit);
}

std::string Command(const DipCandidate& candidate, double below) {
  return fmt::format("dips -metric '{}' -below {}", candidate.series->dimension, TwoDigits(below));
}

std::string NameOf(const MetricSeries& series) {
  if (series.name == series.dimension) return series.name;
  return fmt::format("{} of {}", series.dimension, series.name);
}

// Prefers GPU utilization, then other named metrics, then all others; on a tie, the wider gap.
bool IsBetter(const std::pair<const DipCandidate*, Levels>& a,
              const std::pair<const DipCandidate*, Levels>& b) {
  const auto rank = [](const DipCandidate& of) {
    return of.series->dimension == kGpuUtilization ? 2 : of.is_asked_for ? 1 : 0;
  };
  return std::tuple(rank(*a.first), a.second.gap) > std::tuple(rank(*b.first), b.second.gap);
}

// Proposes half of the median or, if no value is below that, the 5th percentile.
std::string OfOneLevel(const std::vector<DipCandidate>& candidates) {
  const auto rank = [](const DipCandidate& candidate) {
    return !candidate.is_asked_for ? 0 : candidate.series->dimension == kGpuUtilization ? 2 : 1;
  };
  const DipCandidate& of =
      *std::max_element(candidates.begin(), candidates.end(),
                        [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  const Distribution d = Describe(of.values);
  if (d.count == 0) return fmt::format("{} has no values", NameOf(*of.series));
  const bool helps = d.min < d.p50 / 2 || d.p5 <= d.min;
  return fmt::format(
      "no metric has two levels that a value sets apart; {} lies between {:.4g} and {:.4g}, its "
      "median is {:.4g}: {}",
      NameOf(*of.series), d.min, d.max, d.p50, Command(of, helps ? d.p50 / 2 : d.p5));
}

}  // namespace

std::optional<Levels> LevelsOfUse(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  const double begin = *least, width = (*greatest - begin) / kBins;
  if (!(width > 0) || !std::isfinite(width)) return std::nullopt;
  std::vector<double> bins(kBins);
  for (const double value : values) {
    ++bins[std::min(kBins - 1, static_cast<size_t>((value - begin) / width))];
  }
  const auto [first, last] = WidestGap(bins);
  if (first == last) return std::nullopt;
  Levels levels;
  levels.gap = static_cast<double>(last - first) / kBins;
  levels.between = begin + width * static_cast<double>(first + last) / 2;
  double low = 0;
  for (const double value : values) {
    low += value < levels.between ? 1 : 0;
    (value < levels.between ? levels.low : levels.high) += value;
  }
  levels.low /= low;
  levels.high /= static_cast<double>(values.size()) - low;
  levels.low_share = low / static_cast<double>(values.size());
  if (!(levels.low < levels.high / 2)) return std::nullopt;
  return levels;
}

std::string ProposedThreshold(const std::vector<DipCandidate>& candidates) {
  std::vector<std::pair<const DipCandidate*, Levels>> found;
  for (const DipCandidate& candidate : candidates) {
    if (const auto levels = LevelsOfUse(candidate.values)) found.emplace_back(&candidate, *levels);
  }
  if (found.empty()) return OfOneLevel(candidates);
  const auto best = std::min_element(found.begin(), found.end(), IsBetter);
  const auto& [candidate, levels] = *best;
  return fmt::format("{} is at about {} or {}, for {:.0f} % of its values the lower: {}",
                     NameOf(*candidate->series), TwoDigits(levels.low), TwoDigits(levels.high),
                     100 * levels.low_share, Command(*candidate, levels.between));
}

}  // namespace profiler
