#ifndef PROFILER_VIEWS_PLACE_ORDER_H_
#define PROFILER_VIEWS_PLACE_ORDER_H_

#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>

#include "profiler/store/profile.h"

namespace profiler {

// Orders what sources recorded on devices as tables list it: by rank, host and device. Ranks that
// are not known come last; sources that nothing else tells apart stand as they were read.
using PlaceOrder =
    std::tuple<int64_t, std::string_view, DeviceKind, int64_t, std::string_view, uint32_t>;

inline PlaceOrder PlaceOrderOf(const Profile& profile, SourceId source_id, DeviceId device_id) {
  const SourceRow& source = profile.sources[source_id];
  const DeviceRow device = device_id.valid() ? profile.devices[device_id] : DeviceRow();
  const int64_t rank = source.rank == kUnknown ? std::numeric_limits<int64_t>::max() : source.rank;
  const StringId host = device.host.valid() ? device.host : source.host;
  return {rank,           profile.strings[host],        device.kind,
          device.ordinal, profile.strings[device.name], source_id.row()};
}

}  // namespace profiler

#endif  // PROFILER_VIEWS_PLACE_ORDER_H_
