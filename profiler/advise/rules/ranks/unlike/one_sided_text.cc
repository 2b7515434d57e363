#include "profiler/advise/rules/ranks/unlike/one_sided_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/layout_remedy.h"
#include "profiler/advise/rules/common/tf32_remedy.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/kernel_names.h"
#include "profiler/analysis/steps/code/parameter_ops.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

using Items = std::vector<RankComparison::OneSided::Item>;

constexpr char kChosenByTime[] =
    ". PyTorch chooses them on each rank, with cudnn.benchmark by timing them there: set "
    "torch.backends.cudnn.benchmark=False, or compare versions of libraries";

std::string NamesOfItems(const Profile& profile, const Items& items) {
  constexpr size_t kMostNamed = 3;
  std::vector<std::string_view> names;
  names.reserve(items.size());
  for (const auto& item : items) names.push_back(profile.strings[item.name]);
  return Listed(names, kMostNamed);
}

std::string TimeOfItems(const Items& items) {
  return FormatMicros(static_cast<Value>(RankComparison::OneSided::Sum(items)));
}

// Whether one of the ops updates all parameters at once.
bool UpdateAtOnce(const Profile& profile, const Items& items) {
  return std::any_of(items.begin(), items.end(), [&](const auto& item) {
    return WorksOnParameters(profile.strings[item.name]);
  });
}

// Whether one of the ops runs a graph that torch.compile made.
bool AreCompiled(const Profile& profile, const Items& items) {
  return std::any_of(items.begin(), items.end(), [&](const auto& item) {
    const std::string_view name = profile.strings[item.name];
    return name.find("CompiledFunction") != name.npos || name.starts_with(kCompiledRegion);
  });
}

// The kernel with most time, and how many more there are.
std::string KernelName(const Profile& profile, const Items& items) {
  return fmt::format("{}{}", profile.strings[items.front().name],
                     items.size() > 1 ? fmt::format(" and {} more", items.size() - 1) : "");
}

// How the kernels differ as far as their names tell it, and what to do.
std::string KindOfKernels(const Profile& profile, std::string_view there,
                          std::string_view on_others) {
  const Precision precision = PrecisionOfKernel(there);
  const Precision of_others = PrecisionOfKernel(on_others);
  if (precision == Precision::kBits32 && of_others == Precision::kBits16) {
    return ". They compute in 32 bit there and in 16 bit or less on the others: compare their "
           "types "
           "and autocast";
  }
  if (UsesTensorCores(there) == false && UsesTensorCores(on_others) == true) {
    if (precision != Precision::kBits32) {
      return ". They use no tensor cores there, unlike those of the others: compare the types and "
             "settings of both";
    }
    return fmt::format(
        ". They multiply 32 bit without tensor cores there, and on tensor cores (TF32) on the "
        "others: allow TF32 there, too ({})",
        HowToAllowTf32(FrameworkOf(profile)));
  }
  return ". Compare what chooses kernels: types, versions of libraries and settings, such as "
         "cudnn.benchmark and autotuning";
}

// ", 4 of them a step in other kernels: ..." after a number of calls, where kernels of the slow
// rank take the place of a part of those that run on all ranks; else "".
std::string SomeOtherKernelsText(const Profile& profile, const RankComparison::OneSided& kernels,
                                 StringId op, double growth) {
  const Compared own = {RankComparison::OneSided::Sum(kernels.there),
                        RankComparison::OneSided::Sum(kernels.less_often)};
  const Compared common = {kernels.common.slow, kernels.common_as_fast};
  if (kernels.less_often.empty() || 2 * own.growth() < growth || !GrowsLess(common, own)) return "";
  const std::string_view there = profile.strings[kernels.there.front().name];
  const std::string_view on_others = profile.strings[kernels.less_often.front().name];
  const bool is_convolution =
      op.valid() && profile.strings[op].find("conv") != std::string_view::npos;
  return fmt::format(
      ", {:.3g} of them a step in other kernels: {} there, {} on the others and for the "
      "rest of these calls{}",
      RankComparison::OneSided::Calls(kernels.there), KernelName(profile, kernels.there), on_others,
      is_convolution && FrameworkOf(profile) == Framework::kPyTorch
          ? kChosenByTime
          : KindOfKernels(profile, there, on_others));
}

}  // namespace

