#include "profiler/analysis/accelerators/capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerators/recording_cost.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/ranks/recorded_unlike.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/steps/stopped_devices.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/steps/cut_files.h"

namespace profiler {
namespace {

std::string NameOf(const Profile& profile, const Capture& capture) {
  return std::string(profile.strings[profile.sources[capture.source].path]);
}

struct CaptureThresholds {
  Threshold work_without_call = {"work_without_call", 0.1,
                                 "more than this share of GPU time, 0 to 1, has no recorded launch",
                                 1};
  Threshold calls_without_work = {
      "calls_without_work", 0.1, "more than this share of launches, 0 to 1, has no recorded kernel",
      1};
  Threshold recording = {"recording", kRecordingIsTold,
                         "recording is told from this share of a step, at the least cost, 0 to 1",
                         1};
};

Report Evidence(const Profile& profile, const Capture& capture) {
  using C = ColumnOf<Capture>;
  return EvidenceOf<Capture>(
      {
          C::Number("work", Unit::kCount, "", "Kernels and copies on GPUs.", &Capture::work),
          C::Number("without_call", Unit::kCount, "", "Of these, without their launch.",
                    &Capture::work_without_call),
          C::Number("time_us", Unit::kMicros, "", "The time of that work, added up.",
                    &Capture::time),
          C::Number("time_without_call_us", Unit::kMicros, "", "Of it, without a launch.",
                    &Capture::time_without_call),
          C::Number("work_before", Unit::kCount, "",
                    "Besides, kernels and copies that were launched before the recording began.",
                    &Capture::work_before),
          C::Number("time_before_us", Unit::kMicros, "", "The time of those, added up.",
                    &Capture::time_before),
          C::Number("calls", Unit::kCount, "", "Calls that start kernels.", &Capture::calls),
          C::Number("calls_without_work", Unit::kCount, "", "Of these, without their kernel.",
                    &Capture::calls_without_work),
      },
      {capture}, [&](const Capture& one) { return NameOf(profile, one); });
}

Finding Warn(const Profile& profile, const Capture& capture, std::string id, std::string text) {
  Finding finding = Warning(std::move(id), NameOf(profile, capture), std::move(text), "info");
  finding.evidence.push_back(Evidence(profile, capture));
  finding.place = PlaceOf(profile, capture.source);  // `info` shows all files
  return finding;
}

std::string_view HowToRecordCalls(Framework framework) {
  return framework == Framework::kPyTorch
             ? "record activities of both CPU and GPU, and fewer steps at once"
             : "record host and devices, and fewer steps at once";
}

// Text about work of before the recording, which shares the device with the first step.
std::string BeforeText(const Capture& capture) {
  return fmt::format(
      "{} kernels and copies ({} of GPU time) were launched before the recording began, by an "
      "earlier step: they are of no op and no step. The first recorded step shares the GPU with "
      "them: judge later ones, so record more than one",
      capture.work_before, FormatMicros(capture.time_before));
}

// The last kernels of a device that stopped are not lost: JobChecker reports the stop. Neither is
// what a file that was cut short held after the cut.
void Judge(const InputOf<CaptureThresholds>& input, const Capture& capture, bool is_stopped,
           bool is_cut, Verdict& verdict) {
  const double lost_calls = Share(capture.time_without_call, capture.time);
  if (capture.calls > 0 && lost_calls > input.thresholds.work_without_call && !is_cut) {
    verdict.findings.push_back(
        Warn(input.profile(), capture, "work_without_call",
             fmt::format("incomplete: of {} of GPU time the call that started it was not recorded "
                         "({} of {} kernels and copies), so it is of no op and perhaps of no step; "
                         "{}",
                         Percent(lost_calls), capture.work_without_call, capture.work,
                         HowToRecordCalls(FrameworkOf(input.profile())))));
  }
  const double before = Share(capture.time_before, capture.time + capture.time_before);
  if (capture.calls > 0 && before > input.thresholds.work_without_call) {
    Finding finding;
    finding.id = "work_before";
    finding.subject = NameOf(input.profile(), capture);
    finding.text = BeforeText(capture);
    finding.command = "steps";
    finding.evidence.push_back(Evidence(input.profile(), capture));
    finding.place = PlaceOf(input.profile(), capture.source);
    verdict.findings.push_back(std::move(finding));
  }
  const double lost_work = Share(capture.calls_without_work, capture.calls);
  if (lost_work > input.thresholds.calls_without_work && !is_stopped && !is_cut) {
    verdict.findings.push_back(
        Warn(input.profile(), capture, "calls_without_work",
             fmt::format("incomplete: the kernels of {} of the {} launches ({}) were not recorded, "
                         "so GPUs look idle that were busy; record fewer steps, or see that "
                         "nothing else uses the GPU's profiling interface (CUPTI, roctracer)",
                         capture.calls_without_work, capture.calls, Percent(lost_work))));
  }
}

absl::StatusOr<Verdict> JudgeCaptures(const InputOf<CaptureThresholds>& input) {
  const Selection& selection = input.selected.selection();
  Verdict verdict;
  if (selection.from.given() || selection.to.given()) {
    verdict.lacks = "-from and -to cut launches off from their kernels: ask without them";
    return verdict;
  }
  PROFILER_ASSIGN_OR_RETURN(const auto captures, CapturesOf(input.selected, input.context));
  PROFILER_ASSIGN_OR_RETURN(const auto stopped, FindStoppedDevices(input.selected, input.context));
  const std::vector<char> cut = CutFiles(input.profile());
  bool has_calls = false;
  for (const Capture& capture : captures) {
    has_calls = has_calls || capture.calls > 0 || capture.work > capture.work_without_call;
    const bool is_stopped =
        std::any_of(stopped.begin(), stopped.end(),
                    [&](const StoppedDevice& one) { return one.source == capture.source; });
    Judge(input, capture, is_stopped, cut[capture.source.row()] != 0, verdict);
  }
  PROFILER_ASSIGN_OR_RETURN(const auto cost, FindRecordingCost(input, input.thresholds.recording));
  if (cost) verdict.findings.push_back(RecordingFinding(*cost));
  PROFILER_ASSIGN_OR_RETURN(const auto of_host, FindHostRecordingCost(input));
  if (of_host && ShareOf(of_host->least, of_host->step) >= input.thresholds.recording) {
    verdict.findings.push_back(HostRecordingFinding(input.profile(), *of_host));
  }
  AddRecordedUnlike(input.profile(), verdict);
  if (captures.empty()) {
    verdict.lacks = WhyNoDeviceWork(input.profile(), "nothing ran on a GPU");
  } else if (!has_calls) {
    verdict.lacks = "the calls that start GPUs' work were not recorded";
  }
  return verdict;
}

}  // namespace

extern const Rule kCaptureChecker = RuleOf<CaptureThresholds>{
    .name = "CaptureChecker",
    .summary = "whether GPU events match their launches, and what recording costs",
    .run = JudgeCaptures,
};

}  // namespace profiler
