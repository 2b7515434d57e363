#ifndef PROFILER_ANALYSIS_SELECTION_HOST_NAMES_H_
#define PROFILER_ANALYSIS_SELECTION_HOST_NAMES_H_

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/store/profile.h"

namespace profiler {

// The host that the source recorded; empty if it recorded none. Readers call the host of a rank
// "rank N" if the file does not name it.
std::string_view RecordedHost(const Profile& profile, const SourceRow& source);

// The hosts of sources. Where no host was recorded it is the folder of the file, if the files of
// the run are in several folders; else it is empty.
class HostNames {
 public:
  explicit HostNames(const Profile& profile) : HostNames(profile, RunsOf(profile)) {}
  HostNames(const Profile& profile, Runs runs);

  std::string_view Of(SourceId source) const;
  // The name for a host as a device or source has it, which may be a "rank N" of a source.
  std::string_view Shown(StringId host) const;

 private:
  const Profile& profile_;
  const Runs runs_;
  std::vector<std::set<std::string_view>> folders_;  // by run, of sources without a host
  std::map<StringId, SourceId> nameless_;            // a source whose host is called "rank N"
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_HOST_NAMES_H_
