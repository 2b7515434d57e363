#include "profiler/advise/rules/ops/optimizer_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

// The class, e.g. "AdamW" of "Optimizer.step#AdamW.step".
std::string_view OptimizerClass(std::string_view mark) {
  const size_t begin = mark.find('#');
  if (begin == mark.npos) return "";
  const std::string_view name = mark.substr(begin + 1);
  return name.substr(0, name.find('.'));
}

// Whether torch.optim's class takes fused=True, on CPUs and GPUs.
bool CanBeFused(std::string_view optimizer) {
  constexpr std::string_view kFused[] = {"Adam", "AdamW", "SGD", "Adagrad"};
  return std::find(std::begin(kFused), std::end(kFused), optimizer) != std::end(kFused);
}

struct UpdateRemedy {
  std::string text;
  bool is_change = false;  // of the optimizer, rather than of training
};

UpdateRemedy HowToUpdateFaster(const Profile& profile, const OptimizerUse& use, bool has_devices) {
  const std::string_view name = OptimizerClass(profile.strings[use.name]);
  // A single pass over the parameters cannot be fused with another.
  if (use.is_fused || use.is_compiled || use.foreach_ops == 1) {
    return {
        "it takes less of the time with a larger batch, or with gradients accumulated over "
        "several batches",
        false};
  }
  if (CanBeFused(name)) {
    const std::string fused = fmt::format("torch.optim.{}(fused=True)", name);
    if (use.foreach_ops > 0) {
      return {fmt::format("its ops read and write all parameters one after another: {} does it in "
                          "one pass",
                          fused),
              true};
    }
    return {fmt::format("it runs op after op for each parameter: {} does that in one op{}", fused,
                        has_devices ? ", foreach=True in few" : ""),
            true};
  }
  return {
      "it takes less of the time if it is fused, as torch.optim.AdamW(fused=True), or with "
      "gradients accumulated over several batches",
      false};
}

Finding UpdateFinding(const Profile& profile, const OptimizerUse& use, bool has_devices) {
  const std::string_view name = profile.strings[use.name];
  const double part = has_devices ? use.device_time : use.time;
  const double whole = has_devices ? use.device_all : use.step;
  const UpdateRemedy remedy = HowToUpdateFaster(profile, use, has_devices);
  Finding finding;
  finding.id = "optimizer";
  finding.severity = WarningIf(remedy.is_change);
  finding.share = part / whole;
  finding.text = fmt::format("the optimizer takes {:.1f}% of {} ({} of {}), in {}; {}",
                             100 * part / whole, has_devices ? "the time of kernels" : "a step",
                             FormatMicros(static_cast<Value>(part)),
                             FormatMicros(static_cast<Value>(whole)), name, remedy.text);
  finding.command =
      fmt::format("ops -show_name_regexes {} -order_by total_us", QuoteWord(NameRegex(name)));
  return finding;
}

Finding CopiesFinding(const Profile& profile, const StepTimings& timings, const OptimizerUse& use,
                      const PartShare& part) {
  Finding finding;
  finding.id = "optimizer_copies";
  finding.severity = Severity::kWarning;
  finding.share = part.share;
  finding.text = fmt::format(
      "{} is copying to devices what {} updated on the host, while they compute nothing; keep the "
      "optimizer's state on the devices if it fits (in 8 bit, or sharded by FSDP or ZeRO), or copy "
      "each parameter while the host updates the next ones",
      OfStep(timings, part), profile.strings[use.name]);
  finding.command = "kernels -show_name_regexes '.*(HtoD|H2D|DtoH|D2H).*'";
  finding.saves = static_cast<Value>(part.mean_share * timings.mean());
  return finding;
}

}  // namespace

std::vector<Finding> OptimizerFindings(const Profile& profile, const StepTimings& timings,
                                       const OptimizerUse& use, bool has_devices,
                                       const OptimizerLimits& limits) {
  std::vector<Finding> findings;
  if (!use.name.valid()) return findings;
  const double part = has_devices ? use.device_time : use.time;
  const double whole = has_devices ? use.device_all : use.step;
  if (whole > 0 && part >= limits.update * whole) {
    findings.push_back(UpdateFinding(profile, use, has_devices));
  }
  const PartShare of_copies = timings.ShareOf(timings.model_copies);
  const bool are_of_optimizer =
      use.updated_copies > 0 && 2 * use.updated_copies >= use.model_copies;
  if (of_copies.share >= limits.copies && are_of_optimizer) {
    findings.push_back(CopiesFinding(profile, timings, use, of_copies));
  }
  for (Finding& finding : findings) finding.subject = timings.run;
  return findings;
}

std::string GradientCopiesText(const Profile& profile, const OptimizerUse& use, double output) {
  if (!use.name.valid() || output <= 0 || 2 * use.gradient_copies < output) return "";
  return fmt::format(". Most of it copies gradients for {}, which runs on the host",
                     profile.strings[use.name]);
}

}  // namespace profiler
