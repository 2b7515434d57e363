#include "profiler/store/exec_devices.h"

#include <algorithm>

#include "profiler/store/row_facts.h"

namespace profiler {

std::vector<char> DevicesOfExecs(const Profile& profile) {
  std::vector<char> has(profile.devices.size());
  const auto take = [&](OpId op, DeviceId device) {
    if (op.valid() && device.valid()) has[device.row()] = 1;
  };
  profile.recorded_execs.ForEachOf(take, &ExecRow::op, &ExecRow::device);
  profile.snapshots.ForEachOf(take, &SnapshotRow::op, &SnapshotRow::device);
  profile.kept_execs.ForEachOf(take, &KeptExecRow::op, &KeptExecRow::device);
  for (const UnplacedRow& row : profile.unplaced) take(row.op, profile.tracks[row.track].device);
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!IsSummed(track)) continue;
    const std::vector<OpId>& ops = profile.events[TrackId(t)].op;
    const auto op = std::find_if(ops.begin(), ops.end(), [](OpId one) { return one.valid(); });
    if (op != ops.end()) take(*op, track.device);
  }
  return has;
}

}  // namespace profiler
