#include "profiler/analysis/steps/stopped_devices.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "profiler/analysis/accelerators/capture.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/steps/end_calls.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// How long nothing ends: so many seconds, and so many times as long as a step.
// An evaluation or a checkpoint at the end is no hang.
constexpr int64_t kLeastQuiet = 2 * int64_t{kPicosPerSecond};
constexpr double kQuietSteps = 10;
// A host runs ahead of its devices, by the launches of so many steps at most.
constexpr double kStepsAhead = 2;

constexpr int64_t kNothing = std::numeric_limits<int64_t>::min();

struct DeviceEnds {
  int64_t device = kNothing;  // of the last work of a device
  int64_t all = kNothing;     // of all events, marks included
};

std::vector<DeviceEnds> EndsOfSources(const Profile& profile) {
  std::vector<DeviceEnds> ends(profile.sources.size());
  const auto any = [](const TrackRow& track) { return track.source.valid(); };
  for (const Track track : Tracks(profile, any)) {
    DeviceEnds& of = ends[track.row.source.row()];
    const bool is_device = IsAccelerator(track.row);
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      const int64_t end = track.events.begin[e] + track.events.duration[e];
      of.all = std::max(of.all, end);
      if (is_device && IsSlice(track.events, e)) of.device = std::max(of.device, end);
    }
  }
  return ends;
}

// Whether the call or one of the ops around it is of a collective.
bool IsOfCollective(const Profile& profile, const CommunicationTable& communication, EventId call) {
  const Events& events = profile.events[call.track];
  for (uint32_t e = call.row; e != Events::kNoParent; e = events.ParentOf(e)) {
    const OpId op = events.op[e];
    if (op.valid() && communication.Of(op) != Communication::kNone) return true;
  }
  return false;
}

std::optional<StoppedDevice> StoppedOf(const Profile& profile,
                                       const CommunicationTable& communication,
                                       const Capture& capture, const DeviceEnds& ends) {
  const EventId call = capture.first_without_work;
  if (!call.valid() || ends.device == kNothing) return std::nullopt;
  const Int128 quiet = Int128{ends.all} - ends.device;
  if (quiet < kLeastQuiet) return std::nullopt;  // first, as it reads no steps
  const double usual = UsualStep(profile, capture.source);
  if (std::isnan(usual) || static_cast<double>(quiet) < kQuietSteps * usual) return std::nullopt;
  // The launches without kernels are the last ones, and what the host launched
  // it launched before.
  const Events& events = profile.events[call.track];
  const Int128 since_first = Int128{ends.device} - events.begin[call.row];
  if (static_cast<double>(since_first) > kStepsAhead * usual) return std::nullopt;
  if (!NothingBegins(profile, capture.source, ends.all - static_cast<int64_t>(quiet / 2))) {
    return std::nullopt;
  }
  const StringId around = AroundCall(profile, events, call.row);
  return StoppedDevice{.source = capture.source,
                       .quiet = static_cast<int64_t>(quiet),
                       .usual = usual,
                       .launches = capture.calls_without_work,
                       .first = around.valid() ? around : EventName(profile, events, call.row),
                       .is_collective = IsOfCollective(profile, communication, call)};
}

}  // namespace

absl::StatusOr<std::vector<StoppedDevice>> FindStoppedDevices(const Selected& selected,
                                                              RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const auto captures, CapturesOf(selected, context));
  std::vector<StoppedDevice> stopped;
  const bool any_lacks = std::any_of(captures.begin(), captures.end(), [](const Capture& one) {
    return one.first_without_work.valid();
  });
  if (!any_lacks) return stopped;
  const std::vector<DeviceEnds> ends = EndsOfSources(profile);
  const CommunicationTable communication(profile);
  for (const Capture& capture : captures) {
    if (auto one = StoppedOf(profile, communication, capture, ends[capture.source.row()])) {
      stopped.push_back(*one);
    }
  }
  return stopped;
}

const StoppedDevice* FirstStopped(const std::vector<StoppedDevice>& stopped) {
  constexpr int64_t kFarMore = 2;
  std::vector<const StoppedDevice*> alone;
  for (const StoppedDevice& one : stopped) {
    if (!one.is_collective) alone.push_back(&one);
  }
  if (alone.size() == 1) return alone.front();
  if (alone.empty()) {
    for (const StoppedDevice& one : stopped) alone.push_back(&one);
  }
  std::sort(alone.begin(), alone.end(), [](const StoppedDevice* a, const StoppedDevice* b) {
    return a->launches > b->launches;
  });
  if (alone.empty()) return nullptr;
  const bool stands_out = alone.size() == 1 || alone[0]->launches / kFarMore >= alone[1]->launches;
  return stands_out ? alone.front() : nullptr;
}

}  // namespace profiler
