#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/analysis/collectives/collective_bytes.h"
#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/collectives/waits/rank_numbers.h"
#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/analysis/ops/op_attribute.h"
#include "profiler/analysis/selection/place_order.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/collectives/collective_gradients.h"
#include "profiler/views/collectives/collective_notes.h"
#include "profiler/views/collectives/collectives_place.h"
#include "profiler/views/collectives/kind_columns.h"
#include "profiler/views/common/source_keys.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/notes/missing_ranks_note.h"
#include "profiler/views/notes/unknown_collectives_note.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

using KindKey = std::tuple<int64_t, SourceId, DeviceId, CollectiveKind, std::string_view, int64_t,
                           std::string_view, std::string_view, std::string_view>;

constexpr std::string_view kByChannel = "channel";

struct RankRow {
  CollectivesPlace place;
  const RankWaits& waits;

  std::string name() const {
    return place.rank() == kUnknown ? place.device_name() : "rank " + std::to_string(place.rank());
  }
  Value OfCompared(Value value) const { return waits.compared > 0 ? value : kAbsent; }
};

const std::vector<ColumnOf<RankRow>>& OwnRankColumns() {
  using C = ColumnOf<RankRow>;
  using Row = const RankRow&;
  static const std::vector<C> kColumns = {
      C::Number("compared", Unit::kCount, "compared",
                "Of -by rank: those that another rank recorded too, and that end on all at once: "
                "all-reduces, all-gathers, reduce-scatters, all-to-alls, barriers.",
                [](Row row) { return row.waits.compared; }),
      C::Number("wait_us", Unit::kMicros, "wait",
                "Of -by rank: time in those compared until the last rank came.",
                [](Row row) { return row.OfCompared(row.waits.wait); }),
      C::Real("wait_share", Unit::kShare, "wait share", "Of -by rank: wait_us / total_us.",
              [](Row row) {
                return row.waits.compared > 0 ? ShareOf(row.waits.wait, row.waits.total)
                                              : kAbsentReal;
              })
          .Typical(),
      C::Number("late_us", Unit::kMicros, "late",
                "Of -by rank: from the first rank's coming to its own, added up.",
                [](Row row) { return row.OfCompared(row.waits.late); }),
      C::Number("late_max_us", Unit::kMicros, "latest", "Of -by rank: the most of it.",
                [](Row row) { return row.OfCompared(row.waits.latest); })
          .Typical(),
      C::Number("last", Unit::kCount, "last",
                "Of -by rank: how often it came last, so that the others waited for it.",
                [](Row row) { return row.OfCompared(row.waits.last); }),
      C::Real("last_share", Unit::kShare, "last share", "Of -by rank: last / compared.",
              [](Row row) { return ShareOf(row.waits.last, row.waits.compared); })
          .Typical(),
  };
  return kColumns;
}

std::vector<ColumnOf<RankRow>> RankColumns() {
  return Concat<RankRow>(
      {PartColumns<RankRow>(CollectivesPlaceColumns(), &RankRow::place), OwnRankColumns()});
}

std::string_view RunToShow(const Runs& runs, SourceId source) {
  return runs.are_several() ? std::string_view(runs.names[runs.of_source[source.row()]]) : "";
}

using WaitsByEvent = std::map<std::pair<TrackId, uint32_t>, Int128>;

// Until the last rank came, of those that were compared.
WaitsByEvent WaitsOf(const ComparedCollectives& compared) {
  WaitsByEvent waits;
  for (size_t i = 0; i < compared.events.size(); ++i) {
    const CollectivePart& part = compared.waits.parts[i];
    const EventId event = compared.events[i].event;
    if (part.is_compared() && part.wait > 0) waits[{event.track, event.row}] = part.wait;
  }
  return waits;
}

// The groups of ranks that are on several hosts, by run and name: their network is slower than the
// links within a host.
using Group = std::pair<uint32_t, std::string_view>;
std::set<Group> GroupsAcrossHosts(const Profile& profile, const Runs& runs,
                                  const std::vector<CollectiveEvent>& events) {
  std::map<Group, StringId> host_of;
  std::set<Group> across;
  for (const CollectiveEvent& event : events) {
    const StringId host = profile.sources[event.source].host;
    const Group group = {runs.of_source[event.source.row()], event.group};
    if (host.valid() && host_of.emplace(group, host).first->second != host) across.insert(group);
  }
  return across;
}

