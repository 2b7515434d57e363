#include "profiler/views/overview/overview_devices.h"

#include <string>

#include "profiler/report/table.h"
#include "profiler/report/table_row.h"

namespace profiler {

using enum ColumnType;

Report DeviceSection(const Profile& profile, const std::vector<DeviceBusy>& devices) {
  Report report = StartTable(
      "devices", "How busy accelerators were", "the accelerator",
      {
          TableColumn("host", kText, Unit::kNone, "host", "where it is"),
          TableColumn("busy_us", kNumber, Unit::kMicros, "busy", "while at least one thing ran"),
          TableColumn("span_us", kNumber, Unit::kMicros, "of",
                      "the time of the steps, or of all that was recorded where there are none"),
          TableColumn("busy_share", kReal, Unit::kShare, "share", "busy_us as a part of span_us"),
          TableColumn("events", kNumber, Unit::kCount, "events", "how much ran in that time"),
      });
  for (const DeviceBusy& one : devices) {
    const DeviceRow& device = profile.devices[one.device];
    const std::string name(profile.strings[device.name]), host(profile.strings[device.host]);
    TableRow(report, name, {host, name})
        .Text(host)
        .Number(one.busy)
        .Number(one.span)
        .Real(static_cast<double>(one.busy) / static_cast<double>(one.span))
        .Number(one.events);
  }
  return report;
}

}  // namespace profiler
