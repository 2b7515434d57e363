#include "profiler/views/utilization.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/store/derive/derive.h"
#include "profiler/views/intervals.h"
#include "profiler/views/places.h"
#include "profiler/views/selected_steps.h"
#include "profiler/views/step_event_types.h"
#include "profiler/views/table.h"
#include "profiler/views/table_row.h"

namespace profiler {
namespace {

constexpr uint32_t kCheckEvery = 1 << 16;

enum Work : size_t { kCompute, kCommunication, kCopy, kWorkCount };

Work WorkOf(StepEventType type) {
  switch (type) {
    case StepEventType::kCollectives:
      return kCommunication;
    case StepEventType::kHostToDevice:
    case StepEventType::kDeviceToHost:
    case StepEventType::kDeviceToDevice:
    case StepEventType::kHostToHost:
      return kCopy;
    default:
      return kCompute;
  }
}

// The work of one device as one source saw it.
using WorkOfDevice = std::array<std::vector<Interval>, kWorkCount>;
using Devices = std::map<std::pair<SourceId, DeviceId>, WorkOfDevice>;

absl::StatusOr<Devices> Collect(const Profile& profile, const Query& query, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const SelectedSteps steps, SelectSteps(profile, query.selection.steps));
  const Places places(profile, query.selection);
  StepEventTypes types(profile);
  Devices devices;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!derive::IsAccelerator(track) || track.role != TrackRole::kExec) continue;
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      if (!steps.Has(events.step[e]) || !places.Has(events.step[e], track.device)) continue;
      if (!events.kind.empty() && events.kind[e] != EventKind::kSlice) continue;
      const Work work =
          track.kind == TrackKind::kCopyQueue ? kCopy : WorkOf(types.Of(TrackId(t), e));
      devices[{track.source, track.device}][work].push_back(
          {events.begin[e], events.begin[e] + events.duration[e]});
    }
  }
  return devices;
}

struct Times {
  Int128 span = 0, busy = 0, compute = 0, communication = 0, copy = 0;
  Int128 compute_or_communication = 0;
};

Times TimesOf(const WorkOfDevice& work) {
  Times times;
  times.compute = TotalLength(work[kCompute]);
  times.communication = TotalLength(work[kCommunication]);
  times.copy = TotalLength(work[kCopy]);
  std::vector<Interval> all = work[kCompute];
  all.insert(all.end(), work[kCommunication].begin(), work[kCommunication].end());
  times.compute_or_communication = TotalLength(all);
  all.insert(all.end(), work[kCopy].begin(), work[kCopy].end());
  int64_t begin = INT64_MAX, end = INT64_MIN;
  for (const Interval& interval : all) {
    begin = std::min(begin, interval.begin);
    end = std::max(end, interval.end);
  }
  times.span = static_cast<Int128>(end) - begin;
  times.busy = TotalLength(std::move(all));
  return times;
}

void AddRow(const Profile& profile, SourceId source_id, DeviceId device_id, const Times& times,
            Report& report) {
  const SourceRow& source = profile.sources[source_id];
  const std::string device(device_id.valid() ? profile.strings[profile.devices[device_id].name]
                                             : "unknown");
  const std::string host(profile.strings[source.host]);
  const Int128 exposed = times.compute_or_communication - times.compute;
  TableRow row(report, device, {std::string(profile.strings[source.path]), device});
  row.Number(Known(source.rank)).Text(host).Number(times.span).Number(times.busy);
  row.Number(times.span - times.busy).Real(static_cast<double>(times.busy) /
                                           static_cast<double>(times.span));
  row.Number(times.compute).Number(times.communication).Number(times.copy);
  row.Number(exposed).Number(times.busy - times.compute_or_communication);
  row.Real(times.communication == 0 ? std::nan("")
                                    : static_cast<double>(times.communication - exposed) /
                                          static_cast<double>(times.communication));
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

absl::StatusOr<Report> UtilizationView(const Profile& profile, const Query& query,
                                       RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const Devices devices, Collect(profile, query, context));
  Report report = StartTable("utilization", "Accelerators", "the device", UtilizationColumns());
  for (const auto& [place, work] : devices) {
    AddRow(profile, place.first, place.second, TimesOf(work), report);
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  return report;
}

}  // namespace profiler
