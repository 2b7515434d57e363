#include "cli/ask/session_inputs.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "cli/ask/input_opener.h"
#include "profiler/base/status.h"

namespace profiler {

absl::Status SessionInputs::Open(const Options& options) {
  has_tried_to_open_ = true;
  open_.input_paths = InputsOf(options).Paths();
  // Profiles that are taken one after the other are opened by the command.
  status_ = options.profiles_as == ProfilesAs::kEach ? absl::OkStatus() : Keep(options);
  return status_;
}

absl::Status SessionInputs::OpenOther(const Options& inputs) {
  absl::Status status = Keep(inputs);
  if (status.ok()) {
    status_ = status;
    return status;
  }
  if (!status_.ok()) return status;
  return absl::Status(status.code(), fmt::format("{}; {} stays open", Message(status),
                                                 fmt::join(open_.input_paths, " ")));
}

absl::Status SessionInputs::Keep(const Options& inputs) {
  PROFILER_ASSIGN_OR_RETURN(open_, Read(inputs, context_));
  return absl::OkStatus();
}

absl::StatusOr<Opened> SessionInputs::Read(const Options& inputs, RunContext& context) {
  const LimitedRun limited(context, inputs.max_memory, inputs.timeout);
  InputOpener opener(engine_, output_, context);
  absl::StatusOr<Opened> opened = opener.OpenAll(inputs);
  damaged_ |= opener.damaged();
  return opened;
}

absl::StatusOr<ProfileHandle> SessionInputs::ReadOne(const std::string& path, const Options& like) {
  InputOpener opener(engine_, output_, context_);
  absl::StatusOr<ProfileHandle> opened = opener.OpenOne(path, like);
  damaged_ |= opener.damaged();
  return opened;
}

absl::Status SessionInputs::CheckNoInput(const std::string& file) const {
  for (const ProfileHandle* const input : {&open_.profile, &open_.base}) {
    if (!*input) continue;
    const Profile& profile = input->profile();
    for (const SourceRow& source : profile.sources.values()) {
      const std::string path(profile.strings[source.path]);
      std::error_code error;
      if (std::filesystem::equivalent(file, path, error) && !error) {
        return absl::InvalidArgumentError(
            fmt::format("'{}' is an input: name another file to write to", file));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace profiler
