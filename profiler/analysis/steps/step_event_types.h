#ifndef PROFILER_ANALYSIS_STEPS_STEP_EVENT_TYPES_H_
#define PROFILER_ANALYSIS_STEPS_STEP_EVENT_TYPES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/accelerators/blocking_calls.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/collectives/traffic.h"
#include "profiler/analysis/ops/precision.h"
#include "profiler/store/profile.h"

namespace profiler {

// What an event does for its step. Of those at one time the last counts: a launch hides the code
// around it, and what a device does hides what the host does meanwhile.
enum class StepEventType : uint8_t {
  kHostWait,  // for a device
  kHostCompute,
  kHostCompile,
  kHostToHost,
  kHostToDevice,
  kKernelLaunch,
  kCollectives,
  kWaitInput,
  kDeviceToDevice,
  kDeviceToHost,
  kCompute32,
  kCompute16,
  kNone,  // does not count
};
inline constexpr size_t kStepEventTypeCount = static_cast<size_t>(StepEventType::kNone);

// The same of a profile's events, each name looked at once.
class StepEventTypes {
 public:
  explicit StepEventTypes(const Profile& profile);

  // Of an event that has a step, on an exec track. What only its time puts into a step that was
  // marked does not count on a host: it may be of any other. Instructions of a compiled program do
  // where there is no accelerator to run them.
  StepEventType Of(TrackId track, uint32_t event);
  // What moves data between devices or workers.
  TrafficTable& traffic() { return traffic_; }
  // What of a host's thread only waits for devices.
  HostWaits WaitsOf(TrackId track);

 private:
  // What an op's events share that have one label, as most of an op do.
  struct Known {
    StringId label;
    StringId name;                                  // the label, or else the op's
    uint16_t facts = 0;                             // of the name; 0: nothing was asked
    uint16_t type_facts = 0;                        // of the op's type
    StepEventType computes = StepEventType::kNone;  // on a device; kNone: it was not asked
  };

  StepEventType OnHost(const TrackRow& track, const Events& events, EventId event);
  StepEventType OnDevice(const TrackRow& track, const Events& events, uint32_t event);
  Known& KnownOf(const Events& events, uint32_t event);
  uint16_t FactsOf(StringId name);
  bool IsLaunch(EventId event) const;
  bool IsWait(const Known& known, EventId event) const;
  bool IsMark(std::string_view name, StepId step) const;

  const Profile& profile_;
  const BlockingCalls blocking_;
  TrafficTable traffic_;
  PrecisionTable precisions_;
  std::vector<char> has_device_;             // by source
  std::vector<std::vector<bool>> launches_;  // by track and event: starts work of a device
  std::vector<uint16_t> facts_;              // by name
  std::vector<Known> known_;                 // by op
  Known without_op_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_EVENT_TYPES_H_
