#include "profiler/advise/rules/common/slow_link.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/memory/link_rates.h"
#include "profiler/base/status.h"
#include "profiler/report/scaled.h"

namespace profiler {

absl::StatusOr<std::vector<Finding>> SlowLinkFindings(const RuleInput& input, Int128 span) {
  constexpr double kFarLess = 0.25, kLittleTime = 0.01;
  const Profile& profile = input.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<LinkRate> rates,
                            LinkRatesOf(input.selected, input.context));
  std::vector<Finding> findings;
  for (const LinkRate& one : rates) {
    const std::string_view model = profile.strings[profile.devices[one.device].model];
    const HostLink link = HostLinkOf(model);
    if (link.generation == 0 || Share(one.sum.time, span) < kLittleTime) continue;
    const Value reached = BytesPerSecond(one.sum.bytes, one.sum.time);
    if (ShareOf(reached, link.usual_bytes) >= kFarLess) continue;
    Finding& finding = findings.emplace_back();
    finding.id = "slow_link";
    finding.subject = profile.strings[profile.devices[one.device].name];
    finding.text = fmt::format(
        "large copies from pinned memory reach {} to {} ({}, {} in {}), where 16 lanes of PCIe {} "
        "carry about {}: look at the link (nvidia-smi -q shows its width and generation), at NUMA "
        "(whether the process and its memory are on the socket of its GPU) and at what else copies "
        "at the same time",
        ScaledText(reached, Unit::kBytesPerSecond), finding.subject, model,
        FormatBytesOf(one.sum.bytes), FormatMicros(one.sum.time), link.generation,
        ScaledText(link.usual_bytes, Unit::kBytesPerSecond));
    finding.command = "kernels -show_name_regexes '.*(Pinned|HtoD|H2D).*'";
    SetPlace(profile, one.source, finding);
  }
  return findings;
}

}  // namespace profiler