std::string OneSidedOpsText(const Profile& profile, const RankComparison& comparison, OpPlace place,
                            double excess, bool are_several) {
  const RankComparison::OneSided ops = comparison.OpsOfOneSide(place, /*by_inputs=*/false);
  if (ops.there.empty() || !ops.Explains(excess)) return "";
  const bool is_one = ops.there.size() == 1;
  if (is_one && ops.on_others.empty()) return "";
  std::string text =
      fmt::format(". {} {} {} a step there and hardly {} on the others",
                  is_one ? profile.strings[ops.there.front().name] : Count(ops.there.size(), "op"),
                  is_one ? "takes" : "take", TimeOfItems(ops.there), is_one ? "runs" : "run");
  if (!is_one) text += fmt::format(" ({})", NamesOfItems(profile, ops.there));
  if (ops.on_others.empty()) {
    return fmt::format("{}: see why {} that work", text,
                       are_several ? "these ranks alone do" : "this rank alone does");
  }
  text += fmt::format(", which run {} instead, for {}", NamesOfItems(profile, ops.on_others),
                      TimeOfItems(ops.on_others));
  if (AreCompiled(profile, ops.on_others) && !AreCompiled(profile, ops.there)) {
    return fmt::format(
        "{}: torch.compile compiled the model on the others and not there: see what keeps it from "
        "that (an exception, a setting, too many recompilations; TORCH_LOGS=recompiles)",
        text);
  }
  const bool is_of_optimizer =
      UpdateAtOnce(profile, ops.on_others) && !UpdateAtOnce(profile, ops.there);
  return fmt::format(
      "{}: compare {} code and settings with those of the others{}", text,
      are_several ? "their" : "its",
      is_of_optimizer ? ", first those of the optimizer (fused=True, foreach=True)" : "");
}

std::string OtherKernelsText(const Profile& profile, const RankComparison& comparison, StringId op,
                             double growth) {
  const RankComparison::OneSided kernels = comparison.KernelsOfOneSide(op);
  if (kernels.there.empty()) return "";
  if (kernels.on_others.empty()) return SomeOtherKernelsText(profile, kernels, op, growth);
  if (!kernels.Explains(growth)) return "";
  // Of a slow device all kernels take longer, and autotuning may choose others for it.
  const Compared& common = kernels.common;
  const Compared own = {RankComparison::OneSided::Sum(kernels.there),
                        RankComparison::OneSided::Sum(kernels.on_others)};
  if (common.others > 0 && !GrowsLess(common, own)) return "";
  return fmt::format(", in other kernels: {} there, {} on the others{}",
                     KernelName(profile, kernels.there), KernelName(profile, kernels.on_others),
                     KindOfKernels(profile, profile.strings[kernels.there.front().name],
                                   profile.strings[kernels.on_others.front().name]));
}

std::string AddedKernelsText(const Profile& profile, const RankComparison& comparison, StringId op,
                             double growth) {
  const RankComparison::OneSided kernels = comparison.KernelsOfOneSide(op);
  const bool is_added = !kernels.there.empty() && kernels.on_others.empty() &&
                        kernels.less_often.empty() && kernels.Explains(growth);
  if (!is_added) return "";
  const bool is_layout =
      std::all_of(kernels.there.begin(), kernels.there.end(),
                  [&](const auto& one) { return IsLayoutKernel(profile.strings[one.name]); });
  return fmt::format(
      ", as more kernels run in {} there, {:.3g} a step that hardly run on the others: {}, {} a "
      "step. {}",
      op.valid() ? "it" : "them", RankComparison::OneSided::Calls(kernels.there),
      KernelName(profile, kernels.there), TimeOfItems(kernels.there),
      is_layout
          ? fmt::format("They only change the layout of tensors between NCHW and NHWC: {} there, "
                        "as on the others",
                        HowToKeepLayout(FrameworkOf(profile)))
          : std::string("Compare the types and layouts of inputs, versions of libraries and "
                        "settings"));
}

}  // namespace profiler
