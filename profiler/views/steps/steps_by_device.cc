#include "profiler/views/steps/steps_by_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/collectives/collective_bytes.h"
#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/analysis/step_split/step_core_split.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

struct CoreStepRow {
  const Profile& profile;
  StepRow step;
  CoreStep core;
  // What the core exchanged in the step, and the bytes of a second: of its links, and of
  // -bandwidth.
  CollectiveTotals collectives = {};
  double link = kAbsentReal, bandwidth = kAbsentReal;
  bool is_slowest = false;
  double against_mean = kAbsentReal;

  const DeviceRow& device() const { return profile.devices[core.device]; }
  std::string_view device_name() const { return profile.strings[device().name]; }
  std::string_view host() const { return profile.strings[device().host]; }
  Value compute() const {
    return core.split[StepPart::kDeviceCompute16] + core.split[StepPart::kDeviceCompute32];
  }
  Value measured() const { return core.split[StepPart::kCollectives]; }
  // In picoseconds; NaN if unknown of one of the collectives.
  double by_link() const {
    return collectives.knows_all ? collectives.LinkTime(link) : kAbsentReal;
  }
  double expected() const {
    return collectives.knows_all ? collectives.ExpectedTime(bandwidth) : kAbsentReal;
  }
  double Over(double time) const {
    return measured() == kAbsent ? kAbsentReal : static_cast<double>(measured()) / time;
  }
  std::string name() const {
    const std::string_view step_name = profile.strings[step.name];
    return fmt::format("{} {}", step_name.empty() ? std::to_string(step.number) : step_name,
                       device_name());
  }
};

using CoreStepColumn = ColumnOf<CoreStepRow>;

std::vector<CoreStepColumn> CoreColumns() {
  using C = CoreStepColumn;
  using Row = const CoreStepRow&;
  return {
      C::Number("number", Unit::kNone, "number",
                "the framework's own number of the step, which -step takes",
                [](Row row) { return Known(row.step.number); }),
      C::Text("device", "device", "Of -by device: the core.", &CoreStepRow::device_name),
      C::Text("host", "host", "where it ran; of a source that holds several hosts all of them",
              &CoreStepRow::host),
      C::Number("total_us", Unit::kMicros, "total", "The step's, the same for all its cores.",
                [](Row row) { return row.core.split.total; }),
      C::Number("busy_us", Unit::kMicros, "busy",
                "Of -by device: the core's own time in instructions, waiting in them included.",
                [](Row row) { return row.core.busy; }),
      C::Flag("slowest", "slowest",
              "Of -by device: no core of the step is busy for longer, and another one is for less.",
              [](Row row) { return row.is_slowest; }),
      C::Real("against_mean", Unit::kShare, "of mean",
              "Of -by device: busy_us over the mean of the step's cores.",
              [](Row row) { return row.against_mean; })
          .Typical(),
      C::Number("compute_us", Unit::kMicros, "compute", "Of -by device: what computes.",
                &CoreStepRow::compute),
      C::Number("collectives_us", Unit::kMicros, "collectives", "Collectives.",
                &CoreStepRow::measured),
  };
}

// How long the collectives of a core should take.
std::vector<CoreStepColumn> ExpectedColumns(bool has_bandwidth) {
  using C = CoreStepColumn;
  using Row = const CoreStepRow&;
  return Concat<CoreStepRow>({
      C::Number("collectives_link_us", Unit::kMicros, "at link speed",
                "Of -by device: the least that a ring takes for the core's collectives: what each "
                "link carries (of an all-reduce in a group of n 2(n-1)/n times its bytes) over the "
                "rate of the device's links.",
                [](Row row) { return WholePicos(row.by_link()); })
          .Optional(),
      C::Real("collectives_over_link", Unit::kNone, "measured/link",
              "Of -by device: collectives_us over collectives_link_us.",
              [](Row row) { return row.Over(row.by_link()); })
          .Typical()
          .Optional(),
      C::Number("collectives_expected_us", Unit::kMicros, "expected",
                "Of -by device and -bandwidth: what the core hands to its collectives over that "
                "rate.",
                [](Row row) { return WholePicos(row.expected()); })
          .If(has_bandwidth),
      C::Real("collectives_over_expected", Unit::kNone, "measured/expected",
              "Of -by device and -bandwidth: collectives_us over collectives_expected_us.",
              [](Row row) { return row.Over(row.expected()); })
          .Typical()
          .If(has_bandwidth),
  });
}

std::vector<CoreStepColumn> RestColumns() {
  const auto part = [](std::string_view name, std::string_view title, std::string_view sentence,
                       StepPart of) {
    return CoreStepColumn::Number(name, Unit::kMicros, title, sentence,
                                  [of](const CoreStepRow& row) { return row.core.split[of]; });
  };
  return {
      part("input_us", "input", "Waiting for input in the infeed.", StepPart::kInput),
      part("output_us", "output", "The outfeed.", StepPart::kOutput),
      part("host_to_device_us", "host to device", "Sends to hosts and receives from them.",
           StepPart::kHostToDevice),
      part("other_us", "other", "The rest of the step, in which the core did nothing.",
           StepPart::kOther),
  };
}

