#include "profiler/inputs/open.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/inputs/folder.h"
#include "profiler/inputs/formats.h"
#include "profiler/store/builder.h"

namespace profiler {

absl::StatusOr<OpenedProfile> OpenInput(const Input& input, const std::string& input_format,
                                        RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const Format* const format, DetectFormat(input, input_format));
  ProfileBuilder builder;
  OpenedProfile opened;
  PROFILER_RETURN_IF_ERROR(format->read(input, builder, opened.import_report, context));
  PROFILER_RETURN_IF_ERROR(context.Check());
  opened.profile = builder.Build();
  return opened;
}

absl::StatusOr<OpenedProfile> OpenProfile(const std::vector<std::string>& paths,
                                          const std::string& input_format, RunContext& context) {
  if (paths.empty()) {
    return absl::InvalidArgumentError("no profile was given; give one with --profile_path=FILE");
  }
  if (paths.size() > 1) {
    return absl::InvalidArgumentError(fmt::format(
        "this version opens one profile at a time, and {} were given: give only '{}' or another",
        paths.size(), paths[0]));
  }
  const std::string& path = paths[0];
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return absl::InvalidArgumentError(DescribeFolder(path));
  }
  const absl::StatusOr<Input> input = Input::Map(path);
  if (absl::IsNotFound(input.status())) {
    return absl::NotFoundError(Message(input.status()) + DidYouMeanFile(path));
  }
  PROFILER_RETURN_IF_ERROR(input.status());
  return OpenInput(*input, input_format, context);
}

}  // namespace profiler
