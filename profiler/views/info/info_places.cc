#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/host_names.h"
#include "profiler/analysis/values/exec_sums.h"
#include "profiler/analysis/values/tfprof_run_rules.h"
#include "profiler/base/run_folder.h"
#include "profiler/base/utc_time.h"
#include "profiler/query/quirks.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/store/import_ids.h"
#include "profiler/store/kind_names.h"
#include "profiler/views/info/fold_unused.h"
#include "profiler/views/info/info_sections.h"

namespace profiler {
namespace {

constexpr char kEventsText[] = "executions and marks on timelines";
constexpr char kRunsText[] = "how often ops ran";

// The work of a device or host.
struct Use {
  int64_t files = 0, devices = 0, tracks = 0, events = 0;
  ExecSums execs;

  void Add(const Use& other) {
    tracks += other.tracks;
    events += other.events;
    execs.Add(other.execs);
  }
};

// One item per device, and a last one for work without a known device.
std::vector<Use> UseOfDevices(const Profile& profile) {
  std::vector<Use> uses(profile.devices.size() + 1);
  const auto use_of = [&](DeviceId device) -> Use& {
    return device.valid() ? uses[device.row()] : uses.back();
  };
  for (const Track track : Tracks(profile)) {
    Use& use = use_of(track.row.device);
    ++use.tracks;
    use.events += static_cast<int64_t>(track.events.size());
  }
  const TfprofRunRules rules(profile, Quirks(false));
  for (const ExecRow& row : profile.execs().row.values()) {
    use_of(row.device).execs.Add(row, rules);
  }
  return uses;
}

std::map<std::string_view, Use> UseOfHosts(const Profile& profile) {
  const HostNames names(profile);
  std::map<std::string_view, Use> hosts;
  for (uint32_t s = 0; s < profile.sources.size(); ++s) ++hosts[names.Of(SourceId(s))].files;
  const std::vector<Use> uses = UseOfDevices(profile);
  for (uint32_t d = 0; d < profile.devices.size(); ++d) {
    Use& host = hosts[names.Of(DeviceId(d))];
    ++host.devices;
    host.Add(uses[d]);
  }
  hosts.erase("");  // unknown
  return hosts;
}

// For runs whose files are one source: the formats of these files, by path.
std::map<std::string_view, std::string_view> PartsOfRun(const Profile& profile) {
  std::map<std::string_view, std::string_view> parts;
  for (const ImportRow& row : profile.import_rows) {
    if (profile.strings[row.problem] != kPartOfRun) continue;
    parts.emplace(profile.strings[row.path], profile.strings[row.first_detail]);
  }
  return parts;
}

// The given name of the run, or the name of the log folder if no name was given.
std::string_view RunName(const Profile& profile, const SourceRow& source) {
  const std::string_view named = profile.strings[source.run];
  return named.empty() ? RunOfPath(profile.strings[source.path]) : named;
}

struct FileRow {
  const Profile& profile;
  SourceId id;  // invalid for a file of a run whose source has another path
  std::string_view path, format;

