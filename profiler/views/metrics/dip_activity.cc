#include "profiler/views/metrics/dip_activity.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/track_order.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

TimeInDips TimeWithin(const DipTimes& of, const Interval& time) {
  return {of.dips.Of(time.begin, time.end), of.outside.Of(time.begin, time.end)};
}

// A place of work. Tracks with equal names (e.g. of several processes) are combined.
struct NamedTrack {
  std::string_view node, device, track;
  const DipTimes* times = nullptr;
  int64_t tracks = 0;
};

// An accelerator, or all threads of a node together, with its idle time.
struct Whole {
  const DipTimes* times = nullptr;
  std::vector<Interval> busy;
};

class Activity {
 public:
  Activity(const Selected& selected, const DipSearch& search)
      : profile_(selected.profile()), steps_(selected.steps()), search_(search) {}

  absl::Status Add(const TrackRow& track, const Events& events, RunContext& context) {
    if (events.size() == 0) return absl::OkStatus();
    const uint32_t place = PlaceOf(track);
    Whole& whole = WholeOf(track);
    const DipTimes& times = *found_places_[place].times;
    std::vector<TimeInDips> self(events.size());
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      if (!steps_.Has(events.step[e])) continue;
      const Int128 begin = events.begin[e];
      const Interval time = {TimeFromStart(profile_, track.source, begin),
                             TimeFromStart(profile_, track.source, begin + events.duration[e])};
      self[e] = TimeWithin(times, time);
      const uint32_t parent = events.ParentOf(e);
      if (parent == Events::kNoParent || !steps_.Has(events.step[parent])) {
        AddToLast(time, whole.busy);
      } else {
        self[parent].inside -= self[e].inside;
        self[parent].outside -= self[e].outside;
      }
    }
    AddSelf(place, events, self);
    return absl::OkStatus();
  }

  std::vector<DipActivity> Finish() {
    std::vector<DipActivity> rows;
    for (const auto& [key, times] : by_name_) {
      const NamedTrack& place = found_places_[key.first];
      if (times.inside == 0 && times.outside == 0) continue;
      const std::string_view name = key.second.valid() ? profile_.strings[key.second] : "";
      rows.push_back({std::string(name),
                      place.node,
                      place.device,
                      place.track,
                      times,
                      {place.times->dips.total() * place.tracks,
                       place.times->outside.total() * place.tracks}});
    }
    for (auto& [key, whole] : wholes_) AddNothing(key.first, key.second, whole, rows);
    const auto order = [](const DipActivity& row) {
      return std::tuple(-std::abs(row.difference()), row.node, row.device, row.track,
                        std::string_view(row.name));
    };
    std::sort(rows.begin(), rows.end(),
              [&](const DipActivity& a, const DipActivity& b) { return order(a) < order(b); });
    return rows;
  }

 private:
  std::string_view DeviceOf(const TrackRow& track) const {
    const bool is_told = track.device.valid() && IsAccelerator(track);
    return is_told ? profile_.strings[profile_.devices[track.device].name] : std::string_view();
  }
  std::string_view NodeOf(const TrackRow& track) const {
    const StringId host = HostOf(profile_, track);
    return host.valid() ? profile_.strings[host] : std::string_view();
  }

  uint32_t PlaceOf(const TrackRow& track) {
    const std::string_view node = NodeOf(track);
    const NamedTrack place = {node, DeviceOf(track), profile_.strings[track.name],
                              &search_.On(node), 0};
    const auto [it, is_new] =
        place_of_.try_emplace(std::tuple(place.node, place.device, place.track),
                              static_cast<uint32_t>(found_places_.size()));
    if (is_new) found_places_.push_back(place);
    ++found_places_[it->second].tracks;
    return it->second;
  }

  Whole& WholeOf(const TrackRow& track) {
    const std::string_view node = NodeOf(track);
    Whole& whole = wholes_[{node, DeviceOf(track)}];
    whole.times = &search_.On(node);
    return whole;
  }

  void AddSelf(uint32_t place, const Events& events, const std::vector<TimeInDips>& self) {
    for (uint32_t e = 0; e < events.size(); ++e) {
      TimeInDips& times = by_name_[{place, EventName(profile_, events, e)}];
      times.inside += std::max<Int128>(0, self[e].inside);
      times.outside += std::max<Int128>(0, self[e].outside);
    }
  }

  static void AddNothing(std::string_view node, std::string_view device, Whole& whole,
                         std::vector<DipActivity>& rows) {
    const Int128 inside = whole.times->dips.total(), outside = whole.times->outside.total();
    TimeInDips idle = {inside, outside};
    for (const Interval& busy : United(std::move(whole.busy))) {
      const TimeInDips part = TimeWithin(*whole.times, busy);
      idle.inside -= part.inside;
      idle.outside -= part.outside;
    }
    if (idle.inside == 0 && idle.outside == 0) return;
    rows.push_back({std::string(kNothingRuns), node, device, "", idle, {inside, outside}});
  }

  const Profile& profile_;
  const SelectedSteps& steps_;
  const DipSearch& search_;
  std::vector<NamedTrack> found_places_;
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, uint32_t> place_of_;
  std::map<std::pair<std::string_view, std::string_view>, Whole> wholes_;
  absl::flat_hash_map<std::pair<uint32_t, StringId>, TimeInDips> by_name_;
};

