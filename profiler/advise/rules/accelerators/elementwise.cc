#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/analysis/accelerators/device_times.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/torch/math_attention.h"
#include "profiler/analysis/values/elementwise_times.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct ElementwiseThresholds {
  Threshold share = {"share", 0.25,
                     "element-wise ops take this share of the time of kernels or more, 0 to 1", 1};
  Threshold busy = {"busy", 0.5,
                    "... and devices are busy for this share of the time or more, 0 to 1", 1};
};

using TimeOfOp = std::pair<StringId, Int128>;

std::string_view NameOf(const Profile& profile, const TimeOfOp& op) {
  return op.first.valid() ? profile.strings[op.first] : std::string_view("kernels without an op");
}

Report Evidence(const Profile& profile, const ElementwiseTimes& times) {
  using C = ColumnOf<TimeOfOp>;
  return EvidenceOf<TimeOfOp>(
      {
          C::Number("time_us", Unit::kMicros, "", "The time of its element-wise kernels, added up.",
                    [](const TimeOfOp& op) -> Value { return op.second; }),
          C::Real("share", Unit::kShare, "", "That as a part of the time of all kernels.",
                  [all = times.all](const TimeOfOp& op) { return Share(op.second, all); }),
      },
      times.ops, [&](const TimeOfOp& op) { return NameOf(profile, op); },
      "ops that take less time");
}

// Whether attention seems to be computed by products and a softmax of all scores.
bool IsAttentionWrittenOut(const ElementwiseTimes& times) {
  constexpr double kMuch = 0.02;  // of the time of kernels
  return Share(times.batched, times.all) >= kMuch && Share(times.softmax, times.all) >= kMuch;
}

// Text for an inference that casts its weights in each call; empty where that is not most of the
// time. Training has to cast them, as they change in each step.
std::string WeightCastsText(const Profile& profile, const ElementwiseTimes& times) {
  constexpr double kMost = 0.5;
  const Int128 casts = times.weight_casts + times.unknown_casts;
  if (TrainsInPyTorch(profile) || Share(casts, times.elementwise) < kMost) return "";
  const bool are_weights = Share(times.weight_casts, times.elementwise) >= kMost;
  return fmt::format(
      ". Casts of {} inside of layers take {} of that, in each call, as autocast makes them: "
      "{}convert the model once (model.to(torch.bfloat16)) and run it without autocast, which "
      "keeps no cast for longer than its block",
      are_weights ? "weights" : "weights or other inputs",
      FormatMicros(are_weights ? times.weight_casts : casts),
      are_weights ? "" : "where these are weights, ");
}

std::string ElementwiseRemedy(const Profile& profile, const ElementwiseTimes& times) {
  std::string text = WeightCastsText(profile, times);
  if (!text.empty()) return text;
  text = fmt::format(
      ". Each such op reads and writes all its elements: fuse them (torch.compile), or use fused "
      "layers{}",
      TrainsInPyTorch(profile) ? " and optimizers" : "");
  // AttentionChecker judges what calls the op.
  if (IsAttentionWrittenOut(times) && !HasAttentionOps(profile)) {
    text += fmt::format(
        ". aten::bmm and aten::_softmax take {} and {}: if they compute attention, "
        "torch.nn.functional.scaled_dot_product_attention does it without storing all scores "
        "(nn.MultiheadAttention: need_weights=False)",
        FormatMicros(times.batched), FormatMicros(times.softmax));
  }
  return text;
}

Finding Judge(const InputOf<ElementwiseThresholds>& input, const ElementwiseTimes& times,
              double busy) {
  constexpr size_t kMostNamed = 3;
  const double share = Share(times.elementwise, times.all);
  const bool is_much = share >= input.thresholds.share && busy >= input.thresholds.busy;
  std::vector<std::string_view> names;
  for (const TimeOfOp& op : times.ops) {
    if (op.first.valid() && names.size() < kMostNamed) names.push_back(NameOf(input.profile(), op));
  }
  Finding finding;
  finding.id = is_much ? "unfused_elementwise" : "elementwise";
  finding.severity = WarningIf(is_much);
  finding.share = share * busy;
  finding.text = fmt::format(
      "{} of the time of kernels ({} of {}) is in element-wise ops{}{}; matrix products, "
      "convolutions and attention take {}",
      Percent(share), FormatMicros(times.elementwise), FormatMicros(times.all),
      names.empty() ? "" : ", the longest of them ", fmt::join(names, ", "),
      Percent(Share(times.products, times.all)));
  if (is_much) finding.text += ElementwiseRemedy(input.profile(), times);
  finding.command = "kernels -show_name_regexes '.*elementwise_kernel.*' -top 10";
  finding.evidence.push_back(Evidence(input.profile(), times));
  return finding;
}

absl::StatusOr<Verdict> JudgeElementwise(const InputOf<ElementwiseThresholds>& input) {
  PROFILER_ASSIGN_OR_RETURN(const ElementwiseTimes times,
                            ElementwiseTimesOf(input.selected, input.context));
  PROFILER_ASSIGN_OR_RETURN(const auto devices, TimesOfDevices(input.selected, input.context));
  Verdict verdict;
  if (times.all == 0) {
    verdict.lacks = WhyNoDeviceWork(input.profile(), "no kernel ran on an accelerator");
  } else if (times.elementwise > 0) {
    verdict.findings.push_back(Judge(input, times, BusyShareOf(devices)));
  } else if (FrameworkOf(input.profile()) != Framework::kPyTorch) {
    verdict.lacks = "only kernels of PyTorch tell by their names which are element-wise";
  }
  return verdict;
}

}  // namespace

extern const Rule kElementwiseChecker = RuleOf<ElementwiseThresholds>{
    .name = "ElementwiseChecker",
    .summary = "element-wise ops of PyTorch that take much of the devices' time, one kernel each",
    .run = JudgeElementwise,
};

}  // namespace profiler
