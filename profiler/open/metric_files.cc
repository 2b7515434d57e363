#include "profiler/open/metric_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/open/expand.h"
#include "profiler/readers/metric_table/metric_table.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Whether the file has metrics. A table may have a header and no rows yet.
bool HoldsMetrics(const Profile& part) {
  return !part.series.empty() || part.sources[SourceId(0)].is_beside_profile;
}

// The wall clock times of a recording, from the first known to the last.
struct WallSpan {
  Int128 first = 0, last = 0;
  bool has_time = false;

  void Add(const Profile& part, SourceId source, int64_t begin, int64_t end) {
    if (begin == kUnknown || !RecordsWallClock(part.sources[source])) return;
    const Int128 from = part.time_axis.At(source, begin), to = part.time_axis.At(source, end);
    first = has_time ? std::min(first, from) : from;
    last = has_time ? std::max(last, to) : to;
    has_time = true;
  }
  void Add(const Profile& part) {
    for (uint32_t t = 0; t < part.tracks.size(); ++t) {
      const Events& events = part.events[TrackId(t)];
      const SourceId source = part.tracks[TrackId(t)].source;
      if (events.size() == 0 || !source.valid()) continue;
      Add(part, source, events.begin.front(), events.begin.back());
    }
    for (const Series& series : part.series) {
      if (series.size() == 0 || !series.source.valid()) continue;
      Add(part, series.source, series.time.front(), series.time.back());
    }
  }
  // Whether two recordings may overlap. A recording without a wall clock may be from any time.
  bool Meets(const WallSpan& other) const {
    return !has_time || !other.has_time || (first <= other.last && other.first <= last);
  }
};

bool IsNameless(const Profile& part, const SourceRow& source) {
  return source.is_beside_profile && part.strings[source.host].empty();
}

}  // namespace

absl::StatusOr<FilesRead> ReadMetricFiles(const OpenRequest& request, ImportReport& report,
                                          RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<std::string> files,
                            ExpandPaths(request.metrics_paths, report, context));
  PROFILER_ASSIGN_OR_RETURN(FilesRead read, ReadFiles(files, "", request.threads, report, context));
  std::vector<Profile> metrics;
  for (Profile& part : read.parts) {
    if (part.sources.size() == 0 || HoldsMetrics(part)) {
      metrics.push_back(std::move(part));
      continue;
    }
    const std::string path(part.strings[part.sources[SourceId(0)].path]);
    report.CountWhole(ImportProblem::kNoMetrics, path, 1);
    if (!read.first_error.ok()) continue;
    read.first_error = absl::InvalidArgumentError(
        fmt::format("'{}' holds no metrics over time: give it with --profile_path", path));
  }
  read.parts = std::move(metrics);
  return read;
}

void SetZoneOfMetrics(int64_t utc_offset_s, std::vector<Profile>& parts) {
  for (Profile& part : parts) {
    bool is_moved = false;
    for (uint32_t i = 0; i < part.sources.size(); ++i) {
      SourceRow& source = part.sources[SourceId(i)];
      if (part.strings[source.clock_offset_found_by] != kZoneless) continue;
      source.clock_offset_ps = static_cast<int64_t>(-utc_offset_s * kPicosPerSecond);
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
  WallSpan of_host;
  for (const Profile& part : parts) {
    bool is_named = false;
    for (const SourceRow& source : part.sources.values()) {
      const std::string_view named = part.strings[source.host];
      is_named = is_named || !named.empty();
      if (named.empty() || named == host) continue;
      if (!host.empty()) return;  // there are several hosts
      host = named;
    }
    if (is_named) of_host.Add(part);
  }
  if (host.empty()) return;
  for (Profile& part : parts) {
    WallSpan span;
    span.Add(part);
    if (!span.Meets(of_host)) continue;
    for (uint32_t i = 0; i < part.sources.size(); ++i) {
      SourceRow& source = part.sources[SourceId(i)];
      if (IsNameless(part, source)) source.host = part.strings.Intern(host);
    }
  }
}

}  // namespace profiler
