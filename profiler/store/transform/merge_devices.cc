#include "profiler/store/transform/merge_devices.h"

#include <fmt/format.h>

#include "absl/container/flat_hash_set.h"

namespace profiler {

std::vector<uint32_t> KeyRunOfDevices(const Profile& part, const std::vector<uint32_t>& run_of) {
  // Readers name the host of a rank after it where none was recorded.
  absl::flat_hash_set<StringId> rank_names;
  for (const SourceRow& source : part.sources.values()) {
    if (source.rank == kUnknown || !source.host.valid()) continue;
    if (part.strings[source.host] == fmt::format("rank {}", source.rank)) {
      rank_names.insert(source.host);
    }
  }
  std::vector<uint32_t> run_of_device(part.devices.size(), run_of.empty() ? 0 : run_of[0]);
  for (const TrackRow& track : part.tracks.values()) {
    if (!track.device.valid() || !track.source.valid()) continue;
    run_of_device[track.device.row()] = run_of[part.sources[track.source].run_group];
  }
  for (uint32_t i = 0; i < part.devices.size(); ++i) {
    if (!rank_names.contains(part.devices[DeviceId(i)].host)) run_of_device[i] = kAnyRun;
  }
  return run_of_device;
}

}  // namespace profiler
