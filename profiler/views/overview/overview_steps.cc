#include "profiler/views/overview/overview_steps.h"

#include <fmt/format.h>

#include <numeric>
#include <string_view>
#include <utility>

#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/steps/steps_columns.h"

namespace profiler {
namespace {

double MeanOf(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

struct TimingRow {
  Summary time;  // picoseconds
  double whole;  // the duration of the mean step
};

const std::vector<ColumnOf<TimingRow>>& TimingColumns() {
  using C = ColumnOf<TimingRow>;
  const auto micros = [](std::string_view name, std::string_view title, std::string_view sentence,
                         double Summary::*time) {
    return C::Real(name, Unit::kMicros, title, sentence,
                   [time](const TimingRow& row) { return row.time.*time * 1e-6; });
  };
  static const std::vector<C> kColumns = {
      micros("average_us", "average", "the mean over the steps", &Summary::average),
      C::Real("share", Unit::kShare, "share", "average_us as a part of the mean step",
              [](const TimingRow& row) {
                return row.whole > 0 ? row.time.average / row.whole : kAbsentReal;
              }),
      micros("median_us", "median", "of the middle step", &Summary::median),
      micros("deviation_us", "deviation", "the standard deviation of a sample; unknown of one step",
             &Summary::deviation),
      micros("min_us", "min", "the least", &Summary::min),
      micros("max_us", "max", "the greatest", &Summary::max),
  };
  return kColumns;
}

}  // namespace

double StepTimings::mean() const { return MeanOf(totals); }
double StepTimings::Mean(StepPart part) const { return MeanOf(parts[static_cast<size_t>(part)]); }
double StepTimings::MeanWait() const { return MeanOf(waits); }
double StepTimings::MedianShare(StepPart one, StepPart other) const {
  std::vector<double> shares;
  for (size_t i = 0; i < totals.size(); ++i) {
    const double both = parts[static_cast<size_t>(one)][i] + parts[static_cast<size_t>(other)][i];
    shares.push_back(totals[i] > 0 ? both / totals[i] : 0);
  }
  return shares.empty() ? 0 : CenterOf(std::move(shares)).median;
}
double StepTimings::Share(StepPart part) const {
  const double whole = mean();
  return whole > 0 ? Mean(part) / whole : 0;
}

absl::StatusOr<StepTimings> TimeSteps(const Selected& selected, const Query& query,
                                      RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepSum> sums, AddUpSteps(selected, query, context));
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepSplit> splits,
                            SplitSteps(selected, sums, context));
  StepTimings timings;
  std::vector<size_t> shown, cut;
  for (size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].steps.empty() || !selected.steps().Has(sums[i].steps[0])) continue;
    const bool is_cut = sums[i].is_partial(profile);
    timings.left_out += is_cut ? 1 : 0;
    if (splits[i].total != kAbsent) (is_cut ? cut : shown).push_back(i);
  }
  if (shown.empty()) {
    timings.are_cut = !cut.empty();
    timings.left_out -= cut.size();
    shown = std::move(cut);
  }
  for (size_t i : shown) {
    timings.is_whole = profile.steps[sums[i].steps[0]].found_by == StepFoundBy::kWhole;
    timings.totals.push_back(static_cast<double>(splits[i].total));
    timings.waits.push_back(static_cast<double>(splits[i].waits));
    for (size_t part = 0; part < kStepPartCount; ++part) {
      const Value value = splits[i].parts[part];
      timings.parts[part].push_back(value == kAbsent ? 0 : static_cast<double>(value));
    }
  }
  return timings;
}

Report StepTimeSection(const StepTimings& timings) {
  Report report =
      StartTable("step_time", "Step time, and what it goes to",
                 "total: the whole step by the clock on the wall; else a part of it, as `steps` "
                 "splits it",
                 Headers(TimingColumns()));
  report.values = {Basis::kWholeSteps, "the mean step"};
  if (timings.empty()) {
    report.notes.push_back({"no_step_time", Severity::kInfo,
                            "no step of known length was recorded, so its time is not known"});
    return report;
  }
  if (timings.is_whole) {
    report.title = "Time of the whole recording (it has no steps), and what it goes to";
  } else {
    const size_t count = timings.totals.size();
    report.title =
        fmt::format("Step time ({} step{}), and what it goes to", count, count == 1 ? "" : "s");
  }
  if (timings.are_cut) {
    report.notes.push_back({"only_partial_steps", Severity::kWarning,
                            "no step is whole: these are times of steps that the recording or the "
                            "window cuts"});
  }
  if (timings.left_out > 0) {
    report.notes.push_back(
        {"partial_steps", Severity::kInfo,
         fmt::format("{} step{} that the recording begins or ends in {} left out of step times",
                     timings.left_out, timings.left_out == 1 ? "" : "s",
                     timings.left_out == 1 ? "is" : "are")});
  }
  const double whole = timings.mean();
  const auto add = [&](std::string_view name, const std::vector<double>& picos) {
    AppendRow(TimingColumns(), name, TimingRow{SummaryOf(picos), whole}, report);
  };
  add("total", timings.totals);
  for (size_t part = 0; part < kStepPartCount; ++part) {
    add(NameOfPart(static_cast<StepPart>(part)), timings.parts[part]);
  }
  return report;
}

}  // namespace profiler
