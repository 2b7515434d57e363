#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_USE_DEVICE_NAMES_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_USE_DEVICE_NAMES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// The devices of a profile, as findings name them. Several runs may have used one.
class DeviceNames {
 public:
  explicit DeviceNames(const Profile& profile) : profile_(profile), runs_(RunsOf(profile)) {}

  std::string Of(DeviceId device) const;
  // With the run, where no process tells which one it is.
  std::string Of(DeviceId device, uint32_t run) const;
  void Place(DeviceId device, uint32_t run, Finding& finding) const;

 private:
  std::vector<SourceId> SourcesOf(DeviceId device, uint32_t run) const;

  const Profile& profile_;
  const Runs runs_;
};

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_USE_DEVICE_NAMES_H_
