#include "profiler/advise/rules/ops/optimizer_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/query/options/spelling.h"

namespace profiler {

std::string_view OptimizerClass(std::string_view mark) {
  const size_t begin = mark.find('#');
  if (begin == mark.npos) return "";
  const std::string_view name = mark.substr(begin + 1);
  return name.substr(0, name.find('.'));
}

bool CanBeFused(std::string_view optimizer) {
  constexpr std::string_view kFused[] = {"Adam", "AdamW", "SGD", "Adagrad"};
  return std::find(std::begin(kFused), std::end(kFused), optimizer) != std::end(kFused);
}

namespace {

struct UpdateRemedy {
  std::string text;
  bool is_change = false;  // of the optimizer, rather than of training
};

// Text such as "aten::mm takes 78.0% of that; ", if the op takes most.
std::string TopOfUpdateText(const Profile& profile, const OneOptimizer& use, bool has_devices) {
  const double whole = has_devices ? use.device_time : use.time;
  if (!use.top_op.valid() || 2 * use.top_op_time < whole) return "";
  return fmt::format("{} takes {:.1f}% of that; ", profile.strings[use.top_op],
                     100 * use.top_op_time / whole);
}

UpdateRemedy HowToUpdateFaster(const Profile& profile, const OneOptimizer& use, bool has_devices) {
  const std::string_view name = OptimizerClass(profile.strings[use.name]);
  // A single pass over the parameters cannot be fused with another.
  if (use.is_fused || use.is_compiled || use.foreach_ops == 1) {
    return {
        "it takes less of the time with a larger batch, or with gradients accumulated over "
        "several batches",
        false};
  }
  if (use.is_sparse || name.starts_with("Sparse")) {
    return {
        "its gradients are sparse, which no fused optimizer takes; it takes less of the time with "
        "a larger batch, or with gradients accumulated over several batches",
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
  return {fmt::format("{}it takes less of the time with a larger batch, or with gradients "
                      "accumulated over several batches",
                      TopOfUpdateText(profile, use, has_devices)),
          false};
}

// The times of optimizers, and of what they are parts.
struct UpdateShares {
  bool has_devices = false;
  double whole = 0;
  double sum = 0;

  UpdateShares(const OptimizerUse& use, bool on_devices)
      : has_devices(on_devices), whole(on_devices ? use.device_all : use.step) {
    for (const OneOptimizer& one : use.each) sum += Of(one);
  }

  double Of(const OneOptimizer& one) const { return has_devices ? one.device_time : one.time; }
  double ShareOf(double part) const { return part / whole; }
  std::string_view WholeText() const { return has_devices ? "the time of kernels" : "a step"; }
};

std::string TimesOf(const UpdateShares& shares, double part) {
  return fmt::format("{:.1f}% of {} ({} of {})", 100 * shares.ShareOf(part), shares.WholeText(),
                     FormatMicros(static_cast<Value>(part)),
                     FormatMicros(static_cast<Value>(shares.whole)));
}

// Those that take a part of it that is worth a word.
std::vector<OneOptimizer> NamedOptimizers(const OptimizerUse& use, const UpdateShares& shares) {
  constexpr double kNamed = 0.1;
  std::vector<OneOptimizer> named;
  for (const OneOptimizer& one : use.each) {
    if (named.empty() || shares.Of(one) >= kNamed * shares.sum) named.push_back(one);
  }
  return named;
}

Finding UpdateFinding(const Profile& profile, const OptimizerUse& use, const UpdateShares& shares,
                      double limit) {
  const std::vector<OneOptimizer> named = NamedOptimizers(use, shares);
  Finding finding;
  finding.id = "optimizer";
  finding.share = shares.ShareOf(shares.sum);
  const bool is_one = use.each.size() == 1;
  finding.text = fmt::format("the {} {}", is_one ? "optimizer takes" : "optimizers together take",
                             TimesOf(shares, shares.sum));
  std::string regexes;
  double changeable = 0;
  for (const OneOptimizer& one : named) {
    const std::string_view name = profile.strings[one.name];
    const UpdateRemedy remedy = HowToUpdateFaster(profile, one, shares.has_devices);
    finding.text += is_one ? fmt::format(", in {}; {}", name, remedy.text)
                           : fmt::format("; {} takes {:.1f}%: {}", name,
                                         100 * shares.ShareOf(shares.Of(one)), remedy.text);
    if (remedy.is_change) changeable += shares.Of(one);
    regexes += (regexes.empty() ? "" : ",") + NameRegex(name);
  }
  finding.severity = WarningIf(shares.ShareOf(changeable) >= limit);
  finding.command = fmt::format("ops -show_name_regexes {} -order_by total_us", QuoteWord(regexes));
  return finding;
}

// Copies are of what a host updates, which takes it most time.
std::string_view OptimizerOnHost(const Profile& profile, const OptimizerUse& use) {
  const auto most = std::max_element(
      use.each.begin(), use.each.end(),
      [](const OneOptimizer& a, const OneOptimizer& b) { return a.time < b.time; });
  return profile.strings[most->name];
}

// Whether most of `output`, the time of results in the mean step, copies gradients for optimizers
// on the host.
bool CopiesGradients(const OptimizerUse& use, double output) {
  return !use.each.empty() && output > 0 && 2 * use.gradient_copies >= output;
}

// What devices wait for while an optimizer updates on the host, in the mean step.
struct UpdateOnHost {
  double gradients = 0;  // copying these to the host
  double update = 0;
  double copies = 0;  // copying back what was updated
  PartShare all;

  UpdateOnHost(const StepTimings& timings, const OptimizerUse& use)
      : copies(MeanOf(timings.model_copies)) {
    double marks = 0;
    for (const OneOptimizer& one : use.each) marks += one.device_time > 0 ? 0 : one.time;
    const std::vector<double>& output = timings.Of(StepPart::kOutput);
    const bool with_gradients = CopiesGradients(use, MeanOf(output));
    std::vector<double> updates = timings.Of(StepPart::kHostCompute);
    for (double& update : updates) update = std::min(update, marks);
    std::vector<double> times = timings.model_copies;
    for (size_t i = 0; i < times.size(); ++i) {
      times[i] += updates[i] + (with_gradients ? output[i] : 0);
    }
    update = MeanOf(updates);
    gradients = with_gradients ? MeanOf(output) : 0;
    all = timings.ShareOf(times);
  }
};

Finding CopiesFinding(const Profile& profile, const StepTimings& timings, const OptimizerUse& use) {
  const UpdateOnHost parts(timings, use);
  const auto text_of = [](double time) { return FormatMicros(static_cast<Value>(time)); };
  Finding finding;
  finding.id = "optimizer_copies";
  finding.severity = Severity::kWarning;
  finding.share = parts.all.share;
  finding.text = fmt::format(
      "{} is {} on the host, while devices compute nothing: {}{} the update itself, {} copying to "
      "devices what it updated; keep the optimizer's state on the devices if it fits (in 8 bit, or "
      "sharded by FSDP or ZeRO), or copy each parameter while the host updates the next ones",
      OfStep(timings, parts.all), OptimizerOnHost(profile, use),
      parts.gradients > 0 ? text_of(parts.gradients) + " copying gradients to the host, " : "",
      text_of(parts.update), text_of(parts.copies));
  finding.command = "kernels -show_name_regexes '.*(HtoD|H2D|DtoH|D2H).*'";
  finding.saves = static_cast<Value>(parts.all.mean_share * timings.mean());
  return finding;
}

}  // namespace

std::vector<Finding> OptimizerFindings(const Profile& profile, const StepTimings& timings,
                                       const OptimizerUse& use, bool has_devices,
                                       const OptimizerLimits& limits) {
  std::vector<Finding> findings;
  if (use.each.empty()) return findings;
  const UpdateShares shares(use, has_devices);
  if (shares.whole > 0 && shares.sum > 0 && shares.sum >= limits.update * shares.whole) {
    const double high = has_devices ? limits.update : limits.update_on_host;
    findings.push_back(UpdateFinding(profile, use, shares, high));
  }
  const PartShare of_copies = timings.ShareOf(timings.model_copies);
  const bool are_of_optimizer =
      use.updated_copies > 0 && 2 * use.updated_copies >= use.model_copies;
  if (of_copies.share >= limits.copies && are_of_optimizer) {
    findings.push_back(CopiesFinding(profile, timings, use));
  }
  for (Finding& finding : findings) finding.subject = timings.run;
  return findings;
}

std::string GradientCopiesText(const Profile& profile, const OptimizerUse& use, double output) {
  if (!CopiesGradients(use, output)) return "";
  return fmt::format(". Most of it copies gradients for {}, which runs on the host",
                     OptimizerOnHost(profile, use));
}

}  // namespace profiler
