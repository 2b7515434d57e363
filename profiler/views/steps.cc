#include "profiler/views/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/views/filter_notes.h"
#include "profiler/views/kind_names.h"
#include "profiler/views/op_values.h"
#include "profiler/views/selected_steps.h"
#include "profiler/views/step_sums.h"
#include "profiler/views/table.h"
#include "profiler/views/table_row.h"

namespace profiler {
namespace {

constexpr std::string_view kSources = "sources";

double Median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

class StepReport {
 public:
  StepReport(const Profile& profile, const Query& query, std::vector<StepSum> sums)
      : profile_(profile),
        sums_(std::move(sums)),
        all_places_(query.selection.all_places()),
        has_sources_(profile.sources.size() > 1) {
    std::map<std::string, std::vector<double>> totals;
    for (const StepSum& sum : sums_) {
      if (const Value total = Total(sum); total != kAbsent && !IsPartial(sum)) {
        totals[Host(sum)].push_back(static_cast<double>(total));
      }
    }
    for (auto& [host, values] : totals) median_[host] = Median(std::move(values));
  }

  // All that was selected; what was selected and did not run in the places asked about has no row.
  Report Make(const SelectedSteps& selected) {
    Report report =
        StartTable("steps", "Training steps", "the step's name, or its number", StepColumns());
    if (!has_sources_) {
      std::erase_if(report.columns, [](const ReportColumn& c) { return c.name == kSources; });
    }
    std::vector<const StepSum*> shown;
    for (const StepSum& sum : sums_) {
      const bool is_outside = sum.steps.empty();
      const bool is_selected = is_outside ? selected.all : selected.Has(sum.steps[0]);
      if (is_selected && (sum.ran || (all_places_ && !is_outside))) shown.push_back(&sum);
    }
    const auto order = [&](const StepSum* sum) {
      return std::make_pair(sum->steps.empty(), Number(*sum));
    };
    std::stable_sort(shown.begin(), shown.end(),
                     [&](const StepSum* a, const StepSum* b) { return order(a) < order(b); });
    for (const StepSum* sum : shown) AddRow(*sum, report);
    AddGrandTotals(shown, report);
    return report;
  }

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
    if (has_sources_ && !sum.steps.empty()) key.push_back(Paths(sum)[0]);
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

  bool IsPartial(const StepSum& sum) const {
    return !sum.steps.empty() && std::all_of(sum.steps.begin(), sum.steps.end(), [&](StepId step) {
      return profile_.steps[step].partial;
    });
  }

  // The step's own extent; that of what ran where some places are left out.
  Value Total(const StepSum& sum) const {
    if (sum.steps.empty()) return kAbsent;
    if (!all_places_) return sum.span.span();
    WallSpan whole;
    for (StepId id : sum.steps) {
      const StepRow& step = profile_.steps[id];
      whole.Add(profile_, step.source, step.begin, step.end);
    }
    return whole.span();
  }

  double AgainstMedian(const StepSum& sum) const {
    const Value total = Total(sum);
    const auto it = median_.find(Host(sum));
    if (total == kAbsent || it == median_.end() || it->second == 0) return std::nan("");
    return static_cast<double>(total) / it->second;
  }

  void AddRow(const StepSum& sum, Report& report) const {
    TableRow row(report, RowName(sum), Key(sum));
    row.Number(Known(Number(sum))).Text(Host(sum)).Number(Total(sum)).Real(AgainstMedian(sum));
    // What did not run took no time.
    const ExecSums& execs = sum.execs;
    row.Number(OrZero(execs.cpu_time)).Number(sum.ran ? execs.accelerator_time() : 0);
    row.Number(execs.bytes).Number(execs.peak_bytes);
    row.Number(sum.ops).Number(sum.ran ? execs.runs : 0);
    row.Text(sum.steps.empty() ? "" : Name(profile_.steps[sum.steps[0]].found_by));
    row.Flag(IsPartial(sum));
    if (has_sources_) row.List(Paths(sum));
  }

  static void AddGrandTotals(const std::vector<const StepSum*>& sums, Report& report) {
    ExecSums all;
    for (const StepSum* sum : sums) all.Add(sum->execs);
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
  const std::vector<StepSum> sums_;
  const bool all_places_, has_sources_;
  std::map<std::string, double> median_;  // by host
};

}  // namespace

std::vector<ReportColumn> StepColumns() {
  using enum ColumnType;
  return {
      TableColumn("step", kNumber, Unit::kNone, "step", "the framework's own number of the step"),
      TableColumn("host", kText, Unit::kNone, "host",
                  "where it ran; of a source that holds several hosts all of them"),
      TableColumn("total_us", kNumber, Unit::kMicros, "total",
                  "wall time from the step's first begin to its last end, gaps included; where "
                  "places are left out, of what ran in the others"),
      TableColumn("against_median", kReal, Unit::kShare, "of median",
                  "total_us divided by its median over all steps of the host that are not partial, "
                  "selected or not"),
      TableColumn("cpu_us", kNumber, Unit::kMicros, "cpu",
                  "time of its executions on their devices' hosts, overlapping work added up: "
                  "cpu_micros, summed"),
      TableColumn("accelerator_us", kNumber, Unit::kMicros, "accelerator",
                  "time of its work on accelerators, overlapping work added up: "
                  "accelerator_micros, summed"),
      TableColumn("bytes", kNumber, Unit::kBytes, "bytes",
                  "memory requested, summed over its executions"),
      TableColumn("peak_bytes", kNumber, Unit::kBytes, "peak bytes",
                  "the most that each op held, summed over its executions: no peak of the step"),
      TableColumn("ops_run", kNumber, Unit::kCount, "ops run", "how many different ops ran in it"),
      TableColumn("runs", kNumber, Unit::kCount, "runs", "how often ops ran in it"),
      TableColumn("found_by", kText, Unit::kNone, "found by",
                  "how the step is known: recorded (the source numbers it), marker (a mark on the "
                  "timeline), inferred, or whole (the source has no steps and counts as one)"),
      TableColumn("partial", kFlag, Unit::kNone, "partial",
                  "the recording began or ended inside the step"),
      TableColumn(std::string(kSources), kList, Unit::kNone, "sources",
                  "the inputs that hold it; there where several were opened"),
  };
}

absl::StatusOr<Report> StepsView(const Profile& profile, const Query& query, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const SelectedSteps selected,
                            SelectSteps(profile, query.selection.steps));
  PROFILER_ASSIGN_OR_RETURN(std::vector<StepSum> sums, AddUpSteps(profile, query, context));
  Report report = StepReport(profile, query, std::move(sums)).Make(selected);
  if (profile.steps.size() == 0) {
    report.notes.push_back({"no_steps", Severity::kWarning,
                            "no step was recorded: `info` tells what was and what is missing"});
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
