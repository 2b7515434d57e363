#include "profiler/analysis/values/step_statistic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "profiler/analysis/measures/asked_measures.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr int32_t kRowsPerCheck = 1 << 10;  // small, as a statistic of many steps takes long
// More values than any real job has. They would take minutes; only a damaged or hostile file has
// more.
constexpr int64_t kMostValues = 4'000'000'000;

absl::Status CheckSize(size_t rows, const StepSeries& empty) {
  if (static_cast<double>(rows) * static_cast<double>(empty.size()) <= kMostValues) {
    return absl::OkStatus();
  }
  return absl::ResourceExhaustedError(
      fmt::format("-stat: {} rows in {} steps are too many to compare; -step picks fewer steps",
                  rows, empty.size() - 1));
}

// The middle value, or the mean of the two middle values.
Value Median(std::vector<Value>& values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// The nearest-rank percentile: the smallest value that at least `percent` % of the values do not
// exceed.
Value NearestRank(std::vector<Value>& values, size_t percent) {
  const size_t rank = (values.size() * percent + 99) / 100;
  const auto at = values.begin() + static_cast<ptrdiff_t>(rank - 1);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

void AddSeries(StepSeries& sum, const StepSeries& series) {
  for (size_t s = 0; s < series.size(); ++s) AddValue(sum[s], series[s]);
}

}  // namespace

std::string StepList(const std::vector<int64_t>& numbers) {
  if (numbers.empty()) return "(none)";
  const bool unique = std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
  std::vector<std::string> parts;
  for (size_t i = 0; i < numbers.size();) {
    size_t last = i;
    while (unique && last + 1 < numbers.size() && numbers[last] != kUnknown &&
           numbers[last + 1] - numbers[last] == 1) {
      ++last;
    }
    const std::string first = numbers[i] == kUnknown ? "?" : std::to_string(numbers[i]);
    parts.push_back(last == i ? first : fmt::format("{}..{}", first, numbers[last]));
    i = last + 1;
  }
  return fmt::format("{}", fmt::join(parts, ","));
}

Value StatisticOf::operator()(const StepSeries& series) {
  const Value outside = series.back();
  known_.clear();
  Value sum = kAbsent;
  for (size_t s = 0; s + 1 < series.size(); ++s) {
    if (series[s] == kAbsent) continue;
    known_.push_back(series[s]);
    AddValue(sum, series[s]);
  }
  if (statistic_ == Statistic::kSum) return AddValue(sum, outside), sum;
  if (known_.empty()) return outside;
  if (statistic_ == Statistic::kMeanAll) return sum / step_count_;
  switch (statistic_) {
    case Statistic::kMedian:
      return Median(known_);
    case Statistic::kP95:
      return NearestRank(known_, 95);
    case Statistic::kMin:
      return *std::min_element(known_.begin(), known_.end());
    case Statistic::kMax:
      return *std::max_element(known_.begin(), known_.end());
    case Statistic::kSum:
    case Statistic::kMeanAll:
    case Statistic::kMean:
    case Statistic::kPerStep:
      break;
  }
  return kAbsent;
}

Statistic DefaultStatistic(const Selected& selected, bool compat_tfprof) {
  const bool adds_up = !compat_tfprof && CheckOneRun(selected, "-stat mean_all").ok();
  return adds_up ? Statistic::kMeanAll : Statistic::kMean;
}

static bool HasSeries(const Query& query, Measure measure) {
  return IsShown(query, measure) &&
         (!query.series_of ||
          std::count(query.series_of->begin(), query.series_of->end(), measure));
}

StepSource MakeStepSource(const Query& query, const OpValues& values, StepSource::Add add) {
  StepSource source;
  source.statistic = values.StatisticOf(query);
  if (source.statistic == Statistic::kMean) return source;
  for (const Measure measure : kStepMeasures) {
    if (IsShown(query, measure) || query.min_of(measure) != 0 || !query.where.all() ||
        query.order_measure() == measure) {
      source.measures.push_back(measure);
    }
    if (source.statistic == Statistic::kPerStep && HasSeries(query, measure)) {
      source.series.push_back(measure);
    }
  }
  source.empty = values.steps->Empty();
  source.step_count = static_cast<int64_t>(values.steps->numbers().size());
  source.add = std::move(add);
  return source;
}

absl::Status ApplyToOwn(const StepSource& source, const SetValue& set_own, int32_t rows,
                        const RunContext& context) {
  if (!source.by_row()) return absl::OkStatus();
  PROFILER_RETURN_IF_ERROR(CheckSize(static_cast<size_t>(rows), source.empty));
  StatisticOf statistic(source);
  StepSeries series;
  for (int32_t row = 0; row < rows; ++row) {
    if (row % kRowsPerCheck == 0) PROFILER_RETURN_IF_ERROR(context.Check());
    for (const Measure measure : source.measures) {
      series = source.empty;
      source.add(row, measure, series);
      const Value value = statistic(series);
      if (value != kAbsent) set_own(row, measure, value);
    }
  }
  return absl::OkStatus();
}

absl::Status AddUpSteps(const StepTree& tree, const StepSeries& empty, Measure measure,
                        const RunContext& context,
                        const std::function<void(int32_t row, const StepSeries& total)>& visit) {
  PROFILER_RETURN_IF_ERROR(CheckSize(tree.parent.size(), empty));
  // Only ancestors of the current row have a series, so memory is proportional to the tree's depth.
  std::vector<StepSeries> sums(tree.parent.size()), spare;
  for (auto row = static_cast<int32_t>(tree.parent.size()); row-- > 0;) {
    if (row % kRowsPerCheck == 0) PROFILER_RETURN_IF_ERROR(context.Check());
    if (!tree.included[row]) continue;
    StepSeries total = std::move(sums[row]);
    if (total.empty()) {
      if (!spare.empty()) {
        total = std::move(spare.back());
        spare.pop_back();
      }
      total = empty;
    }
    tree.add_own(row, measure, total);
    visit(row, total);
    const int32_t parent = tree.parent[row];
    const bool counts_above = parent >= 0 && row != tree.apart;
    if (counts_above && sums[parent].empty()) {
      sums[parent] = std::move(total);
      continue;
    }
    if (counts_above) AddSeries(sums[parent], total);
    spare.push_back(std::move(total));
  }
  return absl::OkStatus();
}

absl::Status ApplyToTotals(const StepTree& tree, const StepSource& source,
                           const RunContext& context, const SetValue& set_total) {
  if (!source.by_row()) return absl::OkStatus();
  StatisticOf statistic(source);
  for (const Measure measure : source.measures) {
    PROFILER_RETURN_IF_ERROR(AddUpSteps(tree, source.empty, measure, context,
                                        [&](int32_t row, const StepSeries& series) {
                                          const Value value = statistic(series);
                                          if (value != kAbsent) set_total(row, measure, value);
                                        }));
  }
  return absl::OkStatus();
}

}  // namespace profiler
