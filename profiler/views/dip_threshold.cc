#include "profiler/views/dip_threshold.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "profiler/views/distribution.h"

namespace profiler {
namespace {

// Of values spread evenly it is 3.5, of normal ones 2.7.
constexpr double kLeastApart = 4;

// "37", "100", "0.042".
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

// Use of GPUs before what else was asked for, that before all else; then what is further apart.
bool IsBetter(const std::pair<const DipCandidate*, Levels>& a,
              const std::pair<const DipCandidate*, Levels>& b) {
  const auto rank = [](const DipCandidate& of) {
    return of.series->dimension == kGpuUtilization ? 2 : of.is_asked_for ? 1 : 0;
  };
  return std::tuple(rank(*a.first), a.second.apart) > std::tuple(rank(*b.first), b.second.apart);
}

// Half of the median; where no value is below that, what 5 % are below.
std::string OfOneLevel(const std::vector<DipCandidate>& candidates) {
  const DipCandidate* of = nullptr;
  for (const DipCandidate& candidate : candidates) {
    if (!candidate.is_asked_for) continue;
    if (of == nullptr || (candidate.series->dimension == kGpuUtilization &&
                          of->series->dimension != kGpuUtilization)) {
      of = &candidate;
    }
  }
  const Distribution d = Describe(of->values);
  if (d.count == 0) return fmt::format("{} has no values", NameOf(*of->series));
  const bool helps = d.min < d.p50 / 2 || d.p5 <= d.min;
  return fmt::format(
      "no metric has two levels that a value sets apart; {} lies between {:.4g} and {:.4g}, its "
      "median is {:.4g}: {}",
      NameOf(*of->series), d.min, d.max, d.p50, Command(*of, helps ? d.p50 / 2 : d.p5));
}

}  // namespace

std::optional<Levels> TwoLevels(std::vector<double> values) {
  constexpr ptrdiff_t kLeastValues = 3;  // at each level
  std::sort(values.begin(), values.end());
  const auto count = static_cast<ptrdiff_t>(values.size());
  if (count < 2 * kLeastValues) return std::nullopt;
  double all = 0, squares = 0, low = 0;
  for (const double value : values) all += value;
  const double mean = all / static_cast<double>(count);
  for (const double value : values) squares += (value - mean) * (value - mean);
  std::optional<Levels> best;
  double most = 0;
  for (ptrdiff_t i = 1; i < count; ++i) {
    low += values[static_cast<size_t>(i - 1)];
    if (values[static_cast<size_t>(i - 1)] == values[static_cast<size_t>(i)]) continue;
    const double share = static_cast<double>(i) / static_cast<double>(count);
    const double below = low / static_cast<double>(i);
    const double above = (all - low) / static_cast<double>(count - i);
    const double between = share * (1 - share) * (above - below) * (above - below);
    if (between <= most) continue;
    most = between;
    best.reset();
    if (i < kLeastValues || count - i < kLeastValues) continue;
    const double within = std::max(0.0, squares / static_cast<double>(count) - between);
    best = Levels{below, above, share, (above - below) / std::sqrt(within)};
  }
  if (best.has_value() && !(best->apart >= kLeastApart && best->low < best->high / 2)) best.reset();
  return best;
}

std::string ProposedThreshold(const std::vector<DipCandidate>& candidates) {
  std::vector<std::pair<const DipCandidate*, Levels>> found;
  for (const DipCandidate& candidate : candidates) {
    if (const auto levels = TwoLevels(candidate.values)) found.emplace_back(&candidate, *levels);
  }
  if (found.empty()) return OfOneLevel(candidates);
  const auto best = std::min_element(found.begin(), found.end(), IsBetter);
  const auto& [candidate, levels] = *best;
  return fmt::format("{} is at about {} or {}, for {:.0f} % of its values the lower: {}",
                     NameOf(*candidate->series), TwoDigits(levels.low), TwoDigits(levels.high),
                     100 * levels.low_share, Command(*candidate, (levels.low + levels.high) / 2));
}

}  // namespace profiler
