#include "profiler/views/overview/overview_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/report/finding_columns.h"
#include "profiler/report/format_value.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// Thresholds on shares of the mean step, as in xprof; docs/metrics.md lists them.
constexpr double kInputHigh = 0.2, kInputModerate = 0.05, kUnexplained = 0.03;
constexpr double kOutputHigh = 0.2, kOutputModerate = 0.05;
constexpr double kPartHigh = 0.15, kPartModerate = 0.03;
constexpr double kLeast16Bit = 0.1;  // share of device compute
constexpr double kHostIsTheStep = 0.5, kWaitHigh = 0.15;
constexpr double kLittleBusy = 0.5;  // share of step time
// If the mean share exceeds the median share by this factor, the mean is distorted by outliers.
constexpr double kDrawnAway = 1.5;

constexpr char kInputCommand[] = "advise -checkers InputChecker";
constexpr char kGpuCommand[] = "metrics -where \"dimension == 'GPUUtilization'\" -format pretty";

const FindingColumns& VerdictColumns() {
  using C = ColumnOf<Finding>;
  static const FindingColumns kColumns = {Concat<Finding>({
      C::Text("severity", "severity", "info or warning",
              [](const Finding& verdict) { return Name(verdict.severity); }),
      FindingPlaceColumns(),
      C::Text("text", "verdict", "what was found", &Finding::text),
      C::Text("command", "more", "the command that shows more", &Finding::command),
  })};
  return kColumns;
}

Report StartVerdicts() {
  Report report = StartTable("verdicts", "Verdicts", "what is judged, and how bad it is", {});
  report.shape = Shape::kFindings;
  report.finding_columns = &VerdictColumns();
  return report;
}

class Judge {
 public:
  Judge(const Profile& profile, const OverviewFacts& facts)
      : profile_(profile),
        facts_(facts),
        timings_(facts.timings),
        step_(timings_.is_whole ? "the recording" : "the mean step") {}

  Report Take() && {
    const bool other_is_told = AddInput();
    AddHost();
    AddWaits();
    for (const Finding& straggler : facts_.stragglers) AddStraggler(straggler);
    AddDevices();
    AddGpuUse();
    AddPart(StepPart::kOutput, "output", kOutputHigh, kOutputModerate,
            "getting results from devices and writing them out",
            "steps -select total_us,output_us -order_by output_us");
    AddPart(StepPart::kCompile, "compile", kPartHigh, kPartModerate,
            "compiling: once per program, and again for each new shape",
            "steps -select total_us,compile_us -order_by compile_us");
    AddPart(StepPart::kKernelLaunch, "kernel_launch", kPartHigh, kPartModerate,
            "launching kernels: many small ones can be fused, or compiled (XLA, torch.compile)",
            "launches -top 10");
    AddPart(StepPart::kCollectives, "collectives", kPartHigh, kPartModerate,
            "collectives that no device's computing hides", "advise -checkers JobChecker");
    if (!other_is_told) AddUnexplained();
    AddPrecision();
    return std::move(report_);
  }

 private:
  std::string Part(double share, double picos) const {
    return fmt::format("{:.1f}% of {} ({} of {})", 100 * share, step_, Time(picos),
                       Time(timings_.mean()));
  }
  static std::string Time(double picos) {
    return FormatValue(static_cast<Value>(picos), Unit::kMicros);
  }

  void Add(std::string id, Severity severity, std::string text, std::string command) {
    Finding& verdict = report_.findings.emplace_back();
    verdict.id = std::move(id);
    verdict.severity = severity;
    verdict.text = std::move(text);
    verdict.command = std::move(command);
  }

  // The finding of JobChecker, without its evidence.
  void AddStraggler(Finding straggler) {
    straggler.evidence.clear();
    report_.findings.push_back(std::move(straggler));
  }

