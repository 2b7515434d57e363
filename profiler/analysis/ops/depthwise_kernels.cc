#include "profiler/analysis/ops/depthwise_kernels.h"

#include <map>
#include <string_view>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"

namespace profiler {

absl::StatusOr<DepthwiseKernels> DepthwiseKernelsIn(const Selected& selected,
                                                    const RunContext& context) {
  const Profile& profile = selected.profile();
  DepthwiseKernels found;
  std::map<StringId, bool> is_depthwise;
  std::map<StringId, Int128> times;
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        const int64_t time = track.events.selves()[event];
        found.all += time;
        const StringId name = EventName(profile, track.events, event);
        if (!name.valid()) return;
        const auto [known, is_new] = is_depthwise.try_emplace(name);
        if (is_new) {
          known->second = profile.strings[name].find(kDepthwiseKernel) != std::string_view::npos;
        }
        if (!known->second) return;
        found.time += time;
        const Int128 of_name = times[name] += time;
        if (!found.most.valid() || of_name > times[found.most]) found.most = name;
      }));
  return found;
}

}  // namespace profiler
