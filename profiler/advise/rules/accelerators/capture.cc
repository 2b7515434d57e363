#include "profiler/advise/rules/accelerators/capture.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/accelerators/capture.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

std::string NameOf(const Profile& profile, const Capture& capture) {
  return std::string(profile.strings[profile.sources[capture.source].path]);
}

Report Evidence(const Profile& profile, const Capture& capture) {
  EvidenceTable evidence({
      EvidenceNumber("work", Unit::kCount, "Kernels and copies on GPUs."),
      EvidenceNumber("without_call", Unit::kCount, "Of these, whose launch is not there."),
      EvidenceNumber("time_us", Unit::kMicros, "The time of that work, added up."),
      EvidenceNumber("time_without_call_us", Unit::kMicros, "Of it, without a launch."),
      EvidenceNumber("calls", Unit::kCount, "Calls that start kernels."),
      EvidenceNumber("calls_without_work", Unit::kCount, "Of these, whose kernel is not there."),
  });
  evidence.Add(NameOf(profile, capture),
               {static_cast<Value>(capture.work), static_cast<Value>(capture.work_without_call),
                capture.time, capture.time_without_call, static_cast<Value>(capture.calls),
                static_cast<Value>(capture.calls_without_work)});
  return evidence.Take("");
}

Finding Warn(const Profile& profile, const Capture& capture, std::string id, std::string text) {
  Finding finding;
  finding.id = std::move(id);
  finding.subject = NameOf(profile, capture);
  finding.severity = FindingSeverity::kWarning;
  finding.text = std::move(text);
  finding.command = "info";
  finding.evidence = Evidence(profile, capture);
  return finding;
}

void Judge(const RuleInput& input, const Capture& capture, Verdict& verdict) {
  const double lost_calls = Share(capture.time_without_call, capture.time);
  if (capture.calls > 0 && lost_calls > input.threshold("work_without_call")) {
    verdict.findings.push_back(
        Warn(input.profile(), capture, "work_without_call",
             fmt::format("incomplete: of {} of GPU time the call that started it was not recorded "
                         "({} of {} kernels and copies), so it is of no op and perhaps of no step; "
                         "record the step before those that count too (schedule(warmup=1)), and "
                         "activities of both CPU and GPU",
                         Percent(lost_calls, 1), capture.work_without_call, capture.work)));
  }
  const double lost_work = Share(capture.calls_without_work, capture.calls);
  if (lost_work > input.threshold("calls_without_work")) {
    verdict.findings.push_back(
        Warn(input.profile(), capture, "calls_without_work",
             fmt::format("incomplete: the kernels of {} of the {} launches ({}) were not recorded, "
                         "so GPUs look idle that were busy; record fewer steps, or see that "
                         "nothing else uses the GPU's profiling interface (CUPTI, roctracer)",
                         capture.calls_without_work, capture.calls, Percent(lost_work, 1))));
  }
}

}  // namespace

absl::StatusOr<Verdict> CompleteCapture(const RuleInput& input) {
  const Selection& selection = input.selected.selection();
  Verdict verdict;
  if (selection.from.given() || selection.to.given()) {
    verdict.lacks = "-from and -to cut launches off from their kernels: ask without them";
    return verdict;
  }
  PROFILER_ASSIGN_OR_RETURN(const auto captures, CapturesOf(input.selected, input.context));
  bool has_calls = false;
  for (const Capture& capture : captures) {
    has_calls = has_calls || capture.calls > 0 || capture.work > capture.work_without_call;
    Judge(input, capture, verdict);
  }
  if (captures.empty()) {
    verdict.lacks = "nothing ran on a GPU";
  } else if (!has_calls) {
    verdict.lacks = "the calls that start GPUs' work were not recorded";
  }
  return verdict;
}

}  // namespace profiler
