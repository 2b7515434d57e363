#include "profiler/views/collectives/collectives.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/collectives/collective_waits.h"
#include "profiler/analysis/selection/place_order.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/collectives/collective_gradients.h"
#include "profiler/views/collectives/collective_notes.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/notes/unknown_collectives_note.h"

namespace profiler {
namespace {

using Place = std::pair<SourceId, DeviceId>;

// Collectives of one kind, type and size of group on one device.
struct KindTotals {
  int64_t occurrences = 0, shortest = std::numeric_limits<int64_t>::max(), longest = 0;
  Int128 total = 0;
  bool knows_all = true;        // bytes of each
  Int128 bytes = 0, timed = 0;  // of those whose bytes are known
  double bus_bytes = 0;
  // A call's time is not the collective's, and a group of one exchanges nothing.
  bool has_rate = true, has_calls = false;

  void Add(const CollectiveEvent& event) {
    total += event.duration;
    const bool knows_bytes = event.bytes != kUnknown;
    has_rate = has_rate && !event.is_call && event.group_size != 1;
    has_calls = has_calls || event.is_call;
    if (knows_bytes || event.is_end) timed += event.duration;
    if (event.is_end) return;
    ++occurrences;
    shortest = std::min(shortest, event.duration);
    longest = std::max(longest, event.duration);
    knows_all = knows_all && knows_bytes;
    if (!knows_bytes) return;
    bytes += event.bytes;
    bus_bytes += static_cast<double>(event.bytes) * BusFactor(event.kind, event.group_size);
  }
  double PerSecond(double amount) const {
    return timed == 0 || bytes == 0 || !has_rate
               ? kAbsentReal
               : amount * kPicosPerSecond / static_cast<double>(timed);
  }
};

using KindKey = std::tuple<int64_t, SourceId, DeviceId, CollectiveKind, std::string_view, int64_t>;

std::string NameOfDevice(const Profile& profile, DeviceId device) {
  return std::string(device.valid() ? profile.strings[profile.devices[device].name]
                                    : std::string_view());
}

std::vector<ReportColumn> SharedColumns() {
  using enum ColumnType;
  return {
      TableColumn("rank", kNumber, Unit::kNone, "rank", "The rank in the job."),
      TableColumn("host", kText, Unit::kNone, "host", "Where it ran."),
      TableColumn("device", kText, Unit::kNone, "device",
                  "What ran it: an accelerator, or the host."),
      TableColumn("occurrences", kNumber, Unit::kCount, "occurrences", "How many."),
      TableColumn("total_us", kNumber, Unit::kMicros, "total",
                  "Their time, added up; waiting for other ranks is in it."),
  };
}

std::vector<ReportColumn> KindColumns(bool has_bandwidth) {
  using enum ColumnType;
  std::vector<ReportColumn> columns = SharedColumns();
  const std::vector<ReportColumn> own = {
      TableColumn("dtype", kText, Unit::kNone, "type", "The type of the elements."),
      TableColumn("group_size", kNumber, Unit::kCount, "group", "How many ranks take part."),
      TableColumn("bytes", kNumber, Unit::kBytes, "bytes",
                  "What a rank gives or gets, the greater of both, added up."),
      TableColumn("avg_us", kNumber, Unit::kMicros, "mean", "total_us / occurrences."),
      TableColumn("min_us", kNumber, Unit::kMicros, "shortest", "The shortest of them."),
      TableColumn("max_us", kNumber, Unit::kMicros, "longest", "The longest of them."),
      TableColumn("algorithm_bandwidth", kReal, Unit::kBytesPerSecond, "bandwidth",
                  "Those bytes that are known over the time they took, NCCL's algbw. Of calls on a "
                  "host and in a group of one it is not known."),
      TableColumn("bus_bandwidth", kReal, Unit::kBytesPerSecond, "bus bandwidth",
                  "What each rank's link carried, NCCL's busbw: of an all-reduce in a group of n "
                  "2(n-1)/n times the other."),
      TableColumn("expected_us", kNumber, Unit::kMicros, "expected",
                  "Of -bandwidth: bytes over that rate."),
      TableColumn("measured_over_expected", kReal, Unit::kNone, "measured/expected",
                  "Of -bandwidth: the time of those whose bytes are known over expected_us."),
  };
  columns.insert(columns.end(), own.begin(), own.end() - (has_bandwidth ? 0 : 2));
  return columns;
}

std::vector<ReportColumn> RankColumns() {
  using enum ColumnType;
  std::vector<ReportColumn> columns = SharedColumns();
  const std::vector<ReportColumn> own = {
      TableColumn("compared", kNumber, Unit::kCount, "compared",
                  "Of -by rank: those that another rank recorded too, and that end on all at "
                  "once: all-reduces, all-gathers, reduce-scatters, all-to-alls, barriers."),
      TableColumn("wait_us", kNumber, Unit::kMicros, "wait",
                  "Of -by rank: time in those compared until the last rank came."),
      TableColumn("wait_share", kReal, Unit::kShare, "wait share",
                  "Of -by rank: wait_us / total_us."),
      TableColumn("late_us", kNumber, Unit::kMicros, "late",
                  "Of -by rank: from the first rank's coming to its own, added up."),
      TableColumn("late_max_us", kNumber, Unit::kMicros, "latest", "Of -by rank: the most of it."),
      TableColumn("last", kNumber, Unit::kCount, "last",
                  "Of -by rank: how often it came last, so that the others waited for it."),
      TableColumn("last_share", kReal, Unit::kShare, "last share", "Of -by rank: last / compared."),
  };
  columns.insert(columns.end(), own.begin(), own.end());
  return columns;
}

void AddKindRow(const Profile& profile, const KindKey& key, const KindTotals& kind,
                double bandwidth, Report& report) {
  const auto& [order, source_id, device_id, what, dtype, group_size] = key;
  const SourceRow& source = profile.sources[source_id];
  const std::string name(Name(what)), device = NameOfDevice(profile, device_id);
  const std::string size = group_size == kUnknown ? "" : std::to_string(group_size);
  TableRow row(report, name,
               {std::string(profile.strings[source.path]), device, name, std::string(dtype), size});
  row.Number(Known(source.rank)).Text(profile.strings[source.host]).Text(device);
  row.Number(kind.occurrences).Number(kind.total).Text(dtype).Number(Known(group_size));
  const bool knows_bytes = kind.occurrences > 0 && kind.knows_all;
  row.Number(knows_bytes ? kind.bytes : kAbsent);
  row.Number(kind.occurrences == 0 ? kAbsent : kind.total / kind.occurrences);
  row.Number(kind.occurrences == 0 ? kAbsent : kind.shortest);
  row.Number(kind.occurrences == 0 ? kAbsent : kind.longest);
  row.Real(kind.PerSecond(static_cast<double>(kind.bytes))).Real(kind.PerSecond(kind.bus_bytes));
  if (bandwidth == 0) return;
  const double expected = static_cast<double>(kind.bytes) / bandwidth * kPicosPerSecond;
  const bool is_known = kind.bytes > 0 && kind.has_rate && expected < 0x1p125;
  row.Number(is_known ? static_cast<Value>(expected) : kAbsent);
  row.Real(is_known ? static_cast<double>(kind.timed) / expected : kAbsentReal);
}

// Of each device, what took most time first.
Report ByKind(const Profile& profile, const std::vector<CollectiveEvent>& events,
              const CollectiveOptions& options) {
  std::map<KindKey, KindTotals> kinds;
  for (const CollectiveEvent& event : events) {
    kinds[{RankOrder(profile, event.source), event.source, event.device, event.kind, event.dtype,
           event.group_size}]
        .Add(event);
  }
  std::vector<std::pair<KindKey, KindTotals>> sorted(kinds.begin(), kinds.end());
  const auto place = [](const KindKey& key) {
    return std::tuple(std::get<0>(key), std::get<1>(key), std::get<2>(key));
  };
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    if (place(a.first) != place(b.first)) return place(a.first) < place(b.first);
    return a.second.total > b.second.total;
  });
  Report report = StartTable("collectives", "Collectives", "what is exchanged",
                             KindColumns(options.bandwidth > 0));
  for (const auto& [key, kind] : sorted) AddKindRow(profile, key, kind, options.bandwidth, report);
  const bool has_calls = std::any_of(sorted.begin(), sorted.end(),
                                     [](const auto& one) { return one.second.has_calls; });
  if (has_calls) AddCallsNote(report);
  if (options.bandwidth > 0) AddNotExpectedNote(options, report);
  return report;
}

