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

// The builders of recordings: one for each recording's folder, as each is a run of its own.
class Recordings {
 public:
  // `files` are all files to be read: their names contain the times of the recordings.
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
  std::deque<Group> groups_;
  std::map<std::string, size_t, std::less<>> group_of_;  // by folder of the recording
};

}  // namespace profiler

#endif  // PROFILER_OPEN_RECORDINGS_H_
