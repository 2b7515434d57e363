// Marks of users on devices, as Kineto records them beside those on hosts (gpu_user_annotation).
#ifndef PROFILER_ANALYSIS_PHASES_MARKS_DEVICE_MARKS_H_
#define PROFILER_ANALYSIS_PHASES_MARKS_DEVICE_MARKS_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Where a mark's work runs: from its first begin on a stream to its last end there. Nothing may run
// in between.
struct DeviceMark {
  SourceId source;
  DeviceId device;
  StepId step;  // that launched the first work of it; invalid if none did
  StringId name;
  Interval time;
};

// Those of the selected steps and places, those of steps too.
std::vector<DeviceMark> DeviceMarksOf(const Selected& selected);

// The sum of the times in which one of the marks runs, of those of one source, step and name.
Int128 TimeOfMarks(std::vector<Interval> marks);

// The user's mark that most of the time of these devices is in, but not nearly all of it, as in a
// mark around what a step does; of several the innermost. No mark of a step or of a framework.
struct TopDeviceMark {
  StringId name;  // invalid if there is none
  double share = 0;
};
struct MarkedDevice {
  DeviceId device;
  std::vector<SourceId> sources;
};
// `busy` is the time in which the devices work in the steps that count.
TopDeviceMark FindTopDeviceMark(const Selected& selected, const std::vector<MarkedDevice>& devices,
                                Int128 busy);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_MARKS_DEVICE_MARKS_H_
