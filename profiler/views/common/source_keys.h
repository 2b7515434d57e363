#ifndef PROFILER_VIEWS_COMMON_SOURCE_KEYS_H_
#define PROFILER_VIEWS_COMMON_SOURCE_KEYS_H_

#include <string>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// What stands for a file in keys of rows. Rows of two profiles are compared by their keys, and the
// files of a base lie elsewhere, so it is no path: the rank, else the host where there are several,
// and a number where that is several files' ("rank 3", "node1", "#2").
class SourceKeys {
 public:
  explicit SourceKeys(const Profile& profile);

  // Empty for an invalid id, and for the only file.
  std::string Of(SourceId source) const;

 private:
  std::vector<std::string> keys_;
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_COMMON_SOURCE_KEYS_H_