void AddRankRow(const Profile& profile, const RankWaits& waits, Report& report) {
  const SourceRow& source = profile.sources[waits.source];
  const std::string path(profile.strings[source.path]),
      device = NameOfDevice(profile, waits.device);
  const std::string name = source.rank == kUnknown ? device : "rank " + std::to_string(source.rank);
  TableRow row(report, name, {path, device});
  row.Number(Known(source.rank)).Text(profile.strings[source.host]).Text(device);
  row.Number(waits.collectives).Number(waits.total).Number(waits.compared);
  const bool is_known = waits.compared > 0;
  row.Number(is_known ? waits.wait : kAbsent);
  row.Real(is_known && waits.total > 0
               ? static_cast<double>(waits.wait) / static_cast<double>(waits.total)
               : kAbsentReal);
  row.Number(is_known ? waits.late : kAbsent).Number(is_known ? waits.latest : kAbsent);
  row.Number(is_known ? waits.last : kAbsent);
  row.Real(is_known ? static_cast<double>(waits.last) / static_cast<double>(waits.compared)
                    : kAbsentReal);
}

// Ranks are compared with all others, also with those that the query does not show.
absl::StatusOr<Report> ByRank(const Selected& selected, const std::vector<CollectiveEvent>& picked,
                              RunContext& context) {
  const Profile& profile = selected.profile();
  std::set<Place> shown;
  for (const CollectiveEvent& event : picked) shown.insert({event.source, event.device});
  CollectiveWaits waits;
  if (selected.places().all()) {
    waits = FindWaits(profile, picked);
  } else {
    PROFILER_ASSIGN_OR_RETURN(const std::vector<CollectiveEvent> all,
                              FindCollectives(selected.AtAllPlaces(), context));
    waits = FindWaits(profile, all);
  }
  std::stable_sort(waits.ranks.begin(), waits.ranks.end(),
                   [&](const RankWaits& a, const RankWaits& b) {
                     return RankOrder(profile, a.source) < RankOrder(profile, b.source);
                   });
  Report report = StartTable("collectives", "Collectives by rank", "the rank", RankColumns());
  for (const RankWaits& rank : waits.ranks) {
    if (shown.count({rank.source, rank.device}) > 0) AddRankRow(profile, rank, report);
  }
  if (!report.rows.empty()) AddWaitsNotes(waits, selected.selection(), report);
  return report;
}

}  // namespace