const std::vector<ColumnOf<DipActivity>>& ActivityColumns() {
  using C = ColumnOf<DipActivity>;
  using Row = const DipActivity&;
  static const std::vector<C> kColumns = {
      C::Text("node", "node", "Where it ran.", &DipActivity::node),
      C::Text("device", "device", "The accelerator that it ran on.", &DipActivity::device),
      C::Text("track", "track", "The thread, stream or phase.", &DipActivity::track),
      C::Number("time_us", Unit::kMicros, "in dips",
                "Its time in the dips of its node, without what is nested in it.",
                [](Row row) { return row.times.inside; }),
      C::Real("share", Unit::kShare, "share",
              "That, divided by the time of these dips; of several tracks of one name the mean.",
              &DipActivity::share),
      C::Number("outside_us", Unit::kMicros, "outside",
                "Its time while the metrics were sampled and did not dip.",
                [](Row row) { return row.times.outside; }),
      C::Real("outside_share", Unit::kShare, "share outside", "That, divided by that time.",
              &DipActivity::outside_share),
      C::Real("difference", Unit::kShare, "difference",
              "share without outside_share: what runs more in dips, or where it is negative less.",
              &DipActivity::difference),
      C::Real("ratio", Unit::kNone, "ratio", "share divided by outside_share.",
              [](Row row) {
                return row.outside_share() > 0 ? row.share() / row.outside_share() : kAbsentReal;
              }),
  };
  return kColumns;
}

}  // namespace

absl::StatusOr<std::vector<DipActivity>> FindDipActivity(const Selected& selected,
                                                         const DipSearch& search,
                                                         RunContext& context) {
  Activity activity(selected, search);
  // Tracks of steps and modules repeat time of other tracks, so they are skipped.
  for (const Track track : Tracks(selected, HoldsOwnTime)) {
    PROFILER_RETURN_IF_ERROR(activity.Add(track.row, track.events, context));
  }
  return activity.Finish();
}

Report DipActivityTable(const std::vector<DipActivity>& rows) {
  Report report = StartTable("activity", "What ran in the dips",
                             "what ran; (nothing): no thread of the node, or the device",
                             Headers(ActivityColumns()));
  for (const DipActivity& row : rows) {
    AppendRow(ActivityColumns(), row.name,
              {std::string(row.node), std::string(row.device), std::string(row.track), row.name},
              row, report);
  }
  return report;
}

}  // namespace profiler
