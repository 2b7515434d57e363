#include "profiler/views/accelerators/utilization.h"

#include <string>
#include <string_view>

#include "profiler/analysis/accelerators/device_times.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/notes/unknown_collectives_note.h"

namespace profiler {
namespace {

void AddRow(const Profile& profile, const DeviceTimes& times, Report& report) {
  const SourceRow& source = profile.sources[times.source];
  const std::string device(times.device.valid()
                               ? profile.strings[profile.devices[times.device].name]
                               : std::string_view("unknown"));
  TableRow row(report, device, {std::string(profile.strings[source.path]), device});
  row.Number(Known(source.rank)).Text(profile.strings[source.host]);
  row.Number(times.span).Number(times.busy).Number(times.idle()).Real(times.busy_share());
  row.Number(times.compute).Number(times.communication).Number(times.copy);
  row.Number(times.exposed_communication).Number(times.exposed_copy).Real(times.overlap_share());
}

}  // namespace

std::vector<ReportColumn> UtilizationColumns() {
  using enum ColumnType;
  return {
      TableColumn("rank", kNumber, Unit::kNone, "rank", "Its rank in the job."),
      TableColumn("host", kText, Unit::kNone, "host", "Where it is."),
      TableColumn("span_us", kNumber, Unit::kMicros, "span",
                  "Wall time from the first begin to the last end of its work."),
      TableColumn("busy_us", kNumber, Unit::kMicros, "busy",
                  "The part of it in which at least one thing ran on it."),
      TableColumn("idle_us", kNumber, Unit::kMicros, "idle", "The rest of it."),
      TableColumn("busy_share", kReal, Unit::kShare, "busy share", "busy_us / span_us."),
      TableColumn("compute_us", kNumber, Unit::kMicros, "compute",
                  "Time in which a kernel ran that is neither communication nor a copy."),
      TableColumn("communication_us", kNumber, Unit::kMicros, "communication",
                  "Time in which a collective ran: all-reduce, all-gather ..."),
      TableColumn("copy_us", kNumber, Unit::kMicros, "copy", "Time in which memory was copied."),
      TableColumn("exposed_communication_us", kNumber, Unit::kMicros, "exposed communication",
                  "Communication while nothing computed."),
      TableColumn("exposed_copy_us", kNumber, Unit::kMicros, "exposed copy",
                  "Copies while nothing computed or communicated."),
      TableColumn("overlap_share", kReal, Unit::kShare, "overlap",
                  "The part of communication_us that computing hides."),
  };
}

absl::StatusOr<Report> UtilizationView(const Selected& selected, const Query& query,
                                       RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<DeviceTimes> devices,
                            TimesOfDevices(selected, context));
  Report report = StartTable("utilization", "Accelerators", "the device", UtilizationColumns());
  for (const DeviceTimes& times : devices) AddRow(profile, times, report);
  if (devices.empty()) AddNoKernelsNote(selected, report);
  PROFILER_RETURN_IF_ERROR(AddUnknownCollectivesNote(selected, report, context));
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