std::vector<ReportColumn> CollectivesColumns() {
  std::vector<ReportColumn> columns = KindColumns(true);
  const std::vector<ReportColumn> of_ranks = RankColumns();
  columns.insert(columns.end(), of_ranks.begin() + static_cast<ptrdiff_t>(SharedColumns().size()),
                 of_ranks.end());
  return columns;
}

std::vector<Report> CollectivesTables() {
  Report own = StartTable("", "", "what is exchanged, or a rank", CollectivesColumns());
  return {std::move(own), GradientsSection(Profile(), {}, 1, 0)};
}

absl::StatusOr<Report> CollectivesView(const Selected& selected, const Query& query,
                                       RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<CollectiveEvent> events,
                            FindCollectives(selected, context));
  const double bandwidth = query.collectives.bandwidth;
  Report report;
  if (query.by == "rank") {
    PROFILER_ASSIGN_OR_RETURN(report, ByRank(selected, events, context));
  } else {
    report = ByKind(profile, events, query.collectives);
  }
  if (report.rows.empty()) AddNoCollectivesNote(selected, report);
  if (!report.rows.empty()) AddMissingRanksNote(profile, report);
  PROFILER_RETURN_IF_ERROR(AddUnknownCollectivesNote(selected, report, context));
  if (bandwidth > 0) {
    Report gradients = GradientsSection(profile, events, bandwidth, query.collectives.parameters);
    if (!gradients.rows.empty()) report.sections.push_back(std::move(gradients));
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
