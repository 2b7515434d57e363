#ifndef PROFILER_ANALYSIS_SELECTION_SOURCE_FILTER_H_
#define PROFILER_ANALYSIS_SELECTION_SOURCE_FILTER_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The sources and devices that -source, -host, -rank and -device select. Each source and device is
// matched once.
class SourceFilter {
 public:
  SourceFilter(const Profile& profile, const Selection& selection);

  // Whether a track's events are selected, in any step or outside of steps.
  bool Has(const TrackRow& track) const {
    return all_ || IsPicked(track.source.row(), track.device);
  }
  // Whether work on a device (invalid if unknown) in a step is selected. The source is that of the
  // step. Outside of steps the source is the one that recorded the device, or unknown if several
  // sources recorded that device.
  bool Has(StepId step, DeviceId device) const;
  bool all() const { return all_; }

 private:
  bool IsPicked(size_t source, DeviceId device) const {
    return picked_[source][device.valid() ? device.row() : source_of_.size() - 1] != 0;
  }
  void FindSources();

  const Profile& profile_;
  const bool all_;
  std::vector<std::vector<char>> picked_;  // by source and device, each including "none"
  std::vector<uint32_t> source_of_;        // by device, the last item is "none": a row of picked_
};

// A pattern that matches nothing in the profile, e.g. a mistyped one.
struct UnmatchedPattern {
  std::string_view option;  // the option with the pattern, e.g. "host"
  std::string pattern;
  std::vector<std::string> names;  // the existing names in the profile, sorted
};

std::vector<UnmatchedPattern> UnmatchedPatterns(const Profile& profile, const Selection& selection);

// Strings that identify a list of patterns and a selection of places, for use in cache keys.
std::string PatternsKey(const RegexSet& set);
std::string SourceFilterKey(const Selection& selection);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_SOURCE_FILTER_H_
