#include "profiler/analysis/trees/waiting_threads.h"

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

const FrameRow& Outermost(const Profile& profile, FrameId frame) {
  while (profile.frames[frame].parent.valid()) frame = profile.frames[frame].parent;
  return profile.frames[frame];
}

// Whether the frame is where Python's threads begin, but for the main one.
bool BeginsThread(const Profile& profile, const FrameRow& outermost) {
  const std::string_view path = profile.strings[outermost.file];
  return path.substr(path.rfind('/') + 1) == "threading.py" &&
         profile.strings[outermost.function] == "_bootstrap";
}

// Whether the frame waits itself. As the outermost one it is of a thread that already waited when
// the recording began.
bool Waits(const Profile& profile, const FrameRow& outermost) {
  return FrameWaitsForThreads(profile.strings[outermost.file], profile.strings[outermost.function]);
}

}  // namespace

std::vector<char> WaitsOfOtherThreads(const Profile& profile) {
  std::vector<char> waits(profile.op_count());
  std::vector<OpId> unsure;  // waits whose thread may be the main one
  for (uint32_t op = 0; op < waits.size(); ++op) {
    const OpRow& row = profile.ops.row[OpId(op)];
    const bool may_wait = row.kind == OpKind::kRuntime && row.frame.valid() &&
                          WaitsForThreads(profile.strings[row.name]);
    if (!may_wait) continue;
    const FrameRow& outermost = Outermost(profile, row.frame);
    const bool is_sure = BeginsThread(profile, outermost);
    if (!is_sure && !Waits(profile, outermost)) continue;
    waits[op] = 1;
    if (!is_sure) unsure.push_back(OpId(op));
  }
  if (unsure.empty()) return waits;
  std::vector<char> delays_steps(profile.op_count());
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    if (!HoldsSteps(track.events)) continue;
    for (const OpId op : track.events.op) {
      if (op.valid()) delays_steps[op.row()] = 1;
    }
  }
  for (const OpId op : unsure) waits[op.row()] = delays_steps[op.row()] != 0 ? 0 : 1;
  return waits;
}

}  // namespace profiler
