// What the sources of one group tell about the run that they are of.
#ifndef PROFILER_STORE_TRANSFORM_RUN_IDENTITY_H_
#define PROFILER_STORE_TRANSFORM_RUN_IDENTITY_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Clocks of hosts of one job differ by less. A job's ranks are recorded together, and jobs follow
// each other within seconds.
inline constexpr Int128 kSameTime = Int128{5} * 1'000'000'000'000;  // in picoseconds

// The sources of one part that have one SourceRow::run_group. The views point into the part.
struct RunIdentity {
  const Profile* part = nullptr;
  uint32_t number = 0;               // the run group
  std::string_view named = {};       // the run that the user gave, or ""
  std::string_view folder = {};      // of the first source
  std::string log_run = {};          // the absolute path of the run's folder in a log folder, or ""
  std::set<std::string> files = {};  // absolute paths
  std::set<std::string_view> hosts = {};
  std::set<int64_t> ranks = {};
  std::set<int64_t> world_sizes = {};
  std::set<std::string_view> threads = {};  // names of the hosts' threads that have a number
  std::set<int64_t> steps = {};             // numbers of recorded steps
  Int128 begin = 0, end = 0;                // of its events, if has_events
  bool has_events = false;
  bool has_time = false;          // begin and end are by the wall clock
  bool is_of_tfprof = true;       // all its files
  bool is_named_by_rank = false;  // the names of its files contain their ranks
  size_t ops = 0;
};

// One item per group of each part, at least one per part, ordered by part and group.
std::vector<RunIdentity> RunIdentities(const std::vector<Profile>& parts);

// Whether most ops of the one with fewer ops are in the other one.
bool ShareOps(const RunIdentity& a, const RunIdentity& b);
// Whether ops that communicate with other processes ran.
bool HasCollectives(const RunIdentity& a);

template <typename T>
bool Intersect(const std::set<T>& a, const std::set<T>& b) {
  for (const T& one : a.size() < b.size() ? a : b) {
    if ((a.size() < b.size() ? b : a).contains(one)) return true;
  }
  return false;
}

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_RUN_IDENTITY_H_
