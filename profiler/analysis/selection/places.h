#ifndef PROFILER_ANALYSIS_SELECTION_PLACES_H_
#define PROFILER_ANALYSIS_SELECTION_PLACES_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Which places the selection's -source, -host, -rank and -device pick. Each is asked once.
class Places {
 public:
  Places(const Profile& profile, const Selection& selection);

  // Of what a track holds, in whatever step or in none.
  bool Has(const TrackRow& track) const {
    return all_ || IsPicked(track.source.row(), track.device);
  }
  // Of what ran on the device (or on none that is known) in the step of a source. Outside every
  // step its source is the one that recorded the device; where several did that is not known.
  bool Has(StepId step, DeviceId device) const;
  bool all() const { return all_; }

 private:
  bool IsPicked(size_t source, DeviceId device) const {
    return picked_[source][device.valid() ? device.row() : source_of_.size() - 1] != 0;
  }
  void FindSources();

  const Profile& profile_;
  const bool all_;
  std::vector<std::vector<char>> picked_;  // by source, and last "none"; by device, and last "none"
  std::vector<uint32_t> source_of_;        // by device, and last "none": a row of picked_
};

// A pattern that matches no place of the profile, as a mistyped one does.
struct UnmatchedPlace {
  std::string_view option;  // that it was given to: "host"
  std::string pattern;
  std::vector<std::string> names;  // of the profile's places, sorted
};

std::vector<UnmatchedPlace> UnmatchedPlaces(const Profile& profile, const Selection& selection);

// Tell lists of patterns and selections of places apart, as parts of a cache's key.
std::string PatternsKey(const RegexSet& set);
std::string PlacesKey(const Selection& selection);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_PLACES_H_
