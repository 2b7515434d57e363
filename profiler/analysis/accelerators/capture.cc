#include "profiler/analysis/accelerators/capture.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// Calls of CUDA and HIP that launch kernels, e.g. cudaLaunchKernelExC, hipExtModuleLaunchKernel.
bool StartsKernels(std::string_view name) {
  if (!name.starts_with("cu") && !name.starts_with("hip")) return false;
  return name.find("LaunchKernel") != name.npos || name.find("LaunchCooperative") != name.npos ||
         name.find("GraphLaunch") != name.npos;
}

// By track and event: whether the event launched device work.
std::vector<std::vector<bool>> Starters(const Profile& profile) {
  std::vector<std::vector<bool>> starts(profile.tracks.size());
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kLaunch) continue;
    std::vector<bool>& of_track = starts[flow.from.track.row()];
    of_track.resize(profile.events[flow.from.track].size());
    of_track[flow.from.row] = true;
  }
  return starts;
}

absl::Status AddCalls(const Profile& profile, RunContext& context, std::vector<Capture>& captures) {
  const std::vector<std::vector<bool>> starts = Starters(profile);
  std::vector<char> starts_kernels(profile.op_count());
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    const OpRow& row = profile.ops.row[OpId(op)];
    starts_kernels[op] =
        row.kind == OpKind::kRuntime && StartsKernels(profile.strings[row.name]) ? 1 : 0;
  }
  const auto is_thread = [](const TrackRow& track) { return track.kind == TrackKind::kThread; };
  for (const Track track : Tracks(profile, is_thread)) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    Capture& capture = captures[track.row.source.row()];
    const std::vector<bool>& started = starts[track.id.row()];
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || starts_kernels[op.row()] == 0) continue;
      ++capture.calls;
      if (e < started.size() && started[e]) continue;
      ++capture.calls_without_work;
      const EventId first = capture.first_without_work;
      if (!first.valid() || events.begin[e] < profile.events[first.track].begin[first.row]) {
        capture.first_without_work = {track.id, e};
      }
    }
  }
  return absl::OkStatus();
}

// By track of a device, when the first work began that a recorded call launched there; by source,
// when the first such call began. INT64_MAX if there is none.
struct Firsts {
  explicit Firsts(const Profile& profile)
      : work(profile.tracks.size(), INT64_MAX), call(profile.sources.size(), INT64_MAX) {
    for (const FlowRow& flow : profile.flows.values()) {
      if (flow.kind != FlowKind::kLaunch) continue;
      int64_t& of_track = work[flow.to.track.row()];
      of_track = std::min(of_track, profile.events[flow.to.track].begin[flow.to.row]);
      int64_t& of_source = call[profile.tracks[flow.from.track].source.row()];
      of_source = std::min(of_source, profile.events[flow.from.track].begin[flow.from.row]);
    }
  }

  // Whether work without a call was launched before the recording. A stream works in the order of
  // launches; of one without recorded calls only the time tells.
  bool IsBefore(const Track& track, uint32_t event) const {
    const int64_t of_track = work[track.id.row()], of_source = call[track.row.source.row()];
    if (of_source == INT64_MAX) return false;
    return track.events.begin[event] < (of_track == INT64_MAX ? of_source : of_track);
  }

  std::vector<int64_t> work, call;
};

}  // namespace

absl::StatusOr<std::vector<Capture>> CapturesOf(const Selected& selected, RunContext& context) {
  const Profile& profile = selected.profile();
  std::vector<Capture> captures(profile.sources.size());
  for (uint32_t s = 0; s < captures.size(); ++s) captures[s].source = SourceId(s);
  const LaunchedBy launched_by(profile);
  const Firsts firsts(profile);
  const auto add = [&](const Track& track, uint32_t event) {
    const DeviceId device = track.row.device;
    if (!device.valid() || profile.devices[device].kind != DeviceKind::kGpu) return;
    Capture& capture = captures[track.row.source.row()];
    const int64_t time = track.events.duration[event];
    const bool has_call = launched_by(track.id, event).valid();
    if (!has_call && firsts.IsBefore(track, event)) {
      ++capture.work_before;
      capture.time_before += time;
      return;
    }
    ++capture.work;
    capture.time += time;
    if (has_call) return;
    ++capture.work_without_call;
    capture.time_without_call += time;
  };
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(selected.WithAllSteps(), context, add));
  PROFILER_RETURN_IF_ERROR(AddCalls(profile, context, captures));
  std::erase_if(captures, [](const Capture& one) {
    return one.work == 0 && one.work_before == 0 && one.calls == 0;
  });
  return captures;
}

}  // namespace profiler
