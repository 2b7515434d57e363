#include "profiler/views/accelerators/idle.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/analysis/selection/place_order.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/store/event_name.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

// A shorter gap is what a device needs from one kernel to the next.
constexpr int64_t kBetweenKernels = 30'000'000;  // ps

enum Cause : size_t { kByHost, kByKernel, kByOther, kCauseCount };
constexpr std::string_view kCauseNames[] = {"host", "kernel", "other"};

struct Gaps {
  int64_t count = 0;
  Int128 total = 0, largest = 0;
  absl::flat_hash_map<StringId, Int128> by_op;  // which the work behind the gap is for
};
using GapsOfTrack = std::array<Gaps, kCauseCount>;

class GapTable {
 public:
  explicit GapTable(const Profile& profile) : profile_(profile), launched_by_(profile) {}

  // Work comes track by track, in order of begin.
  void Add(TrackId track, uint32_t e) {
    const Events& events = profile_.events[track];
    // Times of a damaged file may lie further apart than 64 bits tell.
    const Int128 begin = events.begin[e], end = begin + events.duration[e];
    if (track != track_) {
      track_ = track;
      last_end_ = end;
      passed_end_ = end;
      return;
    }
    if (begin > last_end_ && passed_end_ <= last_end_) AddGap(e, begin - last_end_);
    last_end_ = std::max(last_end_, end);
  }

  // Work that is not asked for: where it ran, the stream did not wait for what is.
  void Pass(TrackId track, uint32_t e) {
    const Events& events = profile_.events[track];
    if (track != track_) return;
    passed_end_ = std::max(passed_end_, Int128{events.begin[e]} + events.duration[e]);
  }

  bool has_work() const { return track_.valid(); }
  // By rank, device and name.
  std::vector<TrackId> TracksWithGaps() const {
    std::vector<TrackId> tracks;
    for (const auto& [track, gaps] : gaps_) tracks.push_back(track);
    const auto order = [this](TrackId id) {
      const TrackRow& track = profile_.tracks[id];
      return std::tuple(PlaceOrderOf(profile_, track.source, track.device), track.sort_key,
                        profile_.strings[track.name], id);
    };
    std::sort(tracks.begin(), tracks.end(),
              [&](TrackId a, TrackId b) { return order(a) < order(b); });
    return tracks;
  }
  const GapsOfTrack& gaps(TrackId track) { return gaps_[track]; }

 private:
  Cause CauseOf(uint32_t e, Int128 gap) const {
    const EventId call = launched_by_(track_, e);
    if (call.valid() && profile_.events[call.track].begin[call.row] > last_end_) return kByHost;
    return gap < kBetweenKernels ? kByKernel : kByOther;
  }

  void AddGap(uint32_t e, Int128 gap) {
    Gaps& gaps = gaps_[track_][CauseOf(e, gap)];
    ++gaps.count;
    gaps.total += gap;
    gaps.largest = std::max(gaps.largest, gap);
    const Events& events = profile_.events[track_];
    StringId op = OpOfEvent(profile_, events, e);
    if (!op.valid()) op = EventName(profile_, events, e);
    gaps.by_op[op] += gap;
  }

  const Profile& profile_;
  const LaunchedBy launched_by_;
  TrackId track_;  // at hand, and the end of all its work so far
  Int128 last_end_ = 0, passed_end_ = 0;
  absl::flat_hash_map<TrackId, GapsOfTrack> gaps_;
};

// The op that the stream waited for longest; of equal ones the first by name.
std::pair<std::string, Int128> Longest(const Profile& profile, const Gaps& gaps) {
  std::pair<std::string, Int128> longest = {"", -1};
  for (const auto& [op, time] : gaps.by_op) {
    const std::string_view name = profile.strings[op];
    if (time > longest.second || (time == longest.second && name < longest.first)) {
      longest = {std::string(name), time};
    }
  }
  return longest;
}

void AddRow(const Profile& profile, TrackId track_id, Cause cause, const Gaps& gaps,
            Report& report) {
  const TrackRow& track = profile.tracks[track_id];
  const SourceRow& source = profile.sources[track.source];
  const std::string stream(profile.strings[track.name]);
  const std::string device(track.device.valid()
                               ? profile.strings[profile.devices[track.device].name]
                               : std::string_view());
  const std::string word(kCauseNames[cause]);
  const auto [op, op_time] = Longest(profile, gaps);
  TableRow row(report, stream, {std::string(profile.strings[source.path]), device, stream, word});
  row.Text(device).Number(Known(source.rank)).Text(word).Number(gaps.count).Number(gaps.total);
  row.Number(gaps.total / gaps.count).Number(gaps.largest).Text(op).Number(op_time);
}

}  // namespace

std::vector<ReportColumn> IdleColumns() {
  using enum ColumnType;
  return {
      TableColumn("device", kText, Unit::kNone, "device", "Whose stream it is."),
      TableColumn("rank", kNumber, Unit::kNone, "rank", "Its rank in the job."),
      TableColumn("cause", kText, Unit::kNone, "cause",
                  "What the stream waited for: host (the next work was launched after the stream "
                  "ran empty), kernel (less than 30 us, from one kernel to the next) or other (it "
                  "was launched in time, or its launch is not known)."),
      TableColumn("count", kNumber, Unit::kCount, "gaps", "How many gaps."),
      TableColumn("total_us", kNumber, Unit::kMicros, "total", "Their time, added up."),
      TableColumn("avg_us", kNumber, Unit::kMicros, "average", "Their mean time."),
      TableColumn("largest_us", kNumber, Unit::kMicros, "largest", "The longest of them."),
      TableColumn("op", kText, Unit::kNone, "op",
                  "What came behind the gaps that lasted longest when added up: the op that was "
                  "launched late."),
      TableColumn("op_us", kNumber, Unit::kMicros, "before it", "The gaps before that op."),
  };
}

absl::StatusOr<Report> IdleView(const Selected& selected, const Query& query, RunContext& context) {
  const Profile& profile = selected.profile();
  GapTable table(profile);
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      selected, context, [&](const Track& track, uint32_t event) { table.Add(track.id, event); },
      [&](const Track& track, uint32_t event) { table.Pass(track.id, event); }));
  Report report = StartTable("idle", "Idle time of streams", "the stream", IdleColumns());
  for (const TrackId track : table.TracksWithGaps()) {
    const GapsOfTrack& gaps = table.gaps(track);
    for (const Cause cause : {kByHost, kByKernel, kByOther}) {
      if (gaps[cause].count > 0) AddRow(profile, track, cause, gaps[cause], report);
    }
  }
  if (!table.has_work()) {
    AddNoKernelsNote(selected, report);
  } else if (report.rows.empty()) {
    report.notes.push_back({"no_gaps", Severity::kInfo,
                            "no stream has a gap: each was busy from its first work to its last"});
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
