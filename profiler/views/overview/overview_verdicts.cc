#include "profiler/views/overview/overview_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/analysis/input/input_class.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/report/finding_columns.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// Limits of facts about parts that no rule judges, as shares of a step. docs/metrics.md lists them.
constexpr double kUnexplainedHigh = 0.15, kUnexplainedModerate = 0.03, kWaitHigh = 0.15;

// More would not be read; the worst are shown.
constexpr size_t kMostVerdicts = 8;

constexpr char kGpuCommand[] = "metrics -where \"dimension == 'GPUUtilization'\" -format pretty";

Report StartVerdicts() {
  Report report = StartTable("verdicts", "Verdicts", "what is judged, and how bad it is", {});
  report.shape = Shape::kFindings;
  report.finding_columns = &AllFindingColumns();
  return report;
}

Finding MakeVerdict(std::string id, Severity severity, std::string text, std::string command) {
  Finding verdict;
  verdict.id = std::move(id);
  verdict.severity = severity;
  verdict.text = std::move(text);
  verdict.command = std::move(command);
  return verdict;
}

// Whether the finding on input is about time that nothing explains.
bool IsUnexplainedTold(const OverviewFacts& facts) {
  return std::any_of(facts.of_rules.begin(), facts.of_rules.end(), [](const Finding& one) {
    return one.input_class == Name(InputClass::kPerhaps);
  });
}

bool IsTold(const OverviewFacts& facts, std::string_view id) {
  return std::any_of(facts.of_rules.begin(), facts.of_rules.end(),
                     [&](const Finding& one) { return one.id == id; });
}

// The mean time from one event of the run's devices to the next, if they are as close as those of
// a stream that has more to do.
std::optional<Value> ShortGap(const std::vector<DeviceBusy>& devices, uint32_t run) {
  constexpr Value kShort = Value{10} * kPicosPerMicro;
  Int128 idle = 0;
  int64_t events = 0;
  for (const DeviceBusy& device : devices) {
    if (device.run != run) continue;
    idle += device.span - device.busy;
    events += device.events;
  }
  const bool are_short = events > 0 && idle <= Int128{kShort} * events;
  return are_short ? std::optional(static_cast<Value>(idle / events)) : std::nullopt;
}

std::string WhyHostWaits(const OverviewFacts& facts, const StepTimings& timings) {
  if (IsTold(facts, "synchronizes")) {
    return "no device works meanwhile: it is what results take to reach the host";
  }
  const bool has_device_work = MeanOf(timings.Of(StepPart::kDeviceCompute16)) > 0 ||
                               MeanOf(timings.Of(StepPart::kDeviceCompute32)) > 0;
  if (!has_device_work) {
    return "nothing was recorded that computes them: kernels were not recorded, or another process "
           "has the processors";
  }
  if (const std::optional<Value> gap = ShortGap(facts.devices, timings.run_index)) {
    return fmt::format(
        "no device works meanwhile: in the mean {} pass from one kernel to the next. Fewer, larger "
        "kernels make that less; `idle` shows whether some gaps are long, as where another process "
        "has the devices",
        ScaledText(static_cast<double>(*gap) / static_cast<double>(kPicosPerMicro), Unit::kMicros));
  }
  return "no device works meanwhile: another process may have the devices, or kernels are missing "
         "in the recording";
}

// Facts about the parts of a run's steps that no rule judges. None is a warning, so -fail_on gives
// one status in `overview` and `advise`.
void AddFactsOfRun(const OverviewFacts& facts, const StepTimings& timings,
                   std::vector<Finding>& verdicts) {
  const auto add = [&](std::string id, std::string text) {
    verdicts.push_back(MakeVerdict(std::move(id), Severity::kInfo, std::move(text),
                                   "steps -select total_us,other_us -order_by other_us"));
    verdicts.back().subject = timings.run;
  };
  const PartShare wait = timings.ShareOf(timings.waits);
  if (wait.share >= kWaitHigh) {
    add("host_waits", fmt::format("{} the host waits for results, and {} (counted as other)",
                                  OfStep(timings, wait), WhyHostWaits(facts, timings)));
  }
  const PartShare unexplained = timings.ShareOf(timings.Unexplained());
  if (unexplained.share < kUnexplainedModerate || IsUnexplainedTold(facts)) return;
  add(unexplained.share >= kUnexplainedHigh ? "high_other" : "moderate_other",
      OfStep(timings, unexplained, MeanOfPart(unexplained)) +
          (facts.lacks_device_times
               ? " is what nothing recorded explains: devices, whose times were not recorded, "
                 "waiting, or Python"
               : " is what nothing recorded explains: idle, waiting, or Python that was not "
                 "traced"));
}

// GPU use from system metrics, which exist even if no GPU work was recorded. A fact: rules judge
// it.
void AddGpuUse(const GpuUse& use, std::vector<Finding>& verdicts) {
  if (std::isnan(use.mean)) return;
  std::string text = fmt::format("GPUs were used {:.1f}% in the mean of all samples", use.mean);
  const std::string least = fmt::format("{:.1f}%", use.least);
  const std::string most = fmt::format("{:.1f}%", use.most);
  if (least != most) text += fmt::format(", from {} ({}) to {}", least, use.least_name, most);
  verdicts.push_back(MakeVerdict("gpu_use", Severity::kInfo, std::move(text), kGpuCommand));
}

}  // namespace

Report VerdictSection(const OverviewFacts& facts) {
  Report report = StartVerdicts();
  const bool is_damaged = facts.runs.size() == 1 && facts.runs.front().is_damaged;
  for (const Finding& finding : facts.of_rules) {
    // What is left of a damaged file tells too little for all but saying so.
    if (!is_damaged || !finding.input_class.empty()) report.findings.push_back(finding);
  }
  for (const StepTimings& run : facts.runs) {
    if (run.is_known()) AddFactsOfRun(facts, run, report.findings);
  }
  AddGpuUse(facts.gpu_use, report.findings);
  std::stable_sort(report.findings.begin(), report.findings.end(), IsWorse);
  if (report.findings.size() > kMostVerdicts) {
    report.notes.push_back(
        {"more_verdicts", Severity::kInfo,
         fmt::format("{} more: advise", report.findings.size() - kMostVerdicts)});
    report.findings.resize(kMostVerdicts);
  }
  return report;
}

}  // namespace profiler
