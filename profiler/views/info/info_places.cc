#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/values/exec_sums.h"
#include "profiler/analysis/values/run_rules.h"
#include "profiler/base/run_folder.h"
#include "profiler/base/utc_time.h"
#include "profiler/query/quirks.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/store/import_ids.h"
#include "profiler/views/common/kind_names.h"
#include "profiler/views/info/info_sections.h"

namespace profiler {
namespace {

using enum ColumnType;

constexpr char kEventsText[] = "executions and marks on timelines";
constexpr char kRunsText[] = "how often ops ran";

// What a device or a host did.
struct Use {
  int64_t files = 0, devices = 0, tracks = 0, events = 0;
  ExecSums execs;

  void Add(const Use& other) {
    tracks += other.tracks;
    events += other.events;
    execs.Add(other.execs);
  }
};

// One item for each device, and one more for work on no known device.
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
  const RunRules rules(profile, Quirks(false));
  for (const ExecRow& row : profile.execs.row.values()) {
    use_of(row.device).execs.Add(row, rules);
  }
  return uses;
}

std::map<std::string_view, Use> UseOfHosts(const Profile& profile) {
  std::map<std::string_view, Use> hosts;
  for (const SourceRow& source : profile.sources.values())
    ++hosts[profile.strings[source.host]].files;
  const std::vector<Use> uses = UseOfDevices(profile);
  for (uint32_t d = 0; d < profile.devices.size(); ++d) {
    Use& host = hosts[profile.strings[profile.devices[DeviceId(d)].host]];
    ++host.devices;
    host.Add(uses[d]);
  }
  hosts.erase("");  // not recorded
  return hosts;
}

std::vector<ReportColumn> FileColumns() {
  return {
      TableColumn("format", kText, Unit::kNone, "format", "what kind of file it is"),
      TableColumn("run", kText, Unit::kNone, "run",
                  "the run that it belongs to: the one that was named, or its log folder's"),
      TableColumn("host", kText, Unit::kNone, "host", "the host that wrote it"),
      TableColumn("rank", kNumber, Unit::kNone, "rank", "the rank of its process in the job"),
      TableColumn("role", kText, Unit::kNone, "role", "the role of its process in the job"),
      TableColumn("steps", kNumber, Unit::kCount, "steps", "how many steps it holds"),
      TableColumn("time_zero", kText, Unit::kNone, "time zero (UTC)",
                  "the wall clock at the time from which its own times are counted"),
      TableColumn("resolution_us", kNumber, Unit::kMicros, "resolution",
                  "the smallest difference between two of its times"),
      TableColumn("clock_offset_us", kNumber, Unit::kMicros, "clock offset",
                  "what is added to its times to compare them with those of other files"),
      TableColumn("clock_offset_found_by", kText, Unit::kNone, "offset found by",
                  "how the clock offset was found"),
  };
}

// The files of a run that is one source, by path; each with its format.
std::map<std::string_view, std::string_view> PartsOfRun(const Profile& profile) {
  std::map<std::string_view, std::string_view> parts;
  for (const ImportRow& row : profile.import_rows) {
    if (profile.strings[row.problem] != kPartOfRun) continue;
    parts.emplace(profile.strings[row.path], profile.strings[row.first_detail]);
  }
  return parts;
}

// The one that was named, or else that of a log folder.
std::string_view RunName(const Profile& profile, const SourceRow& source) {
  const std::string_view named = profile.strings[source.run];
  return named.empty() ? RunOfPath(profile.strings[source.path]) : named;
}

void AddSource(const Profile& profile, SourceId id, std::string_view format, Report& report) {
  const SourceRow& source = profile.sources[id];
  const auto& steps = profile.steps.values();
  const auto count = std::count_if(steps.begin(), steps.end(),
                                   [id](const StepRow& step) { return step.source == id; });
  const bool has_offset = source.clock_offset_ps != 0 || source.clock_offset_found_by.valid();
  const std::string_view path = profile.strings[source.path];
  const auto same = std::count_if(report.rows.begin(), report.rows.end(),
                                  [&](const Row& row) { return row.name == path; });
  std::vector<std::string> key = {std::string(path)};
  if (same > 0) key.push_back(std::to_string(same + 1));
  TableRow(report, path, std::move(key))
      .Text(format)
      .Text(RunName(profile, source))
      .Text(profile.strings[source.host])
      .Number(Known(source.rank))
      .Text(profile.strings[source.role])
      .Number(count)
      .Text(UtcTime(source.epoch_ns))
      .Number(Known(source.resolution_ps))
      .Number(has_offset ? source.clock_offset_ps : kAbsent)
      .Text(profile.strings[source.clock_offset_found_by]);
}

std::vector<ReportColumn> HostColumns() {
  return {
      TableColumn("files", kNumber, Unit::kCount, "files", "how many files are of this host alone"),
      TableColumn("devices", kNumber, Unit::kCount, "devices", "how many devices it has"),
      TableColumn("tracks", kNumber, Unit::kCount, "tracks", "how many timelines its devices have"),
      TableColumn("events", kNumber, Unit::kCount, "events", kEventsText),
      TableColumn("runs", kNumber, Unit::kCount, "runs", kRunsText),
  };
}

std::vector<ReportColumn> DeviceColumns() {
  return {
      TableColumn("kind", kText, Unit::kNone, "kind", "cpu, gpu, tpu, sparsecore or other"),
      TableColumn("ordinal", kNumber, Unit::kNone, "number", "its number among those of its kind"),
      TableColumn("host", kText, Unit::kNone, "host", "the host that it is part of"),
      TableColumn("tracks", kNumber, Unit::kCount, "tracks",
                  "how many timelines it has: threads, lanes, streams"),
      TableColumn("events", kNumber, Unit::kCount, "events", kEventsText),
      TableColumn("runs", kNumber, Unit::kCount, "runs", kRunsText),
      TableColumn("cpu_us", kNumber, Unit::kMicros, "cpu",
                  "time of the executions, on a GPU to schedule them; overlapping work added up"),
      TableColumn("accelerator_us", kNumber, Unit::kMicros, "accelerator",
                  "time of its work on accelerator streams, overlapping work added up"),
      TableColumn("memory_bytes", kNumber, Unit::kBytes, "memory", "how much memory it has"),
      TableColumn("peak_flops_per_second", kNumber, Unit::kFlopsPerSecond, "peak flops",
                  "the most float operations that it can do"),
      TableColumn("memory_bytes_per_second", kNumber, Unit::kBytesPerSecond, "memory speed",
                  "the most bytes of memory that it can move"),
      TableColumn("model", kText, Unit::kNone, "model", "what its maker calls it"),
      TableColumn("vendor", kText, Unit::kNone, "vendor", "who made it"),
      TableColumn("compute_capability", kText, Unit::kNone, "capability",
                  "of a GPU: the version of what it can compute"),
      TableColumn("core_count", kNumber, Unit::kCount, "cores",
                  "how many cores (of a GPU: multiprocessors) it has"),
      TableColumn("clock_khz", kNumber, Unit::kCount, "clock in kHz", "the clock of its cores"),
  };
}

}  // namespace

