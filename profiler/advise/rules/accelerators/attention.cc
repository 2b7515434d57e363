#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/analysis/accelerators/device_times.h"
#include "profiler/analysis/ops/call_site.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/ops/torch/math_attention.h"
#include "profiler/analysis/shapes/tensor_inputs.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct AttentionThresholds {
  Threshold share = {"share", 0.1,
                     "attention that no fused kernel computes takes this share of the time of "
                     "kernels or more, 0 to 1",
                     1};
  Threshold busy = {"busy", 0.5,
                    "a warning where devices are busy for this share of the time or more, 0 to 1",
                    1};
};

// Text such as "; its mask is BFloat16". A mask of booleans stops no kernel.
std::string FloatMaskText(const Profile& profile, OpId op) {
  constexpr size_t kMask = 3;
  if (!op.valid()) return "";
  const TensorInputs inputs(profile, op);
  const TensorInput& mask = inputs[kMask];
  if (mask.dims.empty() || mask.type.empty() || mask.type == "bool") return "";
  return fmt::format("; its mask is {}", mask.type);
}

Report AttentionEvidence(const Profile& profile, const MathAttention& attention) {
  using Row = std::pair<StringId, Int128>;
  using C = ColumnOf<Row>;
  return EvidenceOf<Row>(
      {
          C::Number("time_us", Unit::kMicros, "", "The time of its kernels there, added up.",
                    [](const Row& row) -> Value { return row.second; }),
          C::Real("share", Unit::kShare, "", "That as a part of the time of all kernels.",
                  [all = attention.all](const Row& row) { return Share(row.second, all); }),
      },
      attention.ops,
      [&](const Row& row) {
        return row.first.valid() ? profile.strings[row.first]
                                 : std::string_view("kernels without an op");
      },
      "ops that take less time");
}

Finding MathAttentionFinding(const InputOf<AttentionThresholds>& input,
                             const MathAttention& attention, double busy) {
  const Profile& profile = input.profile();
  const int64_t steps = std::max<int64_t>(attention.steps, 1);
  const auto in_step = [&](Int128 time) { return FormatMicros(time / steps); };
  const double share = Share(attention.time, attention.all);
  const Int128 passes = attention.time - attention.products;
  const std::string line = SourceLine(profile, CallSiteOf(profile, attention.call).frame);
  Finding finding;
  finding.id = "math_attention";
  finding.severity = WarningIf(busy >= input.thresholds.busy);
  finding.share = share * busy;
  // Devices of one process work at the same time.
  if (attention.device_steps > 0)
    finding.saves = static_cast<Value>(passes / attention.device_steps);
  finding.text = fmt::format(
      "{} of the time of kernels ({} of {}{}) is attention{} on PyTorch's math path, which stores "
      "all scores: no fused kernel (flash, memory-efficient, cuDNN) took its inputs{}. {} of that "
      "is softmax, masks and scaling, which a fused kernel does on chip. Fused kernels may refuse "
      "masks of floats that need gradients, float64, and head dimensions that are large or no "
      "multiple of 8: use is_causal=True or a boolean mask, and bfloat16 or float16. Where only "
      "SDPBackend.FLASH_ATTENTION is allowed (torch.nn.attention.sdpa_kernel), PyTorch says why it "
      "refuses",
      Percent(share), in_step(attention.time), in_step(attention.all),
      attention.steps > 0 ? " a step" : "", line.empty() ? "" : " at " + line,
      FloatMaskText(profile, attention.op), in_step(passes));
  finding.command = TraceCommand(".*scaled_dot_product_attention.*");
  finding.evidence.push_back(AttentionEvidence(profile, attention));
  return finding;
}

absl::StatusOr<Verdict> JudgeAttention(const InputOf<AttentionThresholds>& input) {
  PROFILER_ASSIGN_OR_RETURN(const MathAttention attention,
                            MathAttentionIn(input.selected, input.context));
  PROFILER_ASSIGN_OR_RETURN(const auto devices, TimesOfDevices(input.selected, input.context));
  Verdict verdict;
  if (attention.all == 0) {
    verdict.lacks = WhyNoDeviceWork(input.profile(), "no kernel ran on an accelerator");
  } else if (!HasAttentionOps(input.profile())) {
    verdict.lacks =
        "no call of scaled_dot_product_attention was recorded: ElementwiseChecker judges ops that "
        "may compute attention";
  } else if (attention.time > 0 && Share(attention.time, attention.all) >= input.thresholds.share) {
    verdict.findings.push_back(MathAttentionFinding(input, attention, BusyShareOf(devices)));
  }
  return verdict;
}

}  // namespace

extern const Rule kAttentionChecker = RuleOf<AttentionThresholds>{
    .name = "AttentionChecker",
    .summary = "attention of PyTorch that no fused kernel computes",
    .run = JudgeAttention,
    .applies = HasAttentionOps,
};

}  // namespace profiler
