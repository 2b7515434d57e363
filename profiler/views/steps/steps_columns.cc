// What the columns of the view `steps` are, and mean.
#include "profiler/report/table.h"
#include "profiler/views/steps/step_metrics.h"
#include "profiler/views/steps/steps.h"

namespace profiler {
namespace {

ReportColumn TimeColumn(std::string name, std::string title, std::string description) {
  return TableColumn(std::move(name), ColumnType::kNumber, Unit::kMicros, std::move(title),
                     std::move(description));
}

ReportColumn ShareColumn(std::string name, std::string title, std::string description) {
  return TableColumn(std::move(name), ColumnType::kReal, Unit::kShare, std::move(title),
                     std::move(description));
}

}  // namespace

std::vector<ReportColumn> StepPartColumns() {
  return {
      TimeColumn("compile_us", "compile", "of the total: compiling"),
      TimeColumn("output_us", "output", "of the total: copies from devices to hosts; outfeed"),
      TimeColumn("input_us", "input", "of the total: waiting for input; infeed"),
      TimeColumn("host_compute_us", "host compute", "of the total: other work of hosts"),
      TimeColumn("host_to_device_us", "host to device",
                 "of the total: copies from hosts to devices"),
      TimeColumn("kernel_launch_us", "kernel launch",
                 "of the total: hosts start work of devices, which do nothing meanwhile"),
      TimeColumn("device_compute_16_us", "device 16 bit",
                 "of the total: devices compute with 16-bit floats, as kernels' names tell"),
      TimeColumn("device_compute_32_us", "device 32 bit",
                 "of the total: devices compute otherwise"),
      TimeColumn("device_to_device_us", "device to device", "of the total: copies between devices"),
      TimeColumn("collectives_us", "collectives", "of the total: collectives between devices"),
      TimeColumn("other_us", "other", "of the total: nothing of these was recorded"),
  };
}

std::vector<ReportColumn> StepColumns() {
  using enum ColumnType;
  std::vector<ReportColumn> columns = {
      TableColumn("step", kText, Unit::kNone, "step",
                  "as xprof calls it: the name of its mark, or its number where accelerators tell "
                  "of it or it has no name"),
      TableColumn("number", kNumber, Unit::kNone, "number",
                  "the framework's own number of the step, which -step takes"),
      TableColumn("host", kText, Unit::kNone, "host",
                  "where it ran; of a source that holds several hosts all of them"),
      TimeColumn(
          "total_us", "total",
          "wall time from the step's first begin to its last end, gaps included; that of the whole "
          "step, also where places are left out"),
      ShareColumn("against_median", "of median",
                  "total_us divided by its median over all steps of the host that are not partial, "
                  "selected or not"),
      TableColumn("outlier", kFlag, Unit::kNone, "outlier",
                  "far slower than the host's other steps that are not partial: by more than 3 "
                  "median deviations and 20 % of the median"),
      TimeColumn(
          "cpu_us", "cpu",
          "time of its executions on their devices' hosts, overlapping work added up: cpu_micros, "
          "summed"),
      TimeColumn("accelerator_us", "accelerator",
                 "time of its work on accelerators, overlapping work added up: accelerator_micros, "
                 "summed"),
      TimeColumn("device_span_us", "device span",
                 "wall time from the first begin to the last end of its work on an accelerator; of "
                 "several the longest"),
  };
  for (ReportColumn& metric : StepMetricColumns()) columns.push_back(std::move(metric));
  for (ReportColumn& part : StepPartColumns()) columns.push_back(std::move(part));
  const std::vector<ReportColumn> rest = {
      ShareColumn(
          "infeed_share_min", "least infeed",
          "of the TPU core that waits least in the infeed: its share of the total; there where "
          "cores have one"),
      ShareColumn("infeed_share_max", "most infeed",
                  "the same of the TPU core that waits longest in the infeed"),
      TableColumn("bytes", kNumber, Unit::kBytes, "bytes",
                  "memory requested, summed over its executions"),
      TableColumn("peak_bytes", kNumber, Unit::kBytes, "peak bytes",
                  "the most that each op held, summed over its executions: no peak of the step"),
      TableColumn("ops_run", kNumber, Unit::kCount, "ops run", "how many different ops ran in it"),
      TableColumn("runs", kNumber, Unit::kCount, "runs", "how often ops ran in it"),
      TableColumn("found_by", kText, Unit::kNone, "found by",
                  "how the step is known: recorded (the source numbers it), marker (a mark on the "
                  "timeline), inferred, or whole (the source has no steps and counts as one)"),
      TableColumn("confidence_pct", kNumber, Unit::kPercent, "confidence",
                  "of an inferred step: how regularly the period repeats"),
      TableColumn("partial", kFlag, Unit::kNone, "partial",
                  "the recording began or ended inside the step, or it is the first or the last of "
                  "more than five marked ones"),
      TableColumn("sources", kList, Unit::kNone, "sources",
                  "the inputs that hold it; there where several were opened"),
  };
  columns.insert(columns.end(), rest.begin(), rest.end());
  return columns;
}

}  // namespace profiler
