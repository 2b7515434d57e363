#include "profiler/views/steps/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "profiler/advise/metric_clock_notes.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/steps/step_split.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/store/one_source.h"
#include "profiler/views/common/kind_names.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/steps/step_metrics.h"
#include "profiler/views/steps/step_summary.h"

namespace profiler {
namespace {

constexpr std::string_view kRowsAre = "the step's name, or its number";

// Times beside each other of fewer steps tell nothing; and how much slower is far slower.
constexpr size_t kLeastToCompare = 4;
constexpr double kOutlierDeviations = 3, kOutlierFactor = 1.2;

void AddInferredNote(const Profile& profile, Report& report) {
  int64_t inferred = 0, confidence = 0;
  for (const StepRow& step : profile.steps.values()) {
    if (step.found_by != StepFoundBy::kInferred) continue;
    ++inferred;
    confidence = std::max(confidence, step.confidence_percent);
  }
  if (inferred == 0) return;
  report.notes.push_back(
      {"inferred_steps", Severity::kInfo,
       fmt::format("no step was marked: {} are inferred from what repeats, with a confidence of "
                   "{} %; mark them (StepTraceAnnotation, Trace) to be sure",
                   inferred, confidence)});
}

void AddPlacesNote(const Selected& selected, Report& report) {
  if (selected.places().all() || report.rows.empty()) return;
  report.notes.push_back({"places_left_out", Severity::kInfo,
                          "total_us is the whole step's; what ran only in places that -source, "
                          "-host, -rank and -device leave out is in other_us"});
}

class StepReport {
 public:
  StepReport(const Selected& selected, std::vector<StepSum> sums, std::vector<StepSplit> splits)
      : profile_(selected.profile()),
        sums_(std::move(sums)),
        splits_(std::move(splits)),
        metrics_(selected),
        outlier_(sums_.size()),
        all_places_(selected.places().all()) {
    std::map<std::string, std::vector<size_t>> by_host;
    for (size_t i = 0; i < sums_.size(); ++i) {
      if (Total(sums_[i]) != kAbsent && !sums_[i].is_partial(profile_))
        by_host[Host(sums_[i])].push_back(i);
    }
    for (const auto& [host, those] : by_host) {
      std::vector<double> totals;
      for (const size_t i : those) totals.push_back(static_cast<double>(Total(sums_[i])));
      median_[host] = CenterOf(totals).median;
      if (totals.size() < kLeastToCompare) continue;
      for (const size_t at : SlowSteps(totals, kOutlierDeviations, kOutlierFactor)) {
        outlier_[those[at]] = 1;
      }
    }
  }

  // All that was selected; what was selected and did not run in the places asked about has no row.
  Report Make(const SelectedSteps& selected) {
    Report report = StartTable("steps", "Training steps", std::string(kRowsAre), StepColumns());
    std::vector<size_t> shown;
    for (size_t i = 0; i < sums_.size(); ++i) {
      const StepSum& sum = sums_[i];
      const bool is_outside = sum.steps.empty();
      const bool is_selected = is_outside ? selected.all : selected.Has(sum.steps[0]);
      if (is_selected && (sum.ran || (all_places_ && !is_outside))) shown.push_back(i);
    }
    const auto order = [&](size_t i) {
      return std::make_pair(sums_[i].steps.empty(), Number(sums_[i]));
    };
    std::stable_sort(shown.begin(), shown.end(),
                     [&](size_t a, size_t b) { return order(a) < order(b); });
    for (const size_t i : shown) {
      AddRow(i, report);
      is_whole_.push_back(sums_[i].steps.empty() || sums_[i].is_partial(profile_) ? 0 : 1);
    }
    AddGrandTotals(shown, report);
    DropColumns(report);
    return report;
  }
  // Of each row that Make() made: whether it is a step and not a partial one.
  const std::vector<char>& is_whole() const { return is_whole_; }

 private:
  int64_t Number(const StepSum& sum) const {
    return sum.steps.empty() ? kUnknown : profile_.steps[sum.steps[0]].number;
  }

  std::string RowName(const StepSum& sum) const {
    if (sum.steps.empty()) return std::string(kOutsideSteps);
    const std::string_view name = profile_.strings[profile_.steps[sum.steps[0]].name];
    if (!name.empty()) return std::string(name);
    return Number(sum) == kUnknown ? "step" : std::to_string(Number(sum));
  }

  // By number, as names may repeat.
  std::vector<std::string> Key(const StepSum& sum) const {
    std::vector<std::string> key;
    if (HasSources() && !sum.steps.empty()) key.push_back(Paths(sum)[0]);
    key.push_back(Number(sum) == kUnknown ? RowName(sum) : std::to_string(Number(sum)));
    return key;
  }

  std::string Host(const StepSum& sum) const {
    if (!sum.steps.empty()) {
      const SourceRow& source = profile_.sources[profile_.steps[sum.steps[0]].source];
      if (!profile_.strings[source.host].empty()) return std::string(profile_.strings[source.host]);
    }
    return fmt::format("{}", fmt::join(sum.hosts, ", "));
  }

  std::vector<std::string> Paths(const StepSum& sum) const {
    std::vector<std::string> paths;
    for (StepId step : sum.steps) {
      paths.emplace_back(profile_.strings[profile_.sources[profile_.steps[step].source].path]);
    }
    return paths;
  }