  // Returns whether the verdict is about `other`, which may include input that was not recorded.
  bool AddInput() {
    const double share = timings_.Share(StepPart::kInput) + timings_.Share(StepPart::kHostToDevice);
    const double picos = timings_.Mean(StepPart::kInput) + timings_.Mean(StepPart::kHostToDevice);
    const double unexplained = Unexplained();
    const double other = unexplained / timings_.mean();
    const double median = timings_.MedianShare(StepPart::kInput, StepPart::kHostToDevice);
    const bool by_some_steps = share >= kInputModerate && share > kDrawnAway * median;
    std::string spent = Part(share, picos) + " is waiting for input, and copying it to devices";
    if (by_some_steps) {
      spent += fmt::format(
          "; of the middle step it is {:.1f}%: look at the steps that wait longest", 100 * median);
    }
    if (share >= kInputHigh) {
      Add("highly_input_bound", Severity::kWarning,
          "highly input bound: " + spent +
              (by_some_steps ? "" : ": make the input faster before all else"),
          by_some_steps ? "steps -select total_us,input_us,host_to_device_us -order_by input_us"
                        : kInputCommand);
    } else if (share >= kInputModerate) {
      Add("moderately_input_bound", Severity::kWarning, "moderately input bound: " + spent,
          kInputCommand);
    } else if (other >= kUnexplained) {
      Add("potentially_input_bound", Severity::kInfo,
          fmt::format("perhaps input bound: {} is explained by nothing that was recorded; it may "
                      "be reading, or Python",
                      Part(other, unexplained)),
          "steps -select total_us,input_us,other_us -order_by other_us");
      return true;
    } else {
      Add("not_input_bound", Severity::kInfo, "not input bound: " + spent, "");
    }
    return false;
  }

  double Unexplained() const { return timings_.Mean(StepPart::kOther) - timings_.MeanWait(); }

  void AddUnexplained() {
    AddTime(Unexplained(), "other", kPartHigh, kPartModerate,
            "what nothing recorded explains: idle, waiting, or Python that was not traced",
            "steps -select total_us,other_us -order_by other_us");
  }

  void AddPart(StepPart part, std::string_view name, double high, double moderate,
               std::string_view what, std::string command) {
    AddTime(timings_.Mean(part), name, high, moderate, what, std::move(command));
  }

  void AddTime(double picos, std::string_view name, double high, double moderate,
               std::string_view what, std::string command) {
    const double share = picos / timings_.mean();
    if (share < moderate) return;
    const bool is_high = share >= high;
    Add(fmt::format("{}_{}", is_high ? "high" : "moderate", name),
        is_high ? Severity::kWarning : Severity::kInfo,
        fmt::format("{} is {}", Part(share, picos), what), std::move(command));
  }

  // Adds a verdict on host time while accelerators are idle, or on all host time if there are none.
  void AddHost() {
    const double share = timings_.Share(StepPart::kHostCompute);
    if (share < kHostIsTheStep) return;
    // SageMaker Debugger records phases instead of ops.
    const bool has_ops = !facts_.host_op.name.empty() || facts_.system.rows.empty();
    std::string text = fmt::format(
        "{}: {} is {}{}", has_ops ? "the host's own ops are the step" : "phases are the step",
        Part(share, timings_.Mean(StepPart::kHostCompute)),
        has_ops ? "host compute" : "phases timed from Python, with what GPUs did in them",
        facts_.devices.empty() ? "" : " while accelerators run nothing");
    if (!facts_.host_op.name.empty()) {
      text += fmt::format("; {} takes {:.0f}% of the time of the host's ops", facts_.host_op.name,
                          100 * facts_.host_op.share);
    }
    Add("host_compute", facts_.devices.empty() ? Severity::kInfo : Severity::kWarning,
        std::move(text),
        has_ops ? "ops -where 'placement == \"host\"' -order_by self_us -top 20"
                : "phases -by process -order_by total_us");
  }

  void AddWaits() {
    const double wait = timings_.MeanWait(), share = wait / timings_.mean();
    if (share >= kWaitHigh) {
      Add("host_waits", Severity::kInfo,
          fmt::format("{} hosts only wait for devices that run nothing recorded meanwhile "
                      "(counted as other)",
                      Part(share, wait)),
          facts_.devices.empty() ? "steps -select total_us,other_us -order_by other_us"
                                 : "advise -checkers AcceleratorUtilizationChecker");
    }
    AddSyncs();
  }

