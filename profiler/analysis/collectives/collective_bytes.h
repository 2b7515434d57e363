#ifndef PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_BYTES_H_
#define PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_BYTES_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "absl/status/statusor.h"
#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// Returns the size as NCCL defines it: one rank's input or output, whichever is larger. kUnknown if
// not recorded.
int64_t BytesOfElements(const CollectiveDetails& details);

// Sets the size, if unknown, and element type from the recorded inputs of an annotation of a
// process group, of a collective whose output is not larger than its input. They stay unknown if an
// input's are.
void FillFromInputs(const Profile& profile, OpId op, CollectiveEvent& collective);

// Sets the size of its group, and the size and element type from the shape of an HLO instruction.
void FillFromInstruction(const Profile& profile, OpId op, CollectiveEvent& collective);

// Collectives added up, and how long they should take.
struct CollectiveTotals {
  int64_t occurrences = 0, shortest = std::numeric_limits<int64_t>::max(), longest = 0;
  Int128 total = 0;
  // The same, but of what starts and ends apart from the begin of its start to its end.
  Int128 in_flight = 0;
  bool knows_all = true;  // the bytes of every collective are known
  // Only collectives with known bytes count, from when the last rank came, where that is known.
  Int128 bytes = 0, timed = 0;
  double bus_bytes = 0;
  // No rate is shown for calls, whose duration is not that of the collective, or for groups of one.
  bool has_rate = true, has_calls = false;

  void Add(const CollectiveEvent& event, Int128 wait) {
    total += event.duration;
    const bool knows_bytes = event.bytes != kUnknown;
    has_rate = has_rate && !event.is_call && event.group_size != 1;
    has_calls = has_calls || event.is_call;
    if (!event.is_end || !event.is_joined) in_flight += event.in_flight;
    if (event.is_end && event.is_joined) {
      if (knows_bytes) timed -= wait;  // the start has the time
      return;
    }
    if (knows_bytes || event.is_end) timed += event.in_flight - wait;
    if (event.is_end) return;
    ++occurrences;
    shortest = std::min(shortest, event.own_time);
    longest = std::max(longest, event.own_time);
    knows_all = knows_all && knows_bytes;
    if (!knows_bytes) return;
    bytes += event.bytes;
    bus_bytes += static_cast<double>(event.bytes) * BusFactor(event.kind, event.group_size);
  }

  void Add(const CollectiveTotals& other) {
    occurrences += other.occurrences;
    shortest = std::min(shortest, other.shortest);
    longest = std::max(longest, other.longest);
    total += other.total;
    in_flight += other.in_flight;
    knows_all = knows_all && other.knows_all;
    bytes += other.bytes;
    timed += other.timed;
    bus_bytes += other.bus_bytes;
    has_rate = has_rate && other.has_rate;
    has_calls = has_calls || other.has_calls;
  }

  double PerSecond(double amount) const {
    return timed <= 0 || bytes == 0 || !has_rate
               ? kAbsentReal
               : amount * kPicosPerSecond / static_cast<double>(timed);
  }

  // In picoseconds; NaN if unknown. The least that a ring takes whose links carry so many bytes of
  // a second: what each rank's link carries over this rate.
  double LinkTime(double bytes_per_second) const {
    return has_rate && bus_bytes > 0 ? bus_bytes / bytes_per_second * kPicosPerSecond : kAbsentReal;
  }
  // In picoseconds; NaN if unknown. At a rate of what one rank hands to the collectives.
  double ExpectedTime(double bytes_per_second) const {
    const double time = static_cast<double>(bytes) / bytes_per_second * kPicosPerSecond;
    return bytes > 0 && has_rate && time < 0x1p125 ? time : kAbsentReal;
  }
};

// The collectives of TPU cores, by step and core.
using CoreCollectives = std::map<std::pair<StepId, DeviceId>, CollectiveTotals>;

absl::StatusOr<CoreCollectives> CollectivesByCore(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_BYTES_H_
