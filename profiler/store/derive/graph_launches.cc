#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

bool IsGraphLaunch(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  const std::string_view name = profile.strings[row.name];
  return row.kind == OpKind::kRuntime && name.find("GraphLaunch") != name.npos;
}

}  // namespace

void NameGraphWork(Profile& profile, std::vector<std::pair<OpId, StringId>>& types) {
  absl::flat_hash_map<StringId, OpId> by_name;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (track.role != TrackRole::kExec || !IsAccelerator(track)) continue;
    for (OpId& op : profile.events[TrackId(t)].op) {
      if (!op.valid() || !IsGraphLaunch(profile, op)) continue;
      const StringId name = profile.ops.row[op].name;
      const auto [it, is_new] = by_name.try_emplace(name);
      if (is_new) {
        OpRow row;
        row.kind = OpKind::kFrameworkOp;
        row.name = row.type = name;
        profile.ops.row.push_back(row);
        it->second = OpId(static_cast<uint32_t>(profile.ops.row.size() - 1));
        types.emplace_back(it->second, row.type);
      }
      op = it->second;
    }
  }
}

}  // namespace profiler::derive
