#ifndef PROFILER_VIEWS_PLACES_H_
#define PROFILER_VIEWS_PLACES_H_

#include <string>
#include <vector>

#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Which places the selection's -source, -host, -rank and -device pick. Each is asked once.
class Places {
 public:
  Places(const Profile& profile, const Selection& selection);

  // What ran on the device (or on none that is known) according to the source of the step (or of
  // no step) counts.
  bool Has(StepId step, DeviceId device) const;
  bool all() const { return all_; }

 private:
  const Profile& profile_;
  const bool all_;
  std::vector<std::vector<char>> picked_;  // by source, and last "none"; by device, and last "none"
};

// Tells selections of places apart, as a part of a cache's key.
std::string PlacesKey(const Selection& selection);

}  // namespace profiler

#endif  // PROFILER_VIEWS_PLACES_H_
