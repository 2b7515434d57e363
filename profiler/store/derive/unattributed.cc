#include "profiler/store/derive/derive.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {

void NameUnattributed(Profile& profile, std::vector<std::pair<OpId, StringId>>& types) {
  OpId unattributed;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (track.role != TrackRole::kExec || !IsAccelerator(track)) continue;
    for (OpId& op : profile.events[TrackId(t)].op) {
      if (op.valid()) continue;
      if (!unattributed.valid()) {
        OpRow row;
        row.kind = OpKind::kRuntime;
        row.name = row.type = profile.strings.Intern(kUnattributed);
        profile.ops.row.push_back(row);
        unattributed = OpId(static_cast<uint32_t>(profile.ops.row.size() - 1));
        types.emplace_back(unattributed, row.type);
      }
      op = unattributed;
    }
  }
}

}  // namespace profiler::derive
