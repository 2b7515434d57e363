// What recording itself costs a host: an estimate, as docs/advice.md describes.
#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_RECORDING_COST_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_RECORDING_COST_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/base/heap_bytes.h"
#include "profiler/base/value.h"

namespace profiler {

// Of the steps of a run; times are per step, in picoseconds.
struct RecordingCost {
  std::string run;
  Value events = 0, functions = 0;  // functions of Python are in both
  // What recording takes: never more than the events' distances, nor than devices are idle.
  Value least = 0, most = 0;
  Value step = 0;
};
inline uint64_t HeapBytes(const std::optional<RecordingCost>& cost) {
  return cost ? HeapBytes(cost->run) : 0;
}

// Where it is `least_share` of a step or more: of the first such run of PyTorch or JAX whose
// devices wait for the host.
absl::StatusOr<std::optional<RecordingCost>> FindRecordingCost(const RuleInput& input,
                                                               double least_share);

// Where nothing ran on accelerators: what recording takes on the thread with most events, if most
// of these are functions of Python. Of several runs, that of which it takes most.
absl::StatusOr<std::optional<RecordingCost>> FindHostRecordingCost(const RuleInput& input);

// Whether functions of Python may take far less time without it.
inline bool MaySlowPython(const std::optional<RecordingCost>& cost) {
  constexpr double kMuch = 0.25;  // of a step
  return cost.has_value() && ShareOf(cost->most, cost->step) >= kMuch;
}

Finding HostRecordingFinding(const Profile& profile, const RecordingCost& cost);

Finding RecordingFinding(const RecordingCost& cost);

// From this share of a step recording is told, if CaptureChecker's threshold says no other.
inline constexpr double kRecordingIsTold = 0.1;

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_RECORDING_COST_H_
