#include "profiler/analysis/input/device_waits.h"

#include "profiler/analysis/input/input_waits.h"

namespace profiler {

DeviceWaits::DeviceWaits(const Profile& profile) : kinds_(profile) {
  of_op_.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) {
    of_op_.push_back(WaitsForInput(profile.strings[op.type]) ? 1 : 0);
  }
}

bool DeviceWaits::Is(const TrackRow& track, const Events& events, uint32_t event) {
  const OpId op = events.op[event];
  return op.valid() && of_op_[op.row()] != 0 &&
         kinds_.Of(track, events, event) == DeviceWork::kKernel;
}

}  // namespace profiler
