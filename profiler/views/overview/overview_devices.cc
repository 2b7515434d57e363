#include "profiler/views/overview/overview_devices.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/host_names.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/int128.h"
#include "profiler/base/value.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// What of the busy time is told, where it is much on some device.
struct ToldParts {
  bool communication = false, copying = false;
};

struct BusyRow {
  const Profile& profile;
  const DeviceBusy& busy;
  std::string_view run;  // empty if the profile has one
  const HostNames& hosts;
  const ToldParts& told;

  std::string name() const { return std::string(profile.strings[device().name]); }
  // Keys need more than what was recorded of hosts, as ranks have devices of one name.
  std::string HostKey() const { return std::string(profile.strings[device().host]); }
  const DeviceRow& device() const { return profile.devices[busy.device]; }
};

const std::vector<ColumnOf<BusyRow>>& BusyColumns() {
  using C = ColumnOf<BusyRow>;
  using Row = const BusyRow&;
  static const std::vector<C> kColumns = {
      C::Text("host", "host", "where it is, if that was recorded",
              [](Row row) { return row.hosts.Of(row.busy.device); }),
      C::Number("rank", Unit::kNone, "rank", "of several ranks, the one that used it",
                [](Row row) { return Known(row.hosts.RankOf(row.busy.device)); })
          .Optional(),
      C::Number("busy_us", Unit::kMicros, "busy", "while at least one thing ran",
                [](Row row) { return row.busy.busy; }),
      C::Number("span_us", Unit::kMicros, "of",
                "the time of the steps and between them, or of all that was recorded where there "
                "are none",
                [](Row row) { return row.busy.span; }),
      C::Real("busy_share", Unit::kShare, "share", "busy_us as a part of span_us",
              [](Row row) {
                return static_cast<double>(row.busy.busy) / static_cast<double>(row.busy.span);
              })
          .Typical(),
      C::Number("exposed_communication_us", Unit::kMicros, "exposed communication",
                "of busy_us, while nothing but communication ran, waiting for others included",
                [](Row row) { return row.told.communication ? row.busy.communication : kAbsent; })
          .Optional(),
      C::Number("exposed_copy_us", Unit::kMicros, "exposed copy",
                "of busy_us, while nothing but copies ran",
                [](Row row) { return row.told.copying ? row.busy.copying : kAbsent; })
          .Optional(),
      C::Number("events", Unit::kCount, "events", "how much ran in that time",
                [](Row row) { return row.busy.events; }),
      C::Text("run", "run", "of several runs the one in which it was busy", &BusyRow::run)
          .Optional(),
  };
  return kColumns;
}

// Devices of a process follow each other; these by their numbers, not as they came to be used.
std::vector<DeviceBusy> ByNumber(const Profile& profile, const HostNames& hosts,
                                 std::vector<DeviceBusy> devices) {
  const auto are_of_one = [&](const DeviceBusy& a, const DeviceBusy& b) {
    return a.run == b.run && hosts.Of(a.device) == hosts.Of(b.device) &&
           hosts.RankOf(a.device) == hosts.RankOf(b.device);
  };
  const auto is_before = [&](const DeviceBusy& a, const DeviceBusy& b) {
    return profile.devices[a.device].ordinal < profile.devices[b.device].ordinal;
  };
  for (auto first = devices.begin(); first != devices.end();) {
    auto end = std::next(first);
    while (end != devices.end() && are_of_one(*first, *end)) ++end;
    std::stable_sort(first, end, is_before);
    first = end;
  }
  return devices;
}

ToldParts ToldPartsOf(const std::vector<DeviceBusy>& devices) {
  constexpr int kLeastPercent = 1;
  ToldParts told;
  for (const DeviceBusy& one : devices) {
    const Int128 least = one.busy * kLeastPercent;
    told.communication |= one.communication > 0 && 100 * one.communication >= least;
    told.copying |= one.copying > 0 && 100 * one.copying >= least;
  }
  return told;
}

}  // namespace

Report DeviceSection(const Profile& profile, const std::vector<DeviceBusy>& devices) {
  Report report = StartTable("devices", "How busy accelerators were", "the accelerator",
                             Headers(BusyColumns()));
  const bool has_steps = std::any_of(devices.begin(), devices.end(),
                                     [](const DeviceBusy& one) { return one.steps > 0; });
  report.values = {Basis::kWholeTotals, has_steps ? "the time of the steps and between them"
                                                  : "the time of all that was recorded"};
  const Runs runs = RunsOf(profile);
  const HostNames hosts(profile, runs);
  const ToldParts told = ToldPartsOf(devices);
  for (const DeviceBusy& one : ByNumber(profile, hosts, devices)) {
    const BusyRow row{profile, one, runs.are_several() ? std::string_view(runs.names[one.run]) : "",
                      hosts, told};
    std::vector<std::string> key = {row.HostKey(), row.name()};
    if (!row.run.empty()) key.insert(key.begin(), std::string(row.run));
    AppendRow(BusyColumns(), row.name(), std::move(key), row, report);
  }
  DropEmptyColumns(report);
  return report;
}

}  // namespace profiler
