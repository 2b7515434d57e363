#include "profiler/advise/rules/accelerators/depthwise_text.h"

#include <fmt/format.h>

#include <string_view>

#include "profiler/advise/rules/common/evidence.h"

namespace profiler {
namespace {

// Without namespaces, which may be "(anonymous namespace)", and arguments.
std::string_view BareKernelName(std::string_view name) {
  name = name.substr(0, name.find('<'));
  const size_t scope = name.rfind("::");
  return scope == name.npos ? name : name.substr(scope + 2);
}

}  // namespace

Finding DepthwiseFinding(const Profile& profile, const DepthwiseKernels& kernels) {
  Finding finding = Warning(
      "depthwise", "",
      fmt::format(
          "depthwise convolutions take {:.0f}% of the time of all work on accelerators, most of it "
          "in {}. These kernels use no tensor cores, not even in 16 bit: try "
          "model.to(memory_format=torch.channels_last), for which cuDNN has other kernels, or "
          "convolutions with fewer and larger groups",
          100 * Share(kernels.time, kernels.all), BareKernelName(profile.strings[kernels.most])),
      "kernels -show_name_regexes '.*conv_depthwise.*' -order_by total_us");
  finding.share = Share(kernels.time, kernels.all);
  return finding;
}

}  // namespace profiler
