#include <string>
#include <string_view>

#include "profiler/analysis/accelerators/device_times.h"
#include "profiler/analysis/selection/host_names.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/common/place_names.h"
#include "profiler/views/common/source_keys.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/notes/unknown_collectives_note.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

struct UtilizationRow {
  const Profile& profile;
  const DeviceTimes& times;

  const SourceRow& source() const { return profile.sources[times.source]; }
  std::string_view device() const {
    return times.device.valid() ? NameOfDevice(profile, times.device) : "unknown";
  }
};

const std::vector<ColumnOf<UtilizationRow>>& UtilizationColumns() {
  using C = ColumnOf<UtilizationRow>;
  using Row = const UtilizationRow&;
  static const std::vector<C> kColumns = {
      C::Number("rank", Unit::kNone, "rank", "Its rank in the job.",
                [](Row row) { return Known(row.source().rank); })
          .In(Detail::kReport),
      C::Text("host", "host", "Where it is, if that was recorded.",
              [](Row row) { return RecordedHost(row.profile, row.source()); })
          .In(Detail::kReport),
      C::Number("span_us", Unit::kMicros, "span",
                "Wall time from the first begin to the last end of its work; with -step without "
                "the time between the selected steps, and that in which it only worked for others.",
                [](Row row) { return row.times.span; })
          .In(Detail::kReport),
      C::Number(
          "busy_us", Unit::kMicros, "busy",
          "The part of it in which it worked. Waiting for input, as a TPU does in the infeed, is "
          "no work.",
          [](Row row) { return row.times.busy; }),
      C::Number("idle_us", Unit::kMicros, "idle",
                "The rest of it, in which it waited or did nothing.",
                [](Row row) { return row.times.idle(); }),
      C::Real("busy_share", Unit::kShare, "busy share", "busy_us / span_us.",
              [](Row row) { return row.times.busy_share(); })
          .Typical()
          .In(Detail::kReport),
      C::Number("compute_us", Unit::kMicros, "compute",
                "Time in which a kernel ran that is neither communication nor a copy.",
                [](Row row) { return row.times.compute; })
          .In(Detail::kReport),
      C::Number("communication_us", Unit::kMicros, "communication",
                "Time in which a collective ran: all-reduce, all-gather ...",
                [](Row row) { return row.times.communication; })
          .In(Detail::kReport),
      C::Number("copy_us", Unit::kMicros, "copy", "Time in which memory was copied.",
                [](Row row) { return row.times.copy; })
          .In(Detail::kReport),
      C::Number("exposed_communication_us", Unit::kMicros, "exposed communication",
                "Communication while nothing computed.",
                [](Row row) { return row.times.exposed_communication; })
          .In(Detail::kReport),
      C::Number("exposed_copy_us", Unit::kMicros, "exposed copy",
                "Copies while nothing computed or communicated.",
                [](Row row) { return row.times.exposed_copy; }),
      C::Real("overlap_share", Unit::kShare, "overlap",
              "The part of communication_us that computing hides.",
              [](Row row) { return row.times.overlap_share(); })
          .Typical(),
  };
  return kColumns;
}

absl::StatusOr<Report> AnswerUtilization(const Selected& selected, const Query& query,
                                         RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<DeviceTimes> devices,
                            TimesOfDevices(selected, context));
  Report report =
      StartTable("utilization", "Accelerators", "the device", Headers(UtilizationColumns()));
  report.values = {Basis::kTotals, "the device's span, the overlap share of its communication"};
  const SourceKeys sources(profile);
  for (const DeviceTimes& times : devices) {
    const UtilizationRow row{profile, times};
    AppendRow(UtilizationColumns(), row.device(),
              {sources.Of(times.source), std::string(row.device())}, row, report);
  }
  if (devices.empty()) AddNoKernelsNote(selected, report);
  PROFILER_RETURN_IF_ERROR(AddUnknownCollectivesNote(selected, report, context));
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kUtilizationView = {
    .name = "utilization",
    .summary = "accelerators: computing, communicating, copying, idle, and what overlaps",
    .details = "A row is an accelerator. Times are wall time: what runs at once counts once.",
    .run = AnswerUtilization,
    .rows = RowKind::kOther,
    .columns = [] { return Headers(UtilizationColumns()); },
    .events = EventUse::kAlways,
};

}  // namespace profiler
