#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

// By op, whether it is the call that launches a CUDA graph; empty if none is.
std::vector<char> GraphLaunches(const Profile& profile) {
  std::vector<char> launches(profile.op_count());
  bool are_any = false;
  for (uint32_t i = 0; i < launches.size(); ++i) {
    const OpRow& row = profile.ops.row[OpId(i)];
    if (row.kind != OpKind::kRuntime) continue;
    launches[i] = profile.strings[row.name].find("GraphLaunch") != std::string_view::npos ? 1 : 0;
    are_any = are_any || launches[i] != 0;
  }
  return are_any ? launches : std::vector<char>();
}

}  // namespace

void NameGraphWork(Profile& profile, std::vector<std::pair<OpId, StringId>>& types) {
  const std::vector<char> is_launch = GraphLaunches(profile);
  if (is_launch.empty()) return;
  absl::flat_hash_map<StringId, OpId> by_name;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (track.role != TrackRole::kExec || !IsAccelerator(track)) continue;
    for (OpId& op : profile.events[TrackId(t)].op) {
      if (!op.valid() || op.row() >= is_launch.size() || is_launch[op.row()] == 0) continue;
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
