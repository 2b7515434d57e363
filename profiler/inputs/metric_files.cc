#include "profiler/inputs/metric_files.h"

#include <string>
#include <string_view>

#include "profiler/base/status.h"
#include "profiler/inputs/expand.h"
#include "profiler/readers/metric_table/metric_table.h"
#include "profiler/store/derive/derive.h"

namespace profiler {

absl::StatusOr<FilesRead> ReadMetricFiles(const OpenRequest& request, ImportReport& report,
                                          RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<std::string> files,
                            ExpandPaths(request.metrics_paths, report, context));
  return ReadFiles(files, "", request.threads, report, context);
}

void SetZoneOfMetrics(int64_t utc_offset_s, std::vector<Profile>& parts) {
  constexpr int64_t kPicosPerSecond = 1'000'000'000'000;
  for (Profile& part : parts) {
    bool is_moved = false;
    for (uint32_t i = 0; i < part.sources.size(); ++i) {
      SourceRow& source = part.sources[SourceId(i)];
      if (part.strings[source.clock_offset_found_by] != kZoneless) continue;
      source.clock_offset_ps = -utc_offset_s * kPicosPerSecond;
      source.clock_offset_found_by = part.strings.Intern("--metrics_utc_offset");
      is_moved = true;
    }
    if (!is_moved) continue;
    part.time_axis = TimeAxis();
    derive::FindTimeAxis(part);
  }
}

void NameHostOfMetrics(std::vector<Profile>& parts) {
  std::string host;
  for (const Profile& part : parts) {
    for (const SourceRow& source : part.sources.values()) {
      const std::string_view named = part.strings[source.host];
      if (named.empty() || named == host) continue;
      if (!host.empty()) return;  // of several none can be told
      host = named;
    }
  }
  if (host.empty()) return;
  for (Profile& part : parts) {
    for (uint32_t i = 0; i < part.sources.size(); ++i) {
      SourceRow& source = part.sources[SourceId(i)];
      const bool is_nameless =
          part.strings[source.format] == kMetricTable && part.strings[source.host].empty();
      if (is_nameless) source.host = part.strings.Intern(host);
    }
  }
}

}  // namespace profiler
