#ifndef PROFILER_ANALYSIS_INPUT_GAPS_DEVICE_STEP_GAPS_H_
#define PROFILER_ANALYSIS_INPUT_GAPS_DEVICE_STEP_GAPS_H_

#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// The time from the end of a step that a device recorded by itself (a TPU's line of steps) to the
// begin of the next one.
struct DeviceStepGap {
  StepId before, after;
  SourceId source;
  Interval time;  // may be empty
};

// Of steps that follow each other in a source. Steps that a host marked have none.
std::vector<DeviceStepGap> GapsOfDeviceSteps(const Profile& profile);

// The thread of the source's host that runs the loop around such steps, as far as that is known: of
// those on which steps are marked or Python was recorded in the gaps (in the steps, without gaps),
// the one with most marks, then with most Python. Invalid if there is none.
TrackId ThreadOfLoop(const Profile& profile, SourceId source,
                     const std::vector<DeviceStepGap>& gaps);

// The events of a thread that run in the time, those that began before it first; each after the one
// around it.
std::vector<uint32_t> EventsIn(const Events& events, Interval time);

// Whether the event is the outermost one of its thread with its step: a step's mark on a host.
bool IsHostMark(const Events& events, uint32_t event);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_GAPS_DEVICE_STEP_GAPS_H_