  SourceRow source() const { return id.valid() ? profile.sources[id] : SourceRow(); }
  std::string_view run() const { return id.valid() ? RunName(profile, source()) : ""; }
  Value steps() const {
    if (!id.valid()) return kAbsent;
    const auto& steps = profile.steps.values();
    return std::count_if(steps.begin(), steps.end(),
                         [this](const StepRow& step) { return step.source == id; });
  }
  Value clock_offset() const {
    const bool has_offset = source().clock_offset_ps != 0 || source().clock_offset_found_by.valid();
    return has_offset ? source().clock_offset_ps : kAbsent;
  }
};

const std::vector<ColumnOf<FileRow>>& FileColumns() {
  using C = ColumnOf<FileRow>;
  using Row = const FileRow&;
  const auto text = [](std::string_view name, std::string_view title, std::string_view sentence,
                       StringId SourceRow::*string) {
    return C::Text(name, title, sentence,
                   [string](Row row) { return row.profile.strings[row.source().*string]; });
  };
  static const std::vector<C> kColumns = {
      C::Text("format", "format", "what kind of file it is", &FileRow::format).In(Detail::kReport),
      C::Text("run", "run",
              "the run that it belongs to: the one that was named, or its log folder's",
              &FileRow::run),
      C::Text("host", "host", "the host that wrote it, if it was recorded",
              [](Row row) { return RecordedHost(row.profile, row.source()); })
          .In(Detail::kReport),
      C::Number("rank", Unit::kNone, "rank", "the rank of its process in the job",
                [](Row row) { return Known(row.source().rank); })
          .In(Detail::kReport),
      text("role", "role", "the role of its process in the job", &SourceRow::role)
          .In(Detail::kReport),
      C::Number("steps", Unit::kCount, "steps", "how many steps it holds", &FileRow::steps)
          .In(Detail::kReport),
      C::Text("time_zero", "time zero (UTC)",
              "the wall clock at the time from which its own times are counted",
              [](Row row) { return UtcTime(row.source().epoch_ns); }),
      C::Number("resolution_us", Unit::kMicros, "resolution",
                "the smallest difference between two of its times",
                [](Row row) { return Known(row.source().resolution_ps); }),
      C::Number("clock_offset_us", Unit::kMicros, "clock offset",
                "added to its times to compare them with other files", &FileRow::clock_offset),
      text("clock_offset_found_by", "offset found by", "how the clock offset was found",
           &SourceRow::clock_offset_found_by),
  };
  return kColumns;
}

const std::vector<ColumnOf<Use>>& HostColumns() {
  using C = ColumnOf<Use>;
  static const std::vector<C> kColumns = {
      C::Number("files", Unit::kCount, "files", "how many files are of this host alone",
                &Use::files),
      C::Number("devices", Unit::kCount, "devices", "how many devices it has", &Use::devices),
      C::Number("tracks", Unit::kCount, "tracks", "how many timelines its devices have",
                &Use::tracks),
      C::Number("events", Unit::kCount, "events", kEventsText, &Use::events),
      C::Number("runs", Unit::kCount, "runs", kRunsText,
                [](const Use& use) { return use.execs.runs; }),
  };
  return kColumns;
}

struct DeviceUse {
  const Profile& profile;
  DeviceId id;
  const DeviceRow& device;
  const Use& use;
  const HostNames& hosts;
  bool misses_accelerator;  // accelerator times are missing in some file