  void AddSyncs() {
    const DeviceSyncs& syncs = facts_.syncs;
    if (syncs.sites.empty() || syncs.span <= 0) return;
    const double share = static_cast<double>(syncs.time) / static_cast<double>(syncs.span);
    if (share < kWaitHigh) return;
    const DeviceSyncs::Site& most = syncs.sites.front();
    Add("host_stops", Severity::kWarning,
        fmt::format("the host stops within a step for {:.1f}% of it ({} of {}) until devices are "
                    "done, most of that in {} by {}",
                    100 * share,
                    Time(static_cast<double>(syncs.time) / static_cast<double>(syncs.steps)),
                    Time(static_cast<double>(syncs.span) / static_cast<double>(syncs.steps)),
                    profile_.strings[most.call], NameOf(profile_, most.site)),
        "advise -checkers SynchronizationChecker");
  }

  void AddDevices() {
    std::vector<std::string_view> idle;
    Int128 busy = 0, span = 0;
    for (const DeviceBusy& one : facts_.devices) {
      if (one.events == 0) idle.push_back(profile_.strings[profile_.devices[one.device].name]);
      busy += one.events == 0 ? 0 : one.busy;
      span += one.events == 0 ? 0 : one.span;
    }
    if (span > 0 && static_cast<double>(busy) < kLittleBusy * static_cast<double>(span)) {
      Add("little_busy", Severity::kWarning,
          fmt::format("accelerators that worked did so in {:.1f}% of the time of {}",
                      100 * static_cast<double>(busy) / static_cast<double>(span),
                      timings_.is_whole ? "the recording" : "the steps"),
          "advise -checkers AcceleratorUtilizationChecker");
    }
    if (idle.empty()) return;
    Add("idle_devices", Severity::kWarning,
        fmt::format("{} of {} accelerators did nothing: {}", idle.size(), facts_.devices.size(),
                    fmt::join(idle, ", ")),
        "advise -checkers AcceleratorUtilizationChecker");
  }

  // Adds a verdict on GPU use from system metrics, which exist even if no GPU work was recorded.
  void AddGpuUse() {
    const GpuUse& use = facts_.gpu_use;
    if (std::isnan(use.mean)) return;
    const bool is_little = use.least < 100 * kLittleBusy;
    std::string text = fmt::format("GPUs were used {:.1f}% in the mean of all samples", use.mean);
    if (use.most > use.least) {
      text += fmt::format(", from {:.1f}% ({}) to {:.1f}%", use.least, use.least_name, use.most);
    }
    Add("gpu_use", is_little ? Severity::kWarning : Severity::kInfo, std::move(text), kGpuCommand);
  }

  // Adds no verdict if most work has no known type, as the share is then unknown.
  void AddPrecision() {
    const auto bits16 = static_cast<double>(facts_.compute[Precision::kBits16]);
    const auto all = static_cast<double>(facts_.compute.known());
    if (facts_.compute[Precision::kUnknown] > facts_.compute.known()) return;
    if (all <= 0 || bits16 >= kLeast16Bit * all) return;
    Add("little_16_bit", Severity::kInfo,
        fmt::format("{:.1f}% of device compute is in 16 bit: more of it is faster, if the accuracy "
                    "allows it",
                    100 * bits16 / all),
        "steps -select total_us,device_compute_16_us,device_compute_32_us -order_by total_us");
  }

  const Profile& profile_;
  const OverviewFacts& facts_;
  const StepTimings& timings_;
  const std::string_view step_;
  Report report_ = StartVerdicts();
};

// Whether a file is damaged. If so, time cannot be attributed, as names of events and steps may be
// missing.
bool IsDamaged(const Profile& profile) {
  return std::any_of(
      profile.import_rows.begin(), profile.import_rows.end(), [&](const ImportRow& row) {
        const std::string_view problem = profile.strings[row.problem];
        return row.severity == ImportSeverity::kError || problem == "dangling_metadata";
      });
}

Report NotJudged(std::string why) {
  Report report = StartVerdicts();
  report.notes.push_back({"not_judged", Severity::kInfo, std::move(why)});
  return report;
}

}  // namespace

Report VerdictSection(const Profile& profile, const OverviewFacts& facts) {
  const StepTimings& timings = facts.timings;
  if (timings.empty() || timings.mean() <= 0) {
    return NotJudged("the time of a step is not known, nor what it goes to");
  }
  if (timings.is_whole && IsDamaged(profile)) {
    return NotJudged("the file is damaged and has no steps, so what is left tells too little");
  }
  return Judge(profile, facts).Take();
}

}  // namespace profiler