Report FileSection(const Profile& profile) {
  Report report = StartTable("files", "Files", "the file's path", FileColumns());
  std::map<std::string_view, std::string_view> parts = PartsOfRun(profile);
  for (uint32_t s = 0; s < profile.sources.size(); ++s) {
    const SourceRow& source = profile.sources[SourceId(s)];
    const auto part = parts.find(profile.strings[source.path]);
    const bool is_part = part != parts.end();
    AddSource(profile, SourceId(s), is_part ? part->second : profile.strings[source.format],
              report);
    if (is_part) parts.erase(part);
  }
  for (const auto& [path, format] : parts) {
    TableRow row(report, path);
    row.Text(format).Text("").Text("").Number(kAbsent).Text("");
    row.Number(kAbsent).Text("").Number(kAbsent).Number(kAbsent).Text("");
  }
  return report;
}

Report HostSection(const Profile& profile) {
  Report report = StartTable("hosts", "Hosts", "the host, as recorded", HostColumns());
  for (const auto& [host, use] : UseOfHosts(profile)) {
    TableRow row(report, host);
    row.Number(use.files).Number(use.devices).Number(use.tracks).Number(use.events);
    row.Number(use.execs.runs);
  }
  return report;
}

Report DeviceSection(const Profile& profile) {
  Report report =
      StartTable("devices", "Devices", "the device's name, as recorded", DeviceColumns());
  const std::vector<Use> uses = UseOfDevices(profile);
  const auto& sources = profile.sources.values();
  const bool misses_accelerator =
      std::any_of(sources.begin(), sources.end(),
                  [](const SourceRow& source) { return source.misses_accelerator_stream; });
  // A device on which nothing ran of what was recorded.
  const auto or_zero = [has_execs = profile.execs.row.size() > 0](Value value) -> Value {
    return value == kAbsent && has_execs ? 0 : value;
  };
  for (uint32_t d = 0; d < profile.devices.size(); ++d) {
    const DeviceRow& device = profile.devices[DeviceId(d)];
    const Use& use = uses[d];
    TableRow row(report, profile.strings[device.name]);
    row.Text(Name(device.kind)).Number(Known(device.ordinal)).Text(profile.strings[device.host]);
    row.Number(use.tracks).Number(use.events).Number(or_zero(use.execs.runs));
    row.Number(or_zero(use.execs.cpu_time));
    const bool may_miss = misses_accelerator && device.kind != DeviceKind::kCpu;
    const Value accelerator_time = use.execs.accelerator_time();
    row.Number(may_miss ? accelerator_time : or_zero(accelerator_time));
    row.Number(Known(device.memory_bytes)).Number(Known(device.peak_flops_per_second));
    row.Number(Known(device.memory_bytes_per_second));
    row.Text(profile.strings[device.model]).Text(profile.strings[device.vendor]);
    row.Text(profile.strings[device.compute_capability]).Number(Known(device.core_count));
    row.Number(Known(device.clock_khz));
  }
  return report;
}

}  // namespace profiler