std::vector<CoreStepColumn> CoreStepColumns(bool has_bandwidth) {
  return Concat<CoreStepRow>({CoreColumns(), ExpectedColumns(has_bandwidth), RestColumns()});
}

// Sets what compares the rows of one step.
void Compare(std::vector<CoreStepRow>::iterator first, std::vector<CoreStepRow>::iterator last) {
  if (last - first < 2) return;
  Value sum = 0, most = 0, least = first->core.busy;
  for (auto row = first; row != last; ++row) {
    sum += row->core.busy;
    most = std::max(most, row->core.busy);
    least = std::min(least, row->core.busy);
  }
  if (sum == 0) return;
  const double mean = static_cast<double>(sum) / static_cast<double>(last - first);
  for (auto row = first; row != last; ++row) {
    row->is_slowest = row->core.busy == most && least < most;
    row->against_mean = static_cast<double>(row->core.busy) / mean;
  }
}

// The collectives of the sum's steps on the core.
CollectiveTotals CollectivesOf(const StepSum& sum, DeviceId core, const CoreCollectives& all) {
  CollectiveTotals totals;
  for (const StepId step : sum.steps) {
    if (const auto it = all.find({step, core}); it != all.end()) totals.Add(it->second);
  }
  return totals;
}

absl::StatusOr<std::vector<CoreStepRow>> CoreStepRows(const Selected& selected, const Query& query,
                                                      RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepSum> sums, AddUpSteps(selected, query, context));
  PROFILER_ASSIGN_OR_RETURN(const SharedSplits splits, SplitSteps(selected, sums, context));
  PROFILER_ASSIGN_OR_RETURN(const std::vector<CoreStep> cores,
                            StepsByCore(selected, sums, *splits, context));
  PROFILER_ASSIGN_OR_RETURN(const CoreCollectives collectives,
                            CollectivesByCore(selected, context));
  std::vector<CoreStepRow> rows;
  for (const CoreStep& core : cores) {
    const StepSum& sum = sums[core.sum];
    if (sum.steps.empty() || !selected.steps().Has(sum.steps[0])) continue;
    CoreStepRow& row = rows.emplace_back(CoreStepRow{profile, profile.steps[sum.steps[0]], core});
    row.collectives = CollectivesOf(sum, core.device, collectives);
    row.link = PeaksOf(profile, core.device, query.device_peaks).link_bytes_per_second;
    if (query.collectives.bandwidth > 0) row.bandwidth = query.collectives.bandwidth;
  }
  for (auto row = rows.begin(); row != rows.end();) {
    const auto first = row;
    while (row != rows.end() && row->core.sum == first->core.sum) ++row;
    Compare(first, row);
  }
  return rows;
}

void AddNoCoresNote(Report& report) {
  report.notes.push_back({"no_cores", Severity::kInfo,
                          "no step ran on TPU cores: `steps -by rank` compares the ranks of other "
                          "jobs, `utilization` their devices"});
}

// Where the bytes were recorded and only the rate is missing.
void AddNoLinkRateNote(const std::vector<CoreStepRow>& rows, Report& report) {
  const bool lacks_rate = std::any_of(rows.begin(), rows.end(), [](const CoreStepRow& row) {
    return row.collectives.bytes > 0 && std::isnan(row.link) && std::isnan(row.bandwidth);
  });
  if (!lacks_rate) return;
  report.notes.push_back(
      {"no_link_rate", Severity::kInfo,
       "how long the collectives should take is not known, as the rate of the "
       "devices' links is not: give it with -device_peaks FILE (link_gigabytes), or the rate "
       "that you expect of the collectives with -bandwidth"});
}

}  // namespace

absl::StatusOr<Report> AnswerStepsByDevice(const Selected& selected, const Query& query,
                                           RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<CoreStepRow> rows,
                            CoreStepRows(selected, query, context));
  const std::vector<CoreStepColumn> columns = CoreStepColumns(query.collectives.bandwidth > 0);
  Report report = StartTable("steps", "Steps by device", "the step on a core", Headers(columns));
  report.values.basis = Basis::kEachStep;
  for (const CoreStepRow& row : rows) {
    AppendRow(columns, row.name(),
              {std::to_string(row.step.number), std::string(row.device_name())}, row, report);
  }
  DropEmptyColumns(report);
  if (rows.empty()) AddNoCoresNote(report);
  AddNoLinkRateNote(rows, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

std::vector<ReportColumn> StepsByDeviceColumns() {
  return Headers(CoreStepColumns(/*has_bandwidth=*/true));
}

}  // namespace profiler