  // 0 for a device that ran nothing, if executions were recorded.
  Value OrZero(Value value) const {
    return value == kAbsent && profile.execs().row.size() > 0 ? 0 : value;
  }
  Value accelerator_time() const {
    const Value time = use.execs.accelerator_time();
    return misses_accelerator && device.kind != DeviceKind::kCpu ? time : OrZero(time);
  }
};

const std::vector<ColumnOf<DeviceUse>>& DeviceColumns() {
  using C = ColumnOf<DeviceUse>;
  using Row = const DeviceUse&;
  const auto number = [](std::string_view name, Unit unit, std::string_view title,
                         std::string_view sentence, int64_t DeviceRow::*value) {
    return C::Number(name, unit, title, sentence,
                     [value](Row row) { return Known(row.device.*value); });
  };
  const auto text = [](std::string_view name, std::string_view title, std::string_view sentence,
                       StringId DeviceRow::*string) {
    return C::Text(name, title, sentence,
                   [string](Row row) { return row.profile.strings[row.device.*string]; });
  };
  static const std::vector<C> kColumns = {
      C::Text("kind", "kind", "cpu, gpu, tpu, sparsecore or other",
              [](Row row) { return Name(row.device.kind); }),
      number("ordinal", Unit::kNone, "number", "its number among those of its kind",
             &DeviceRow::ordinal),
      C::Text("host", "host", "the host that it is part of",
              [](Row row) { return row.hosts.Of(row.id); }),
      C::Number("rank", Unit::kNone, "rank", "of several ranks, the one that used it",
                [](Row row) { return Known(row.hosts.RankOf(row.id)); })
          .Optional(),
      C::Number("tracks", Unit::kCount, "tracks",
                "how many timelines it has: threads, lanes, streams",
                [](Row row) { return row.use.tracks; }),
      C::Number("events", Unit::kCount, "events", kEventsText,
                [](Row row) { return row.use.events; }),
      C::Number("runs", Unit::kCount, "runs", kRunsText,
                [](Row row) { return row.OrZero(row.use.execs.runs); }),
      C::Number("cpu_us", Unit::kMicros, "cpu",
                "time of the executions, on a GPU to schedule them; overlapping work added up",
                [](Row row) { return row.OrZero(row.use.execs.cpu_time); }),
      C::Number("accelerator_us", Unit::kMicros, "accelerator",
                "time of its work on accelerator streams, overlapping work added up",
                &DeviceUse::accelerator_time),
      number("memory_bytes", Unit::kBytes, "memory", "how much memory it has",
             &DeviceRow::memory_bytes),
      number("peak_flops_per_second", Unit::kFlopsPerSecond, "peak flops",
             "the most float operations that it can do", &DeviceRow::peak_flops_per_second),
      number("memory_bytes_per_second", Unit::kBytesPerSecond, "memory speed",
             "the most bytes of memory that it can move", &DeviceRow::memory_bytes_per_second),
      text("model", "model", "what its maker calls it", &DeviceRow::model),
      text("vendor", "vendor", "who made it", &DeviceRow::vendor),
      text("compute_capability", "capability", "of a GPU: the version of what it can compute",
           &DeviceRow::compute_capability),
      number("core_count", Unit::kCount, "cores",
             "how many cores (of a GPU: multiprocessors) it has", &DeviceRow::core_count),
      number("clock_khz", Unit::kCount, "clock in kHz", "the clock of its cores",
             &DeviceRow::clock_khz),
  };
  return kColumns;
}

std::vector<char> RanAnything(const std::vector<Use>& uses) {
  std::vector<char> ran;
  ran.reserve(uses.size());
  for (const Use& use : uses) {
    ran.push_back(use.tracks != 0 || use.events != 0 || OrZero(use.execs.runs) != 0 ? 1 : 0);
  }
  return ran;
}

}  // namespace

Report FileSection(const Profile& profile) {
  Report report = StartTable("files", "Files", "the file's path", Headers(FileColumns()));
  std::map<std::string_view, std::string_view> parts = PartsOfRun(profile);
  std::map<std::string_view, int> seen;  // sources by path
  for (uint32_t s = 0; s < profile.sources.size(); ++s) {
    const SourceRow& source = profile.sources[SourceId(s)];
    const std::string_view path = profile.strings[source.path];
    const auto part = parts.find(path);
    const bool is_part = part != parts.end();
    const FileRow row{profile, SourceId(s), path,
                      is_part ? part->second : profile.strings[source.format]};
    std::vector<std::string> key = {std::string(path)};
    if (const int same = seen[path]++; same > 0) key.push_back(std::to_string(same + 1));
    AppendRow(FileColumns(), path, std::move(key), row, report);
    if (is_part) parts.erase(part);
  }
  for (const auto& [path, format] : parts) {
    AppendRow(FileColumns(), path, FileRow{profile, SourceId(), path, format}, report);
  }
  return report;
}

Report HostSection(const Profile& profile) {
  Report report = StartTable("hosts", "Hosts", "the host, as recorded", Headers(HostColumns()));
  for (const auto& [host, use] : UseOfHosts(profile)) AppendRow(HostColumns(), host, use, report);
  return report;
}

Report DeviceSection(const Profile& profile) {
  Report report =
      StartTable("devices", "Devices", "the device's name, as recorded", Headers(DeviceColumns()));
  const std::vector<Use> uses = UseOfDevices(profile);
  const HostNames hosts(profile);
  const auto& sources = profile.sources.values();
  const bool misses_accelerator =
      std::any_of(sources.begin(), sources.end(),
                  [](const SourceRow& source) { return source.misses_accelerator_stream; });
  for (uint32_t d = 0; d < profile.devices.size(); ++d) {
    const DeviceRow& device = profile.devices[DeviceId(d)];
    AppendRow(DeviceColumns(), profile.strings[device.name],
              DeviceUse{profile, DeviceId(d), device, uses[d], hosts, misses_accelerator}, report);
  }
  DropEmptyColumns(report);
  FoldUnused(profile, RanAnything(uses), report);
  return report;
}

}  // namespace profiler