  Value Total(const StepSum& sum) const {
    return sum.steps.empty() ? kAbsent : sum.extent(profile_).span();
  }

  double AgainstMedian(const StepSum& sum) const {
    const Value total = Total(sum);
    const auto it = median_.find(Host(sum));
    if (total == kAbsent || it == median_.end() || it->second == 0) return std::nan("");
    return static_cast<double>(total) / it->second;
  }

  // Where devices tell of a step, xprof calls it by its number.
  std::string PeersName(const StepSum& sum) const {
    if (sum.steps.empty() || Number(sum) == kUnknown) return sum.steps.empty() ? "" : RowName(sum);
    return sum.device_spans.empty() ? RowName(sum) : std::to_string(Number(sum));
  }

  void AddRow(size_t i, Report& report) const {
    const StepSum& sum = sums_[i];
    const StepSplit& split = splits_[i];
    const StepRow step = sum.steps.empty() ? StepRow() : profile_.steps[sum.steps[0]];
    TableRow row(report, RowName(sum), Key(sum));
    row.Text(PeersName(sum)).Number(Known(Number(sum))).Text(Host(sum));
    row.Number(Total(sum)).Real(AgainstMedian(sum)).Flag(outlier_[i] != 0);
    // What did not run took no time.
    const ExecSums& execs = sum.execs;
    row.Number(OrZero(execs.cpu_time)).Number(sum.ran ? execs.accelerator_time() : 0);
    row.Number(sum.device_span());
    for (const double mean : metrics_.Of(sum.steps.empty() ? StepId() : sum.steps[0])) {
      row.Real(mean);
    }
    for (const Value part : split.parts) row.Number(part);
    row.Real(split.infeed_share_min).Real(split.infeed_share_max);
    row.Number(execs.bytes).Number(execs.peak_bytes);
    row.Number(sum.ops).Number(sum.ran ? execs.runs : 0);
    row.Text(sum.steps.empty() ? "" : Name(step.found_by)).Number(Known(step.confidence_percent));
    row.Flag(sum.is_partial(profile_)).List(Paths(sum));
  }

  bool HasSources() const { return has_sources_; }

  static bool IsMetric(std::string_view name) {
    const std::vector<ReportColumn> metrics = StepMetricColumns();
    return std::any_of(metrics.begin(), metrics.end(),
                       [&](const ReportColumn& metric) { return metric.name == name; });
  }

  // Those that only some profiles have.
  void DropColumns(Report& report) const {
    std::erase_if(report.columns, [&](const ReportColumn& column) {
      if (column.name == "sources") return !HasSources();
      if (column.name == "confidence_pct") {
        return std::all_of(column.own.begin(), column.own.end(),
                           [](Value value) { return value == kAbsent; });
      }
      const bool may_lack = column.name.starts_with("infeed_share") || IsMetric(column.name);
      return may_lack && std::all_of(column.reals.begin(), column.reals.end(),
                                     [](double value) { return std::isnan(value); });
    });
  }

  void AddGrandTotals(const std::vector<size_t>& shown, Report& report) const {
    ExecSums all;
    for (const size_t i : shown) all.Add(sums_[i].execs);
    const std::map<std::string_view, Value> totals = {{"cpu_us", all.cpu_time},
                                                      {"accelerator_us", all.accelerator_time()},
                                                      {"bytes", all.bytes},
                                                      {"peak_bytes", all.peak_bytes},
                                                      {"runs", all.runs}};
    for (ReportColumn& column : report.columns) {
      const auto it = totals.find(column.name);
      if (it != totals.end()) column.grand_total = it->second;
    }
  }

  const Profile& profile_;
  const bool has_sources_ = !HasOneSource(profile_);
  const std::vector<StepSum> sums_;
  const std::vector<StepSplit> splits_;  // of each sum
  const StepMetrics metrics_;
  std::vector<char> outlier_;  // the same
  const bool all_places_;
  std::map<std::string, double> median_;  // by host
  std::vector<char> is_whole_;            // by row
};

}  // namespace

std::vector<Report> StepTables() {
  Report own = StartTable("", "", std::string(kRowsAre), StepColumns());
  return {std::move(own), StepSummary(Report(), {}, {})};
}

absl::StatusOr<Report> StepsView(const Selected& selected, const Query& query,
                                 RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(std::vector<StepSum> sums, AddUpSteps(selected, query, context));
  PROFILER_ASSIGN_OR_RETURN(std::vector<StepSplit> splits, SplitSteps(selected, sums, context));
  StepReport maker(selected, std::move(sums), std::move(splits));
  Report report = maker.Make(selected.steps());
  if (profile.steps.size() == 0) {
    report.notes.push_back({"no_steps", Severity::kWarning,
                            "no step was recorded: `info` tells what was and what is missing"});
  }
  AddInferredNote(profile, report);
  if (report.rows.empty() && profile.steps.size() > 0) AddNoStepsNote(selected, report);
  AddPlacesNote(selected, report);
  AddMetricClockNotes(profile, report);
  const Report all = report;
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  Report summary = StepSummary(all, maker.is_whole(), report.columns);
  if (!summary.rows.empty()) report.sections.push_back(std::move(summary));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
