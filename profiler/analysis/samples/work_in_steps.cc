#include "profiler/analysis/samples/work_in_steps.h"

#include <algorithm>
#include <array>
#include <utility>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// Items by name, made when they are first met.
class NamedWork {
 public:
  NamedWork(const Profile& profile, size_t steps)
      : profile_(profile), by_name_(profile.strings.size(), kNone) {
    work.steps = steps;
  }

  uint32_t Find(StringId name, OpId op) {
    uint32_t& item = name.valid() ? by_name_[name.row()] : nameless_;
    if (item == kNone) item = work.AddItem({profile_.strings[name], {}, op, {}, 0});
    return item;
  }

  WorkInSteps work;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  const Profile& profile_;
  std::vector<uint32_t> by_name_;
  uint32_t nameless_ = kNone;
};

}  // namespace

uint32_t WorkInSteps::AddItem(Item item) {
  items.push_back(item);
  times.resize(times.size() + steps);
  return static_cast<uint32_t>(items.size() - 1);
}

void WorkInSteps::Finish(double lane_count) {
  lanes = lane_count;
  size_t kept = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    const std::span<const double> of_item = Of(i);
    const bool is_idle =
        std::all_of(of_item.begin(), of_item.end(), [](double time) { return time == 0; });
    if (is_idle) continue;
    if (kept < i || lanes != 1) {
      std::transform(of_item.begin(), of_item.end(),
                     times.begin() + static_cast<ptrdiff_t>(kept * steps),
                     [&](double time) { return time / lanes; });
    }
    items[kept] = items[i];
    items[kept++].runs /= lanes * static_cast<double>(steps);
  }
  items.resize(kept);
  times.resize(kept * steps);
}

absl::StatusOr<WorkInSteps> KernelsInSteps(const Selected& selected, const StepNumbers& numbers,
                                           RunContext& context) {
  const Profile& profile = selected.profile();
  NamedWork named(profile, numbers.size());
  Lanes lanes(profile);
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        const uint32_t number = numbers.Of(track.events.step[event]);
        if (number == StepNumbers::kNone) return;
        const StringId name = EventName(profile, track.events, event);
        const uint32_t item = named.Find(name, track.events.op[event]);
        named.work.Add(item, number, static_cast<double>(track.events.duration[event]));
        named.work.items[item].runs += 1;
        lanes.Add(track.row.source, track.row.device);
      }));
  for (const WorkTimeRow& row : profile.work_times.values()) {  // kept of events that were left out
    const uint32_t number = numbers.Of(row.step);
    if (number == StepNumbers::kNone || !selected.source_filter().Has(row.step, row.device)) {
      continue;
    }
    const uint32_t item = named.Find(row.name, OpId());
    named.work.Add(item, number, static_cast<double>(row.time));
    named.work.items[item].runs += static_cast<double>(row.runs);
    lanes.Add(profile.steps[row.step].source, row.device);
  }
  named.work.Finish(lanes.Count());
  return std::move(named.work);
}

absl::StatusOr<WorkInSteps> CollectivesInSteps(const Selected& selected, const StepNumbers& numbers,
                                               RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<CollectiveEvent> found,
                            FindCollectives(selected, context));
  WorkInSteps work;
  work.steps = numbers.size();
  Lanes lanes(selected.profile());
  constexpr uint32_t kNoItem = UINT32_MAX;
  std::array<uint32_t, static_cast<size_t>(CollectiveKind::kOther) + 1> item_of;
  item_of.fill(kNoItem);
  for (const CollectiveEvent& event : found) {
    const uint32_t number = numbers.Of(event.step);
    if (number == StepNumbers::kNone || event.is_call) continue;
    uint32_t& item = item_of[static_cast<size_t>(event.kind)];
    if (item == kNoItem) item = work.AddItem({Name(event.kind), {}, {}, {}, 0});
    work.Add(item, number, static_cast<double>(event.duration));
    work.items[item].runs += event.is_end ? 0 : 1;
    lanes.Add(event.source, event.device);
  }
  work.Finish(lanes.Count());
  return work;
}

absl::StatusOr<WorkInSteps> LaunchesInSteps(const Selected& selected, const StepNumbers& numbers,
                                            RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(context.Check());
  NamedWork named(profile, numbers.size());
  Lanes lanes(profile);
  std::vector<std::vector<char>> seen(profile.tracks.size());  // a call may launch several events
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kLaunch || !flow.from.valid()) continue;
    const TrackRow& track = profile.tracks[flow.from.track];
    const Events& events = profile.events[flow.from.track];
    const uint32_t number = numbers.Of(events.step[flow.from.row]);
    if (number == StepNumbers::kNone || !selected.source_filter().Has(track)) continue;
    std::vector<char>& is_seen = seen[flow.from.track.row()];
    if (is_seen.empty()) is_seen.resize(events.size());
    if (std::exchange(is_seen[flow.from.row], 1) != 0) continue;
    const uint32_t item =
        named.Find(EventName(profile, events, flow.from.row), events.op[flow.from.row]);
    named.work.Add(item, number, static_cast<double>(events.duration[flow.from.row]));
    named.work.items[item].runs += 1;
    lanes.Add(track.source);
  }
  named.work.Finish(lanes.Count());
  return std::move(named.work);
}

}  // namespace profiler
