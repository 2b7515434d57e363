#ifndef PROFILER_ANALYSIS_SELECTION_PLACE_ORDER_H_
#define PROFILER_ANALYSIS_SELECTION_PLACE_ORDER_H_

#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>

#include "profiler/store/profile.h"

namespace profiler {

// The sort order of tables over sources and devices: by rank, host and device. Unknown ranks come
// last. Sources that compare equal stay in the order in which they were read.
using PlaceOrder =
    std::tuple<int64_t, std::string_view, DeviceKind, int64_t, std::string_view, uint32_t>;

// The sort key for a source's rank; unknown ranks sort after all others.
inline int64_t RankOrder(const Profile& profile, SourceId source) {
  const int64_t rank = source.valid() ? profile.sources[source].rank : kUnknown;
  return rank == kUnknown ? std::numeric_limits<int64_t>::max() : rank;
}

inline PlaceOrder PlaceOrderOf(const Profile& profile, SourceId source_id, DeviceId device_id) {
  const SourceRow& source = profile.sources[source_id];
  const DeviceRow device = device_id.valid() ? profile.devices[device_id] : DeviceRow();
  const StringId host = device.host.valid() ? device.host : source.host;
  return {RankOrder(profile, source_id), profile.strings[host], device.kind, device.ordinal,
          profile.strings[device.name],  source_id.row()};
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_PLACE_ORDER_H_
