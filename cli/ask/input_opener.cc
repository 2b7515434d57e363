#include "cli/ask/input_opener.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "cli/output/progress.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"

namespace profiler {
namespace {

Options OptionsOf(std::vector<std::string> paths, const Options& like) {
  Options options;
  options.profile_paths = std::move(paths);
  options.input_format = like.input_format;
  options.threads = like.threads;
  options.strict = like.strict;
  return options;
}

}  // namespace

absl::StatusOr<ProfileHandle> InputOpener::Read(const Options& inputs) {
  return inputs.profiles_as == ProfilesAs::kRuns ? engine_.OpenAsRuns(InputsOf(inputs), context_)
                                                 : engine_.Open(InputsOf(inputs), context_);
}

absl::StatusOr<ProfileHandle> InputOpener::Checked(absl::StatusOr<ProfileHandle> opened,
                                                   bool strict) {
  if (!opened.ok()) return opened;
  const ImportReport& import_report = opened->import_report();
  for (const std::string& line : import_report.Summary()) {
    output_.Say(fmt::format("warning: {}", line));
  }
  const ImportSeverity worst = import_report.worst();
  damaged_ |= worst == ImportSeverity::kError || (worst == ImportSeverity::kLoss && strict);
  return opened;
}

absl::StatusOr<Opened> InputOpener::OpenAll(const Options& inputs) {
  const Options of_base = OptionsOf(inputs.base_paths, inputs);
  absl::StatusOr<ProfileHandle> profile = ProfileHandle(), base = ProfileHandle();
  {
    const Progress progress(output_.error_terminal(), context_);
    const size_t count = inputs.base_paths.empty() ? 1 : 2;
    InParallel(count, inputs.threads == 1 ? 1 : count, [&](size_t i) {
      if (i == 0) profile = Read(inputs);
      if (i == 1) base = Read(of_base);
    });
  }
  Opened opened;
  PROFILER_ASSIGN_OR_RETURN(opened.profile, Checked(std::move(profile), inputs.strict));
  if (!inputs.base_paths.empty()) {
    PROFILER_ASSIGN_OR_RETURN(opened.base, Checked(std::move(base), inputs.strict));
  }
  opened.base_paths = inputs.base_paths;
  opened.part_paths = inputs.profile_paths;
  opened.input_paths = InputsOf(inputs).Paths();
  return opened;
}

absl::StatusOr<ProfileHandle> InputOpener::OpenOne(const std::string& path, const Options& like) {
  const Progress progress(output_.error_terminal(), context_);
  return Checked(Read(OptionsOf({path}, like)), like.strict);
}

}  // namespace profiler
