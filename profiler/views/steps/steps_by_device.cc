#include "profiler/views/steps/steps_by_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/steps/step_core_split.h"
#include "profiler/analysis/steps/step_split.h"
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
  const StepRow& step;
  const CoreStep& core;
  bool is_slowest = false;
  double against_mean = kAbsentReal;

  const DeviceRow& device() const { return profile.devices[core.device]; }
  std::string_view device_name() const { return profile.strings[device().name]; }
  std::string_view host() const { return profile.strings[device().host]; }
  Value compute() const {
    return core.split[StepPart::kDeviceCompute16] + core.split[StepPart::kDeviceCompute32];
  }
  std::string name() const {
    const std::string_view step_name = profile.strings[step.name];
    return fmt::format("{} {}", step_name.empty() ? std::to_string(step.number) : step_name,
                       device_name());
  }
};

const std::vector<ColumnOf<CoreStepRow>>& CoreStepColumns() {
  using C = ColumnOf<CoreStepRow>;
  using Row = const CoreStepRow&;
  const auto part = [](std::string_view name, std::string_view title, std::string_view sentence,
                       StepPart of) {
    return C::Number(name, Unit::kMicros, title, sentence,
                     [of](Row row) { return row.core.split[of]; });
  };
  static const std::vector<C> kColumns = {
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
      C::Flag("slowest", "slowest", "Of -by device: no core of the step is busy for longer.",
              [](Row row) { return row.is_slowest; }),
      C::Real("against_mean", Unit::kShare, "of mean",
              "Of -by device: busy_us over the mean of the step's cores.",
              [](Row row) { return row.against_mean; })
          .Typical(),
      C::Number("compute_us", Unit::kMicros, "compute", "Of -by device: what computes.",
                &CoreStepRow::compute),
      part("collectives_us", "collectives", "Collectives.", StepPart::kCollectives),
      part("input_us", "input", "Waiting for input in the infeed.", StepPart::kInput),
      part("output_us", "output", "The outfeed.", StepPart::kOutput),
      part("host_to_device_us", "host to device", "Sends to hosts and receives from them.",
           StepPart::kHostToDevice),
      part("other_us", "other", "The rest of the step, in which the core did nothing.",
           StepPart::kOther),
  };
  return kColumns;
}

// Sets what compares the rows of one step.
void Compare(std::vector<CoreStepRow>::iterator first, std::vector<CoreStepRow>::iterator last) {
  if (last - first < 2) return;
  Value sum = 0, most = 0;
  for (auto row = first; row != last; ++row) {
    sum += row->core.busy;
    most = std::max(most, row->core.busy);
  }
  if (sum == 0) return;
  const double mean = static_cast<double>(sum) / static_cast<double>(last - first);
  for (auto row = first; row != last; ++row) {
    row->is_slowest = row->core.busy == most;
    row->against_mean = static_cast<double>(row->core.busy) / mean;
  }
}

}  // namespace

absl::StatusOr<Report> AnswerStepsByDevice(const Selected& selected, const Query& query,
                                           RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepSum> sums, AddUpSteps(selected, query, context));
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepSplit> splits,
                            SplitSteps(selected, sums, context));
  PROFILER_ASSIGN_OR_RETURN(const std::vector<CoreStep> cores,
                            StepsByCore(selected, sums, splits, context));
  std::vector<StepRow> steps;  // by sum
  steps.reserve(sums.size());
  for (const StepSum& sum : sums) {
    steps.push_back(sum.steps.empty() ? StepRow() : profile.steps[sum.steps[0]]);
  }
  std::vector<CoreStepRow> rows;
  for (const CoreStep& core : cores) {
    const StepSum& sum = sums[core.sum];
    if (sum.steps.empty() || !selected.steps().Has(sum.steps[0])) continue;
    rows.push_back({profile, steps[core.sum], core});
  }
  for (auto row = rows.begin(); row != rows.end();) {
    const auto first = row;
    while (row != rows.end() && row->core.sum == first->core.sum) ++row;
    Compare(first, row);
  }
  Report report =
      StartTable("steps", "Steps by device", "the step on a core", Headers(CoreStepColumns()));
  report.values.basis = Basis::kEachStep;
  for (const CoreStepRow& row : rows) {
    AppendRow(CoreStepColumns(), row.name(),
              {std::to_string(row.step.number), std::string(row.device_name())}, row, report);
  }
  if (rows.empty()) {
    report.notes.push_back({"no_cores", Severity::kInfo,
                            "no step ran on TPU cores: `steps -by rank` compares the ranks of "
                            "other jobs, `utilization` their devices"});
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

std::vector<ReportColumn> StepsByDeviceColumns() { return Headers(CoreStepColumns()); }

}  // namespace profiler