// Sorted by device, then by total time, longest first.
Report ByKind(const Profile& profile, const std::vector<CollectiveEvent>& events,
              const ComparedCollectives& compared, const Query& query) {
  const WaitsByEvent waits = WaitsOf(compared);
  const CollectiveOptions& options = query.collectives;
  const std::vector<DevicePeaks> peaks = PeaksOfDevices(profile, query.device_peaks);
  const bool by_channel = query.by == kByChannel;
  const auto attribute = [&](const CollectiveEvent& event, std::string_view name) {
    const OpId op = profile.events[event.event.track].op[event.event.row];
    return by_channel && op.valid() ? TextAttribute(profile, op, name).value_or("")
                                    : std::string_view();
  };
  std::map<KindKey, CollectiveTotals> kinds;
  for (const CollectiveEvent& event : events) {
    const auto wait = waits.find({event.event.track, event.event.row});
    kinds[{RankOrder(profile, event.source), event.source, event.device, event.kind, event.dtype,
           event.group_size, event.group, attribute(event, "channel"),
           attribute(event, "replica_groups")}]
        .Add(event, wait == waits.end() ? Int128{0} : wait->second);
  }
  std::vector<std::pair<KindKey, CollectiveTotals>> sorted(kinds.begin(), kinds.end());
  const auto place = [](const KindKey& key) {
    return std::tuple(std::get<0>(key), std::get<1>(key), std::get<2>(key));
  };
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    if (place(a.first) != place(b.first)) return place(a.first) < place(b.first);
    return a.second.total > b.second.total;
  });
  const std::vector<KindColumn> columns = KindColumns(options.bandwidth > 0, by_channel);
  Report report = StartTable("collectives", "Collectives", "what is exchanged", Headers(columns));
  report.values.basis = Basis::kTotals;
  const Runs of_profile = RunsOf(profile);
  const std::set<Group> across_hosts = GroupsAcrossHosts(profile, of_profile, compared.events);
  const SourceKeys sources(profile);
  size_t unexpected = 0;
  for (const auto& [key, totals] : sorted) {
    const auto& [order, source, device, kind, dtype, group_size, group, channel, replica_groups] =
        key;
    const bool has_link =
        device.valid() && (profile.devices[device].kind != DeviceKind::kGpu ||
                           across_hosts.count({of_profile.of_source[source.row()], group}) == 0 ||
                           !query.device_peaks.empty());
    const KindRow row{
        {profile, source, device, totals.occurrences, totals.total, RunToShow(of_profile, source)},
        kind,
        dtype,
        group_size,
        group,
        channel,
        replica_groups,
        totals,
        options.bandwidth,
        has_link ? peaks[device.row()].link_bytes_per_second : kAbsentReal};
    AppendRow(columns, Name(kind), row.Key(sources), row, report);
    unexpected += std::isnan(row.expected()) ? 1 : 0;
  }
  const bool has_calls = std::any_of(sorted.begin(), sorted.end(),
                                     [](const auto& one) { return one.second.has_calls; });
  if (has_calls) AddCallsNote(report);
  if (options.bandwidth > 0) {
    AddNotExpectedNote(unexpected, report.rows.size(), options, report);
  }
  return report;
}

// What a row of a rank tells of its process.
using ProcessName = std::tuple<uint32_t, int64_t, StringId, StringId>;
using ProcessesByName = std::map<ProcessName, int>;

ProcessName ProcessNameOf(const Profile& profile, const RankWaits& rank) {
  const SourceRow& source = profile.sources[rank.source];
  const StringId device = rank.device.valid() ? profile.devices[rank.device].name : StringId();
  return {rank.run, source.rank, source.host, device};
}

// Workers of TensorFlow on one machine have no rank, and their devices one name.
ProcessesByName CountProcesses(const Profile& profile, const std::vector<RankWaits>& ranks) {
  ProcessesByName count;
  for (const RankWaits& rank : ranks) ++count[ProcessNameOf(profile, rank)];
  return count;
}

