#include "profiler/views/overview/overview_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/analysis/input/input_class.h"
#include "profiler/report/finding_columns.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// Limits of parts that no rule judges, as shares of a step; those of `output` are xprof's.
// docs/metrics.md lists them.
constexpr double kOutputHigh = 0.2, kOutputModerate = 0.05;
constexpr double kPartHigh = 0.15, kPartModerate = 0.03;
constexpr double kHostIsTheStep = 0.5, kWaitHigh = 0.15;

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

// Judges the parts of a run's steps that no rule judges.
class RunJudge {
 public:
  RunJudge(const OverviewFacts& facts, const StepTimings& timings)
      : facts_(facts), timings_(timings) {}

  std::vector<Finding> Take() && {
    AddHost();
    const PartShare wait = timings_.ShareOf(timings_.waits);
    if (wait.share >= kWaitHigh) {
      Add("host_waits", Severity::kInfo,
          OfStep(timings_, wait) +
              " hosts only wait for devices that run nothing recorded meanwhile (counted as other)",
          "steps -select total_us,other_us -order_by other_us");
    }
    AddPart(timings_.Of(StepPart::kOutput), "output", kOutputHigh, kOutputModerate,
            "getting results from devices and writing them out", "output_us", Severity::kWarning);
    AddPart(timings_.Of(StepPart::kCompile), "compile", kPartHigh, kPartModerate,
            "compiling: once per program, and again for each new shape", "compile_us",
            Severity::kWarning);
    if (!IsOtherTold()) {
      AddPart(timings_.Unexplained(), "other", kPartHigh, kPartModerate,
              "what nothing recorded explains: idle, waiting, or Python that was not traced",
              "other_us", Severity::kInfo);
    }
    return std::move(verdicts_);
  }

 private:
  void Add(std::string id, Severity severity, std::string text, std::string command) {
    verdicts_.push_back(MakeVerdict(std::move(id), severity, std::move(text), std::move(command)));
    verdicts_.back().subject = timings_.run;
  }

  // Whether the finding on input is about time that nothing explains.
  bool IsOtherTold() const {
    return std::any_of(facts_.of_rules.begin(), facts_.of_rules.end(), [](const Finding& one) {
      return one.input_class == Name(InputClass::kPerhaps);
    });
  }

  // `high` is the severity of a high share; a moderate one is info.
  void AddPart(const std::vector<double>& times, std::string_view name, double high,
               double moderate, std::string_view what, std::string_view column, Severity severity) {
    const PartShare part = timings_.ShareOf(times);
    if (part.share < moderate) return;
    const bool is_high = part.share >= high;
    Add(fmt::format("{}_{}", is_high ? "high" : "moderate", name),
        is_high ? severity : Severity::kInfo, fmt::format("{} is {}", OfStep(timings_, part), what),
        fmt::format("steps -select total_us,{0} -order_by {0}", column));
  }

  // Adds a verdict on host time while accelerators are idle, or on all host time if there are none.
  void AddHost() {
    const PartShare part = timings_.ShareOf(timings_.Of(StepPart::kHostCompute));
    if (part.share < kHostIsTheStep) return;
    // SageMaker Debugger records phases instead of ops.
    const bool has_ops = !facts_.host_op.name.empty() || facts_.system.rows.empty();
    std::string text = fmt::format(
        "{}: {} is {}{}", has_ops ? "the host's own ops are the step" : "phases are the step",
        OfStep(timings_, part),
        has_ops ? "host compute" : "phases timed from Python, with what GPUs did in them",
        facts_.devices.empty() ? "" : " while accelerators run nothing");
    // The op is that of all runs together.
    if (!facts_.host_op.name.empty() && facts_.runs.size() == 1) {
      text += fmt::format("; {} takes {:.0f}% of the time of the host's ops", facts_.host_op.name,
                          100 * facts_.host_op.share);
    }
    Add("host_compute", facts_.devices.empty() ? Severity::kInfo : Severity::kWarning,
        std::move(text),
        has_ops ? "ops -where 'placement == \"host\"' -order_by self_us -top 20"
                : "phases -by process -order_by total_us");
  }

  const OverviewFacts& facts_;
  const StepTimings& timings_;
  std::vector<Finding> verdicts_;
};

// GPU use from system metrics, which exist even if no GPU work was recorded. A fact: rules judge
// it.
void AddGpuUse(const GpuUse& use, std::vector<Finding>& verdicts) {
  if (std::isnan(use.mean)) return;
  std::string text = fmt::format("GPUs were used {:.1f}% in the mean of all samples", use.mean);
  if (use.most > use.least) {
    text += fmt::format(", from {:.1f}% ({}) to {:.1f}%", use.least, use.least_name, use.most);
  }
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
    if (!run.is_known()) continue;
    for (Finding& verdict : RunJudge(facts, run).Take()) {
      report.findings.push_back(std::move(verdict));
    }
  }
  AddGpuUse(facts.gpu_use, report.findings);
  // The class of input comes first of equally bad ones.
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const Finding& a, const Finding& b) {
                     return std::pair(a.severity, !a.input_class.empty()) >
                            std::pair(b.severity, !b.input_class.empty());
                   });
  return report;
}

}  // namespace profiler
