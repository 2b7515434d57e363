#ifndef PROFILER_OPEN_RECORDINGS_H_
#define PROFILER_OPEN_RECORDINGS_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"
#include "profiler/store/profile.h"

namespace profiler {

// The builders that the files of recordings are read into: one for all of them, but for recordings
// that are too far apart in time to share a time zero.
class Recordings {
 public:
  // Of all files: their names tell when the recordings were, before the first is read.
  explicit Recordings(const std::vector<std::string>& files);

  ProfileBuilder& Of(const std::string& file);
  bool has_files() const;
  absl::StatusOr<std::vector<Profile>> Build(ImportReport& report, RunContext& context);

 private:
  struct Group {
    ProfileBuilder builder;
    int64_t epoch_ns = kUnknown;
    bool has_files = false;
  };
  size_t GroupAt(int64_t epoch_ns);

  std::deque<Group> groups_;
  std::map<std::string, size_t, std::less<>> group_of_;  // by the recording's folder
};

}  // namespace profiler

#endif  // PROFILER_OPEN_RECORDINGS_H_
