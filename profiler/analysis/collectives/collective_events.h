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

// One rank's part in a collective. Texts lie in the profile.
struct CollectiveEvent {
  EventId event;
  SourceId source;
  DeviceId device;
  StepId step;
  CollectiveKind kind = CollectiveKind::kOther;
  // The end of one that another event began (HLO's ...-done): it took time, and is none by itself.
  bool is_end = false;
  // A call that asks for it, on a host: how long the collective itself took is not known.
  bool is_call = false;
  std::string_view dtype, group;  // empty: not recorded
  int64_t group_size = kUnknown;
  // NCCL's size of it: what one rank gives or gets, the greater of both. Not known of one that
  // -from or -to cuts.
  int64_t bytes = kUnknown;
  int64_t begin = 0, duration = 0;

  int64_t end() const { return begin + duration; }
};

// The selected collectives, by source, device and begin. Where an accelerator ran them, what
// started them on the host is none; nor is a framework's call where the work of a library for
// hosts (gloo, MPI) was recorded.
absl::StatusOr<std::vector<CollectiveEvent>> FindCollectives(const Selected& selected,
                                                             RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_EVENTS_H_
