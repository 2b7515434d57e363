#ifndef PROFILER_ANALYSIS_SAMPLES_STEP_NUMBERS_H_
#define PROFILER_ANALYSIS_SAMPLES_STEP_NUMBERS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// Numbers the steps of StepTimings, of all runs one after another. Steps that several sources
// recorded of one host have one number.
class StepNumbers {
 public:
  StepNumbers(const Profile& profile, const std::vector<StepTimings>& timings);

  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t Of(StepId step) const { return step.valid() ? of_step_[step.row()] : kNone; }
  size_t size() const { return size_; }

 private:
  std::vector<uint32_t> of_step_;
  size_t size_ = 0;
};

// Counts the devices of a process that worked side by side. What they do in a step is divided by
// their number, because they share the time of the step; each process has its own steps.
class Lanes {
 public:
  explicit Lanes(const Profile& profile);

  void Add(SourceId source, DeviceId device) {
    if (!source.valid()) return;
    std::vector<char>& seen = seen_[source.row()];
    if (seen.empty()) seen.resize(devices_ + 1);
    seen[device.valid() ? size_t{device.row()} + 1 : 0] = 1;
  }
  void Add(SourceId source) { Add(source, DeviceId()); }
  // The most in any process, at least 1.
  double Count() const;

 private:
  size_t devices_;
  std::vector<std::vector<char>> seen_;  // by source, then device; the first is for none
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SAMPLES_STEP_NUMBERS_H_
