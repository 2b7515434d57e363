#ifndef PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_EVENTS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_EVENTS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// One rank's part in a collective. Texts point into the profile.
struct CollectiveEvent {
  EventId event;
  SourceId source;
  DeviceId device;
  StepId step;
  CollectiveKind kind = CollectiveKind::kOther;
  // The event ends a collective that another event started (HLO's ...-done). Its time counts, but
  // it is not counted as a separate collective.
  bool is_end = false;
  // Of an event that starts a collective which another one ends, and of that one: both are known.
  bool is_joined = false;
  // The event is a call on a host that requests the collective; the duration of the collective
  // itself is unknown.
  bool is_call = false;
  // The event annotates work of an accelerator.
  bool is_annotation = false;
  std::string_view dtype, group;  // empty if not recorded
  int64_t group_size = kUnknown;
  int64_t peer = kUnknown;  // of a send or receive, the other rank
  // The size as NCCL defines it: one rank's input or output, whichever is larger. Unknown if -from
  // or -to clips it.
  int64_t bytes = kUnknown;
  int64_t begin = 0, duration = 0;
  // Of what starts and ends apart, on both events: from the begin of the start to the end, while
  // others may compute; and both durations. Else the duration.
  int64_t in_flight = 0, own_time = 0;

  int64_t end() const { return begin + duration; }
  // Whether a rank waits in it for others: of what starts and ends apart, in the end.
  bool Blocks() const { return is_end == is_joined; }
};

// The selected collectives, sorted by source, device and start. Each collective is listed once, as
// what was recorded of the communication itself: an accelerator's kernel or else the annotation of
// its work, without the launch on the host; a host library's work (gloo, MPI), without the
// framework's call, which only requests it. Includes the sends and receives of such libraries.
absl::StatusOr<std::vector<CollectiveEvent>> FindCollectives(const Selected& selected,
                                                             RunContext& context);

// Whether libraries that communicate on hosts (gloo, MPI) recorded what they did.
bool RecordsHostLibraries(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_EVENTS_H_
