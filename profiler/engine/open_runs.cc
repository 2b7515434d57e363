#include "profiler/engine/open_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/open/expand.h"
#include "profiler/store/transform/merge.h"

namespace profiler {
namespace {

// Names the run of a profile that has one run, without a name.
void NameOnlyRun(const std::string& name, Profile& profile) {
  const auto is_named = [&](const SourceRow& source) {
    return source.run_group > 0 || !profile.strings[source.run].empty();
  };
  const std::vector<SourceRow>& sources = profile.sources.values();
  if (std::any_of(sources.begin(), sources.end(), is_named)) return;
  const StringId run = profile.strings.Intern(name);
  for (uint32_t s = 0; s < profile.sources.size(); ++s) profile.sources[SourceId(s)].run = run;
}

}  // namespace

absl::StatusOr<OpenedProfile> OpenRuns(const OpenRequest& request, RunContext& context) {
  if (request.Paths() != request.profile_paths || !request.run.empty()) {
    return absl::InvalidArgumentError(
        "a baseline is made of profiles, each a run of its own: name only those");
  }
  std::vector<Profile> parts;
  OpenedProfile opened;
  std::set<std::string_view> names;
  const std::vector<std::string> paths = ExpandPatterns(request.profile_paths);
  for (const std::string& path : paths) {
    if (!names.insert(path).second) {
      return absl::InvalidArgumentError(
          fmt::format("{} is named twice: each run counts once", path));
    }
    OpenRequest one;
    one.profile_paths = {path};
    one.input_format = request.input_format;
    one.threads = request.threads;
    PROFILER_ASSIGN_OR_RETURN(OpenedProfile run, OpenProfile(one, context));
    NameOnlyRun(path, run.profile);
    opened.import_report.Add(run.import_report);
    parts.push_back(std::move(run.profile));
  }
  if (parts.empty()) return absl::InvalidArgumentError("no run was named");
  MergeReport merged;
  opened.profile = Merge(std::move(parts), merged);
  opened.import_report.Record(opened.profile);
  return opened;
}

}  // namespace profiler
