#include "profiler/advise/rules/accelerators/not_idle_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

#include "profiler/advise/rules/common/evidence.h"

namespace profiler {
namespace {

std::string_view NotIdleReason(AfterWait why) {
  switch (why) {
    case AfterWait::kNothing:
      return "no work follows the wait";
    case AfterWait::kQueued:
      return "it has more work queued";
    case AfterWait::kWasDone:
      return "it was done before the wait";
    case AfterWait::kHostWorks:
      return "the host does other work after the wait";
    case AfterWait::kOutsideSteps:
      return "it is idle outside of the steps only";
    case AfterWait::kUnknown:
      break;
  }
  return "";
}

}  // namespace

std::string NotIdleText(const DeviceSyncs& syncs) {
  constexpr double kNearlyAll = 0.95;
  const auto most = std::max_element(syncs.not_idle.begin(), syncs.not_idle.end());
  const std::string_view why = NotIdleReason(static_cast<AfterWait>(most - syncs.not_idle.begin()));
  const Int128 all = std::accumulate(syncs.not_idle.begin(), syncs.not_idle.end(), Int128{0});
  if (why.empty()) return "; no device is idle because of that";
  return fmt::format("; no device is idle because of that: {}{}",
                     Share(*most, all) < kNearlyAll ? "mostly, " : "", why);
}

}  // namespace profiler