// Compares the selected ranks with all ranks, including ranks that are not selected.
absl::StatusOr<Report> ByRank(const Selected& selected, const std::vector<CollectiveEvent>& picked,
                              RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const auto compared, SharedCollectives(selected, context));
  const CollectiveWaits& waits = compared->waits;
  const Runs of_profile = RunsOf(profile);
  std::set<RankKey> shown;
  for (const CollectiveEvent& event : picked) {
    const uint32_t run = of_profile.of_source[event.source.row()];
    shown.insert(RankKeyOf(profile, run, event.source, event.device));
  }
  std::vector<RankWaits> ranks = waits.ranks;
  std::stable_sort(ranks.begin(), ranks.end(), [&](const RankWaits& a, const RankWaits& b) {
    return RankOrder(profile, a.source) < RankOrder(profile, b.source);
  });
  const std::vector<ColumnOf<RankRow>> columns = RankColumns();
  Report report = StartTable("collectives", "Collectives by rank", "the rank", Headers(columns));
  report.values = {Basis::kTotals,
                   "the rank's total time, those of coming last of the collectives compared"};
  const SourceKeys sources(profile);
  const ProcessesByName processes = CountProcesses(profile, ranks);
  std::set<uint32_t> runs;
  for (const RankWaits& rank : ranks) {
    if (shown.count(RankKeyOf(profile, rank.run, rank.source, rank.device)) == 0) continue;
    const RankRow row{{profile, rank.source, rank.device, rank.collectives, rank.total,
                       RunToShow(of_profile, rank.source)},
                      rank};
    std::string name = row.name();
    if (processes.at(ProcessNameOf(profile, rank)) > 1) {
      const std::string_view path = profile.strings[profile.sources[rank.source].path];
      name += fmt::format(" of {}", path.substr(path.rfind('/') + 1));
    }
    AppendRow(columns, name, {sources.Of(rank.source), row.place.device_name()}, row, report);
    runs.insert(rank.run);
  }
  if (!report.rows.empty()) AddWaitsNotes(profile, waits, runs, selected.selection(), report);
  return report;
}

std::vector<ReportColumn> AllCollectivesColumns() {
  std::vector<ReportColumn> columns = Headers(KindColumns(true, true));
  for (ReportColumn& column : Headers(OwnRankColumns())) columns.push_back(std::move(column));
  return columns;
}

std::vector<Report> CollectivesTables() {
  return {StartTable("", "", "what is exchanged, or a rank", AllCollectivesColumns()),
          GradientsSection(Profile(), {}, 1, 0)};
}

absl::StatusOr<Report> AnswerCollectives(const Selected& selected, const Query& query,
                                         RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<CollectiveEvent> events,
                            FindCollectives(selected, context));
  const double bandwidth = query.collectives.bandwidth;
  Report report;
  if (query.by == "rank") {
    PROFILER_ASSIGN_OR_RETURN(report, ByRank(selected, events, context));
  } else {
    PROFILER_ASSIGN_OR_RETURN(const auto compared, SharedCollectives(selected, context));
    report = ByKind(profile, events, *compared, query);
  }
  DropEmptyColumns(report);
  if (report.rows.empty()) AddNoCollectivesNote(selected, report);
  if (!report.rows.empty()) AddMissingRanksNote(profile, 1, report);
  PROFILER_RETURN_IF_ERROR(AddUnknownCollectivesNote(selected, report, context));
  if (bandwidth > 0) {
    Report gradients = GradientsSection(profile, events, bandwidth, query.collectives.parameters);
    if (!gradients.rows.empty()) report.sections.push_back(std::move(gradients));
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

constexpr std::string_view kRowsOfCollectives[] = {"kind", "rank", kByChannel};

extern const View kCollectivesView = {
    .name = "collectives",
    .summary = "communication of ranks: bytes, bandwidth, and who waits for whom (-by rank)",
    .details =
        "A row is a kind of collective in one process group on one device: its bytes, time and "
        "bandwidth; with -bandwidth RATE beside the time that it should take. With -by channel it "
        "is a channel of XLA and its replica groups. With -by rank a row is a rank: how long it "
        "waited in collectives for the last one to come, and how often it was the last.",
    .run = AnswerCollectives,
    .rows = RowKind::kOther,
    .columns = AllCollectivesColumns,
    .sections = CollectivesTables,
    .obeys = kSelectionUses | kTableUses | OptionUse::kMeaningOfRows | OptionUse::kBandwidth |
             OptionUse::kGradients | OptionUse::kDevicePeaks,
    .by = kRowsOfCollectives,
    .events = EventUse::kAlways,
};

}  // namespace profiler
