#include "profiler/views/overview/overview_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/host_names.h"
#include "profiler/analysis/selection/short_name.h"
#include "profiler/base/text/listed.h"
#include "profiler/report/column.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"
#include "profiler/store/kind_names.h"
#include "profiler/views/common/repeated_devices.h"

namespace profiler {
namespace {

constexpr size_t kMostNames = 4;

class Environment {
 public:
  explicit Environment(const Profile& profile) : profile_(profile) {}

  std::vector<EnvironmentRow> Take() && {
    std::set<std::string_view> formats, hosts;
    const HostNames names(profile_);
    for (uint32_t s = 0; s < profile_.sources.size(); ++s) {
      formats.insert(profile_.strings[profile_.sources[SourceId(s)].format]);
      hosts.insert(names.Of(SourceId(s)));
    }
    std::map<std::string_view, Devices> devices;
    std::set<std::string_view> models;
    const std::vector<char> used = UsedDevices();
    const std::set<StringId> numbered = HostsWithNumberedCpus(used);
    const std::vector<bool> repeated = RepeatedDevices(profile_, names, used);
    for (uint32_t d = 0; d < profile_.devices.size(); ++d) {
      const DeviceRow& device = profile_.devices[DeviceId(d)];
      hosts.insert(names.Of(DeviceId(d)));
      models.insert(profile_.strings[device.model]);
      if (StandsForOthers(device, numbered) || IsShortName(profile_, DeviceId(d))) continue;
      if (repeated[d]) continue;
      Devices& of_kind = devices[Name(device.kind)];
      (used[d] != 0 ? of_kind.used : of_kind.unused) += 1;
      if (used[d] != 0) of_kind.names.insert(profile_.strings[device.name]);
    }
    hosts.erase("");  // unknown
    Add("files", profile_.sources.size(), Listed(formats, kMostNames));
    Add("hosts", hosts.size(), Listed(hosts, kMostNames));
    for (const auto& [kind, of_kind] : devices) {
      Add(fmt::format("devices_{}", kind), of_kind.used, of_kind.Text());
    }
    models.erase("");
    if (!models.empty()) Add("device_models", models.size(), Listed(models, kMostNames));
    AddSteps();
    return std::move(rows_);
  }

 private:
  // The devices of a kind; names may repeat on hosts.
  struct Devices {
    size_t used = 0, unused = 0;
    std::set<std::string_view> names;  // of those used

    std::string Text() const {
      if (unused == 0) return Listed(names, kMostNames);
      return fmt::format("{}{}{} more listed, unused", Listed(names, kMostNames),
                         used > 0 ? "; " : "", unused);
    }
  };

  std::set<StringId> HostsWithNumberedCpus(const std::vector<char>& used) const {
    std::set<StringId> hosts;
    for (uint32_t d = 0; d < profile_.devices.size(); ++d) {
      const DeviceRow& device = profile_.devices[DeviceId(d)];
      const bool is_numbered = device.kind == DeviceKind::kCpu && device.ordinal != kUnknown;
      if (is_numbered && used[d] != 0) hosts.insert(device.host);
    }
    return hosts;
  }
  // Whether it is all CPUs of a host, which the recorder told one by one, too.
  static bool StandsForOthers(const DeviceRow& device, const std::set<StringId>& numbered) {
    return device.kind == DeviceKind::kCpu && device.ordinal == kUnknown &&
           numbered.contains(device.host);
  }

  // By device, whether anything ran there: a recorder lists all accelerators of its host.
  std::vector<char> UsedDevices() const {
    std::vector<char> used(profile_.devices.size());
    const auto use = [&](DeviceId device) {
      if (device.valid()) used[device.row()] = 1;
    };
    for (const TrackRow& track : profile_.tracks.values()) use(track.device);
    for (const OpRow& op : profile_.ops.row.values()) use(op.assigned_device);
    profile_.execs().row.ForEachOf(use, &ExecRow::device);
    for (const Series& series : profile_.series) use(series.device);
    for (const AllocationRow& row : profile_.allocations) use(row.device);
    return used;
  }

  void Add(std::string_view name, size_t count, const std::string& text) {
    rows_.push_back({std::string(name), static_cast<Value>(count), text});
  }

  void AddSteps() {
    std::map<std::string_view, size_t> found;
    size_t partial = 0;
    for (const StepRow& step : profile_.steps.values()) {
      if (step.found_by == StepFoundBy::kWhole) continue;
      ++found[Name(step.found_by)];
      partial += step.partial ? 1 : 0;
    }
    size_t all = 0;
    std::vector<std::string> texts;
    for (const auto& [name, count] : found) {
      all += count;
      texts.push_back(fmt::format("{} {}", count, name));
    }
    if (partial > 0) texts.push_back(fmt::format("{} partial", partial));
    Add("steps", all, fmt::format("{}", fmt::join(texts, ", ")));
  }

  const Profile& profile_;
  std::vector<EnvironmentRow> rows_;
};

const std::vector<ColumnOf<EnvironmentRow>>& EnvironmentColumns() {
  using C = ColumnOf<EnvironmentRow>;
  static const std::vector<C> kColumns = {
      C::Number("count", Unit::kCount, "count", "how many", &EnvironmentRow::count),
      C::Text("text", "what", "which, or how found", &EnvironmentRow::text),
  };
  return kColumns;
}

}  // namespace

bool HoldsMemoryOnly(const Profile& profile) {
  return profile.execs().row.size() == 0 && profile.steps.size() == 0 && profile.series.empty() &&
         profile.allocations.size() > 0;
}

EnvironmentRow HeldMemoryRow(const Profile& profile, const MemoryUses& memory) {
  constexpr size_t kMostOps = 3;
  EnvironmentRow row = {.name = "memory", .count = kAbsent, .text = "no peak is known"};
  const auto use =
      std::max_element(memory.uses.begin(), memory.uses.end(),
                       [](const MemoryUse& a, const MemoryUse& b) { return a.peak < b.peak; });
  if (use == memory.uses.end()) return row;
  std::map<std::string_view, Int128> by_op;
  for (const HeldMemory& held : use->held) {
    by_op[held.op.valid() ? profile.strings[profile.ops.row[held.op].name] : kUnknownOp] +=
        held.bytes;
  }
  std::vector<std::pair<std::string_view, Int128>> ops(by_op.begin(), by_op.end());
  std::stable_sort(ops.begin(), ops.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> named;
  named.reserve(ops.size());
  for (const auto& [name, bytes] : ops) {
    named.push_back(
        fmt::format("{} {}", name, ScaledText(static_cast<Value>(bytes), Unit::kBytes)));
  }
  row.count = static_cast<Value>(use->held.size());
  row.text = fmt::format("{} {} on {}{}{}", ScaledText(use->peak, Unit::kBytes),
                         use->is_moment ? "when the snapshot was taken" : "at the peak",
                         profile.strings[profile.devices[use->device].name],
                         named.empty() ? "" : ": ", Listed(named, kMostOps));
  return row;
}

std::vector<EnvironmentRow> EnvironmentOf(const Profile& profile) {
  return Environment(profile).Take();
}

Report EnvironmentTable(const std::vector<EnvironmentRow>& rows) {
  Report report = StartTable("environment", "What was recorded (`info` shows more)",
                             "what is counted", Headers(EnvironmentColumns()));
  for (const EnvironmentRow& row : rows) AppendRow(EnvironmentColumns(), row.name, row, report);
  return report;
}

}  // namespace profiler
