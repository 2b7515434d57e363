#include "profiler/compare/trend/trend_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/compare/stats/change_points.h"
#include "profiler/compare/stats/series_shape.h"

namespace profiler {
namespace {

// How much a change is of the value before it.
double PartOf(const TrendChange& change) {
  if (change.before == change.after) return 0;
  const double part = std::abs(change.after / change.before - 1);
  return std::isnan(part) ? 1 : part;  // from nothing to something, or the reverse
}

// Sets the medians of the runs before and after each change.
void SetMedians(const std::vector<double>& known, const std::vector<size_t>& firsts,
                std::vector<TrendChange>& changes) {
  const auto median = [&](size_t first, size_t last) {
    const auto begin = known.begin() + static_cast<ptrdiff_t>(first);
    return CenterOf({begin, known.begin() + static_cast<ptrdiff_t>(last)}).median;
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    changes[i].before = median(i > 0 ? firsts[i - 1] : 0, firsts[i]);
    changes[i].after = median(firsts[i], i + 1 < firsts.size() ? firsts[i + 1] : known.size());
  }
}

}  // namespace

std::vector<TrendChange> ChangesOf(const std::vector<double>& values) {
  std::vector<double> known;
  std::vector<size_t> run_of;
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    known.push_back(values[i]);
    run_of.push_back(i);
  }
  const std::vector<size_t> outliers = LoneOutliers(known);
  if (known.size() - outliers.size() >= kLeastValuesForChange) {
    for (size_t i = outliers.size(); i-- > 0;) {
      known.erase(known.begin() + static_cast<ptrdiff_t>(outliers[i]));
      run_of.erase(run_of.begin() + static_cast<ptrdiff_t>(outliers[i]));
    }
  }
  std::vector<TrendChange> changes;
  std::vector<size_t> firsts;  // by change, in `known`
  for (const ChangePoint& point : FindChangePoints(known)) {
    changes.push_back({run_of[point.first], kAbsentReal, kAbsentReal, point.p_value});
    firsts.push_back(point.first);
  }
  // The smallest change goes first, as the others' medians change with it.
  while (!changes.empty()) {
    SetMedians(known, firsts, changes);
    const auto least = std::min_element(
        changes.begin(), changes.end(),
        [](const TrendChange& a, const TrendChange& b) { return PartOf(a) < PartOf(b); });
    if (PartOf(*least) >= kLeastTrendChange) break;
    firsts.erase(firsts.begin() + (least - changes.begin()));
    changes.erase(least);
  }
  return changes;
}

std::vector<TrendChange> DriftOr(std::vector<TrendChange> changes,
                                 const std::vector<double>& values) {
  constexpr double kNearer = 0.7;
  if (changes.empty()) return changes;
  std::vector<double> places, known;
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    places.push_back(static_cast<double>(i));
    known.push_back(values[i]);
  }
  const MedianLine line = MedianLineThrough(places, known);
  double from_line = 0, from_steps = 0;
  for (size_t i = 0, at = 0; i < known.size(); ++i) {
    while (at < changes.size() && places[i] >= static_cast<double>(changes[at].run)) ++at;
    from_line += std::abs(known[i] - line.At(places[i]));
    from_steps += std::abs(known[i] - (at == 0 ? changes[0].before : changes[at - 1].after));
  }
  if (!(from_line <= kNearer * from_steps)) return changes;
  TrendChange drift;
  drift.run = static_cast<size_t>(places.front());
  drift.before = line.At(places.front());
  drift.after = line.At(places.back());
  drift.per_run = line.slope;
  for (const TrendChange& one : changes) drift.p_value = std::min(drift.p_value, one.p_value);
  return {drift};
}

std::string Describe(const TrendChange& change, Unit unit) {
  const bool is_more = change.after > change.before;
  const bool is_time = unit == Unit::kMicros;
  const std::string_view word =
      is_time ? (is_more ? "slower" : "faster") : (is_more ? "more" : "less");
  if (change.before == 0) return std::string(word);  // no part of nothing
  const double percent = 100 * std::abs(change.ratio() - 1);
  return fmt::format("{:.{}f} % {}", percent, percent < 10 ? 1 : 0, word);
}

bool IsWorsening(const TrendChange& change, Unit unit) {
  return (unit == Unit::kMicros || unit == Unit::kBytes) && change.after > change.before;
}

std::optional<NewestApart> FindNewestApart(const std::vector<double>& values,
                                           const std::vector<TrendChange>& changes) {
  constexpr size_t kLeastBefore = 5;
  constexpr double kDeviations = 3, kLessKnown = 5;
  std::vector<double> known;
  size_t newest = 0;
  for (size_t i = changes.empty() ? 0 : changes.back().run; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    known.push_back(values[i]);
    newest = i;
  }
  if (known.size() <= kLeastBefore) return std::nullopt;
  const double value = known.back();
  known.pop_back();
  const auto [least, most] = std::minmax_element(known.begin(), known.end());
  if (*least <= value && value <= *most) return std::nullopt;
  const Center center = CenterOf(known);
  const double distance = std::abs(value - center.median);
  // How far few values usually lie apart is known the less the fewer they are.
  const double deviations = kDeviations * (1 + kLessKnown / static_cast<double>(known.size()));
  const bool is_apart = distance > deviations * center.deviation &&
                        distance >= kLeastTrendChange * std::abs(center.median);
  if (!is_apart) return std::nullopt;
  return NewestApart{newest, known.size(), center.median, value};
}

}  // namespace profiler
