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
#include "profiler/analysis/selection/host_names.h"
#include "profiler/analysis/selection/place_order.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/store/event_name.h"
#include "profiler/views/common/place_names.h"
#include "profiler/views/common/source_keys.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

// Gaps between back-to-back kernels are at most this long.
constexpr int64_t kBetweenKernels = 30'000'000;  // ps

enum Cause : size_t { kByHost, kByKernel, kByOther, kCauseCount };
constexpr std::string_view kCauseNames[] = {"host", "kernel", "other"};

struct Gaps {
  int64_t count = 0;
  Int128 total = 0, largest = 0;
  // Of the gaps whose next work's launch is known, the part after that call had ended.
  Int128 launched = 0;
  bool knows_launches = false;
  absl::flat_hash_map<StringId, Int128> by_op;  // gap time by the op whose work follows the gap
};
using GapsOfTrack = std::array<Gaps, kCauseCount>;

class GapTable {
 public:
  explicit GapTable(const Profile& profile) : profile_(profile), launched_by_(profile) {}

  // Work must be added track by track, in order of start.
  void Add(TrackId track, uint32_t e) {
    const Events& events = profile_.events[track];
    // A damaged file may have times whose difference exceeds 64 bits.
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

  // Counts work that is not selected as busy.
  void Pass(TrackId track, uint32_t e) {
    const Events& events = profile_.events[track];
    if (track != track_) return;
    passed_end_ = std::max(passed_end_, Int128{events.begin[e]} + events.duration[e]);
  }

  bool has_work() const { return track_.valid(); }
  // Tracks that have gaps, sorted by rank, device and name.
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
    if (const EventId call = launched_by_(track_, e); call.valid()) {
      const Events& calls = profile_.events[call.track];
      const Int128 call_end = Int128{calls.begin[call.row]} + calls.duration[call.row];
      const Int128 after = last_end_ + gap - std::max(last_end_, call_end);
      gaps.launched += std::max<Int128>(after, 0);
      gaps.knows_launches = true;
    }
    gaps.largest = std::max(gaps.largest, gap);
    const Events& events = profile_.events[track_];
    StringId op = OpOfEvent(profile_, events, e);
    if (!op.valid()) op = EventName(profile_, events, e);
    gaps.by_op[op] += gap;
  }

  const Profile& profile_;
  const LaunchedBy launched_by_;
  TrackId track_;  // the current track, and the end of its work so far
  Int128 last_end_ = 0, passed_end_ = 0;
  absl::flat_hash_map<TrackId, GapsOfTrack> gaps_;
};

// The op with the most gap time before its work; on a tie, the first by name.
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

// The gaps of a stream that have the same cause.
struct IdleRow {
  const Profile& profile;
  const TrackRow& track;
  Cause cause;
  const Gaps& gaps;
  std::pair<std::string, Int128> longest = Longest(profile, gaps);

  const SourceRow& source() const { return profile.sources[track.source]; }
  std::string_view stream() const { return profile.strings[track.name]; }
  std::string_view device() const { return NameOfDevice(profile, track.device); }
  std::string_view cause_name() const { return kCauseNames[cause]; }
};

const std::vector<ColumnOf<IdleRow>>& IdleColumns() {
  using C = ColumnOf<IdleRow>;
  using Row = const IdleRow&;
  static const std::vector<C> kColumns = {
      C::Text("device", "device", "Whose stream it is.", &IdleRow::device),
      C::Number("rank", Unit::kNone, "rank", "Its rank in the job.",
                [](Row row) { return Known(row.source().rank); }),
      C::Text("host", "host", "Where it is, if that was recorded.",
              [](Row row) { return RecordedHost(row.profile, row.source()); }),
      C::Text("cause", "cause",
              "When the next work was launched: host (after the stream ran empty; what it waited "
              "for once launched is in launched_us), kernel (less than 30 us, from one kernel to "
              "the next) or other (it was "
              "launched in time, or its launch is not known).",
              &IdleRow::cause_name),
      C::Number("count", Unit::kCount, "gaps", "How many gaps.",
                [](Row row) { return row.gaps.count; }),
      C::Number("total_us", Unit::kMicros, "total", "Their time, added up.",
                [](Row row) { return row.gaps.total; }),
      C::Number("launched_us", Unit::kMicros, "after launch",
                "The part of it after the call that launched the next work had returned: the host "
                "had done its part, and the work waited for another stream or the device.",
                [](Row row) { return row.gaps.knows_launches ? row.gaps.launched : kAbsent; }),
      C::Number("avg_us", Unit::kMicros, "average", "Their mean time.",
                [](Row row) { return row.gaps.total / row.gaps.count; })
          .Typical(),
      C::Number("largest_us", Unit::kMicros, "largest", "The longest of them.",
                [](Row row) { return row.gaps.largest; })
          .Typical(),
      C::Text("op", "op",
              "What came behind the gaps that lasted longest when added up: the op that was "
              "launched late.",
              [](Row row) { return row.longest.first; }),
      C::Number("op_us", Unit::kMicros, "before it", "The gaps before that op.",
                [](Row row) { return row.longest.second; }),
  };
  return kColumns;
}

void AppendIdle(const IdleRow& row, const SourceKeys& sources, Report& report) {
  AppendRow(IdleColumns(), row.stream(),
            {sources.Of(row.track.source), std::string(row.device()), std::string(row.stream()),
             std::string(row.cause_name())},
            row, report);
}

absl::StatusOr<Report> AnswerIdle(const Selected& selected, const Query& query,
                                  RunContext& context) {
  const Profile& profile = selected.profile();
  GapTable table(profile);
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      selected, context, [&](const Track& track, uint32_t event) { table.Add(track.id, event); },
      [&](const Track& track, uint32_t event) { table.Pass(track.id, event); }));
  Report report = StartTable("idle", "Idle time of streams", "the stream", Headers(IdleColumns()));
  report.values.basis = Basis::kTotals;
  const SourceKeys sources(profile);
  for (const TrackId track : table.TracksWithGaps()) {
    const GapsOfTrack& gaps = table.gaps(track);
    for (const Cause cause : {kByHost, kByKernel, kByOther}) {
      if (gaps[cause].count == 0) continue;
      AppendIdle({profile, profile.tracks[track], cause, gaps[cause]}, sources, report);
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

}  // namespace

extern const View kIdleView = {
    .name = "idle",
    .summary = "idle time of each stream, by cause",
    .details =
        "A row is a stream and one cause of its gaps: host, the next work was launched after the "
        "stream ran empty; kernel, it was launched in time and began within 30 us; other, it began "
        "later, or its launch is not known. What of host is after launch is not the host's: the "
        "work was launched and waited for another stream.",
    .run = AnswerIdle,
    .rows = RowKind::kOther,
    .columns = [] { return Headers(IdleColumns()); },
    .events = EventUse::kAlways,
};

}  // namespace profiler
