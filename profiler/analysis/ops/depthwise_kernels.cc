#include "profiler/analysis/ops/depthwise_kernels.h"

#include <map>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"

namespace profiler {

absl::StatusOr<DepthwiseKernels> DepthwiseKernelsIn(const Selected& selected,
                                                    const RunContext& context) {
  const Profile& profile = selected.profile();
  DepthwiseKernels found;
  enum class Known : char { kNot, kDepthwise, kOther };
  std::vector<Known> known(profile.strings.size());  // by name
  std::map<StringId, Int128> times;
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        const int64_t time = track.events.selves()[event];
        found.all += time;
        const StringId name = EventName(profile, track.events, event);
        if (!name.valid()) return;
        Known& kind = known[name.row()];
        if (kind == Known::kNot) {
          const bool is = profile.strings[name].find(kDepthwiseKernel) != std::string_view::npos;
          kind = is ? Known::kDepthwise : Known::kOther;
        }
        if (kind != Known::kDepthwise) return;
        found.time += time;
        const Int128 of_name = times[name] += time;
        if (!found.most.valid() || of_name > times[found.most]) found.most = name;
      }));
  return found;
}

}  // namespace profiler
