#include "profiler/views/overview/overview_steps.h"

#include <fmt/format.h>

#include <numeric>
#include <string_view>
#include <utility>

#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/steps/steps.h"

namespace profiler {
namespace {

using enum ColumnType;

constexpr std::string_view kMicrosSuffix = "_us";

double MeanOf(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void AddRow(std::string_view name, const std::vector<double>& picos, double whole, Report& report) {
  const Summary of = SummaryOf(picos);
  const auto micros = [](double value) { return value * 1e-6; };
  TableRow(report, name)
      .Real(micros(of.average))
      .Real(whole > 0 ? of.average / whole : kAbsentReal)
      .Real(micros(of.median))
      .Real(micros(of.deviation))
      .Real(micros(of.min))
      .Real(micros(of.max));
}

std::vector<ReportColumn> TimingColumns() {
  return {
      TableColumn("average_us", kReal, Unit::kMicros, "average", "the mean over the steps"),
      TableColumn("share", kReal, Unit::kShare, "share", "average_us as a part of the mean step"),
      TableColumn("median_us", kReal, Unit::kMicros, "median", "of the middle step"),
      TableColumn("deviation_us", kReal, Unit::kMicros, "deviation",
                  "the standard deviation of a sample; unknown of one step"),
      TableColumn("min_us", kReal, Unit::kMicros, "min", "the least"),
      TableColumn("max_us", kReal, Unit::kMicros, "max", "the greatest"),
  };
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
                 TimingColumns());
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
  AddRow("total", timings.totals, whole, report);
  // As `steps` calls them, without the unit.
  const std::vector<ReportColumn> names = StepPartColumns();
  for (size_t part = 0; part < kStepPartCount; ++part) {
    std::string_view name = names[part].name;
    name.remove_suffix(kMicrosSuffix.size());
    AddRow(name, timings.parts[part], whole, report);
  }
  return report;
}

}  // namespace profiler
