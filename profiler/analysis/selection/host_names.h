#ifndef PROFILER_ANALYSIS_SELECTION_HOST_NAMES_H_
#define PROFILER_ANALYSIS_SELECTION_HOST_NAMES_H_

#include <cstdint>
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
// a run are in several folders; else it is empty.
class HostNames {
 public:
  explicit HostNames(const Profile& profile) : HostNames(profile, RunsOf(profile)) {}
  HostNames(const Profile& profile, Runs runs);

  std::string_view Of(SourceId source) const;
  // The host of a device; if readers called it "rank N", that of the source that recorded it.
  std::string_view Of(DeviceId device) const;
  // The rank that the device is of: its host's if readers called that "rank N", else the only one
  // of several ranks that used it. kUnknown if there is none.
  int64_t RankOf(DeviceId device) const;

 private:
  void FindRanks();

  const Profile& profile_;
  const Runs runs_;
  std::vector<std::set<std::string_view>> folders_;  // by run, of sources without a host
  std::map<StringId, SourceId> nameless_;            // a source whose host is called "rank N"
  std::map<DeviceId, int64_t> rank_of_used_;         // kUnknown: of several ranks
  std::map<DeviceId, SourceId> recorded_;            // of devices with such hosts
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_HOST_NAMES_H_
