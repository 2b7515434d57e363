#include "profiler/open/recordings.h"

#include <algorithm>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/open/read_files.h"
#include "profiler/readers/common/recorder_file_name.h"
#include "profiler/readers/common/recorder_sources.h"

namespace profiler {
Recordings::Recordings(const std::vector<std::string>& files) {
  std::vector<std::string_view> folders;  // in the order of `files`
  std::map<std::string_view, std::vector<int64_t>> times;
  for (const std::string& file : files) {
    const std::string_view folder = sagemaker::RecordingOf(file);
    const auto [it, is_new] = times.try_emplace(folder);
    if (is_new) folders.push_back(folder);
    it->second.push_back(sagemaker::TimeOfName(file));
  }
  for (const std::string_view folder : folders) {
    group_of_[std::string(folder)] = groups_.size();
    groups_.emplace_back().epoch_ns = sagemaker::EpochOf(times[folder]);
  }
  for (Group& group : groups_) group.builder.ShareEpoch(group.epoch_ns);
}

ProfileBuilder& Recordings::Of(const std::string& file) {
  Group& group = groups_[group_of_.find(sagemaker::RecordingOf(file))->second];
  group.has_files = true;
  return group.builder;
}

bool Recordings::has_files() const {
  return std::any_of(groups_.begin(), groups_.end(),
                     [](const Group& group) { return group.has_files; });
}

absl::StatusOr<std::vector<Profile>> Recordings::Build(ImportReport& report, RunContext& context) {
  std::vector<Profile> profiles;
  for (Group& group : groups_) {
    if (!group.has_files) continue;
    PROFILER_ASSIGN_OR_RETURN(Profile profile, BuiltRecording(group.builder, report, context));
    profiles.push_back(std::move(profile));
  }
  return profiles;
}

}  // namespace profiler
