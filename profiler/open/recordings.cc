#include "profiler/open/recordings.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/open/read_files.h"
#include "profiler/readers/common/recorder_file_name.h"
#include "profiler/readers/common/recorder_sources.h"

namespace profiler {
namespace {

// A source's times cover 106 days before and after its time zero.
constexpr int64_t kFarNanos = int64_t{50} * 86'400 * 1'000'000'000;

}  // namespace

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
    group_of_[std::string(folder)] = GroupAt(sagemaker::EpochOf(times[folder]));
  }
  for (Group& group : groups_) group.builder.ShareEpoch(group.epoch_ns);
}

size_t Recordings::GroupAt(int64_t epoch_ns) {
  for (size_t i = 0; i < groups_.size(); ++i) {
    Group& group = groups_[i];
    const bool is_known = epoch_ns != kUnknown && group.epoch_ns != kUnknown;
    if (is_known && std::abs(epoch_ns - group.epoch_ns) > kFarNanos) continue;
    if (group.epoch_ns == kUnknown) group.epoch_ns = epoch_ns;
    return i;
  }
  groups_.emplace_back().epoch_ns = epoch_ns;
  return groups_.size() - 1;
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
