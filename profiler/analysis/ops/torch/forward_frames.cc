#include "profiler/analysis/ops/torch/forward_frames.h"

#include <cstdint>
#include <utility>

#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"

namespace profiler {
namespace {

class ForwardFrameFinder {
 public:
  explicit ForwardFrameFinder(const Profile& profile)
      : profile_(profile),
        of_track_(profile.tracks.size()),
        frames_(profile.op_count()),
        has_several_(profile.op_count()) {}

  std::vector<FrameId> Run() && {
    for (const FlowRow& flow : profile_.flows.values()) {
      if (flow.kind == FlowKind::kData) AddLink(flow);
    }
    for (const Track track : Tracks(profile_, HoldsThreadsWork)) AddTrack(track);
    return std::move(frames_);
  }

 private:
  void AddLink(const FlowRow& flow) {
    const OpId forward = profile_.events[flow.from.track].op[flow.from.row];
    if (!forward.valid()) return;
    const FrameId frame = UserFrame(profile_, profile_.ops.row[forward].frame);
    if (!frame.valid()) return;
    std::vector<FrameId>& frames = of_track_[flow.to.track.row()];
    frames.resize(profile_.events[flow.to.track].size());
    frames[flow.to.row] = frame;
  }

  void AddTrack(const Track& track) {
    std::vector<FrameId>& frames = of_track_[track.id.row()];
    for (uint32_t e = 0; e < frames.size(); ++e) {
      const uint32_t parent = track.events.ParentOf(e);
      if (!frames[e].valid() && parent != Events::kNoParent) frames[e] = frames[parent];
      if (frames[e].valid()) AddOp(track.events.op[e], frames[e]);
    }
  }

  void AddOp(OpId op, FrameId frame) {
    if (!op.valid() || profile_.ops.row[op].frame.valid() || has_several_[op.row()]) return;
    FrameId& known = frames_[op.row()];
    has_several_[op.row()] = known.valid() && !AreOnOneLine(known, frame);
    known = has_several_[op.row()] ? FrameId() : frame;
  }

  bool AreOnOneLine(FrameId a, FrameId b) const {
    const FrameRow &first = profile_.frames[a], &second = profile_.frames[b];
    return first.file == second.file && first.line == second.line;
  }

  const Profile& profile_;
  std::vector<std::vector<FrameId>> of_track_;  // by track and event
  std::vector<FrameId> frames_;                 // by op
  std::vector<bool> has_several_;               // by op
};

}  // namespace

std::vector<FrameId> ForwardFrames(const Profile& profile) {
  return ForwardFrameFinder(profile).Run();
}

}  // namespace profiler
