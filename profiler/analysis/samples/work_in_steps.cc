#include "profiler/analysis/samples/work_in_steps.h"

#include <algorithm>
#include <array>
#include <utility>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"
#include "profiler/store/kinds.h"

namespace profiler {
namespace {

// Items by name, made when they are first met. Events come step after step, and in most steps the
// same names follow each other: so the times of a step lie side by side until Finish().
class NamedWork {
 public:
  NamedWork(const Profile& profile, size_t steps)
      : profile_(profile), by_name_(profile.strings.size(), kNone), of_steps_(steps) {
    work_.steps = steps;
  }

  // Adds work that ran so often.
  void Add(StringId name, OpId op, uint32_t step, double picos, double runs) {
    uint32_t& item = name.valid() ? by_name_[name.row()] : nameless_;
    if (item == kNone) {
      item = static_cast<uint32_t>(work_.items.size());
      work_.items.push_back({profile_.strings[name], {}, op, {}, 0});
    }
    std::vector<double>& times = of_steps_[step];
    if (times.size() <= item) times.resize(work_.items.size());
    times[item] += picos;
    work_.items[item].runs += runs;
  }

  WorkInSteps Finish(double lanes) && {
    constexpr size_t kAtOnce = 64;  // items whose times stay in the processor's cache
    const size_t count = work_.items.size();
    work_.times.resize(count * work_.steps);
    for (size_t first = 0; first < count; first += kAtOnce) {
      for (size_t step = 0; step < work_.steps; ++step) {
        const std::vector<double>& times = of_steps_[step];
        const size_t end = std::min(first + kAtOnce, times.size());
        for (size_t i = first; i < end; ++i) work_.times[i * work_.steps + step] = times[i];
      }
    }
    of_steps_ = {};
    work_.Finish(lanes);
    return std::move(work_);
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  const Profile& profile_;
  WorkInSteps work_;
  std::vector<uint32_t> by_name_;
  uint32_t nameless_ = kNone;
  std::vector<std::vector<double>> of_steps_;  // by step and item; later items have no time yet
};

// Calls on hosts whose names are of a kind. Of nested ones the outermost.
absl::StatusOr<WorkInSteps> CallsInSteps(const Selected& selected, const StepNumbers& numbers,
                                         bool (*is_of_kind)(std::string_view name),
                                         RunContext& context) {
  const Profile& profile = selected.profile();
  const StringId python = profile.strings.Find(kPythonFunctionType);
  std::vector<char> is_call(profile.op_count());
  for (uint32_t i = 0; i < is_call.size(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    const bool is_python = op.type.valid() && op.type == python;
    const bool may_be = op.kind == OpKind::kRuntime && !is_python;
    is_call[i] = may_be && is_of_kind(profile.strings[op.name]) ? 1 : 0;
  }
  const bool is_any =
      std::any_of(is_call.begin(), is_call.end(), [](char one) { return one != 0; });
  NamedWork named(profile, numbers.size());
  Lanes lanes(profile);
  if (!is_any) return std::move(named).Finish(lanes.Count());
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    const Events& events = track.events;
    std::vector<char> is_inside(events.size());
    for (uint32_t e = 0; e < events.size(); ++e) {
      const uint32_t parent = events.ParentOf(e);
      const bool is_below = parent != Events::kNoParent && is_inside[parent] != 0;
      const OpId op = events.op[e];
      const bool is_one = op.valid() && is_call[op.row()] != 0;
      is_inside[e] = is_below || is_one ? 1 : 0;
      const uint32_t number = numbers.Of(events.step[e]);
      if (!is_one || is_below || number == StepNumbers::kNone) continue;
      named.Add(profile.ops.row[op].name, op, number, static_cast<double>(events.duration[e]), 1);
      lanes.Add(track.row.source);
    }
  }
  return std::move(named).Finish(lanes.Count());
}

// Also of HIP and of CUDA's driver. Memory of hosts that devices may read is theirs, too.
bool AllocatesForDevice(std::string_view name) {
  for (const std::string_view start :
       {"cudaMalloc", "cudaFree", "cudaHostAlloc", "hipMalloc", "hipFree", "hipHostMalloc",
        "hipHostFree", "cuMemAlloc", "cuMemFree", "cuMemCreate", "cuMemMap", "cuMemUnmap",
        "cuMemRelease", "cuMemSetAccess"}) {
    if (name.starts_with(start)) return true;
  }
  return false;
}

}  // namespace

uint32_t WorkInSteps::AddItem(Item item) {
  items.push_back(item);
  times.resize(times.size() + steps);
  return static_cast<uint32_t>(items.size() - 1);
}

void WorkInSteps::Finish(double lane_count) {
  lanes = lane_count;
  const double divisor = lanes * static_cast<double>(kPicosPerMicro);
  size_t kept = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    const std::span<const double> of_item = Of(i);
    const bool is_idle =
        std::all_of(of_item.begin(), of_item.end(), [](double time) { return time == 0; });
    if (is_idle) continue;
    std::transform(of_item.begin(), of_item.end(),
                   times.begin() + static_cast<ptrdiff_t>(kept * steps),
                   [&](double picos) { return picos / divisor; });
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
        named.Add(name, track.events.op[event], number,
                  static_cast<double>(track.events.selves()[event]), 1);
        lanes.Add(track.row.source, track.row.device);
      }));
  for (const WorkTimeRow& row : profile.work_times.values()) {  // kept of events that were left out
    const uint32_t number = numbers.Of(row.step);
    if (number == StepNumbers::kNone || !selected.source_filter().Has(row.step, row.device)) {
      continue;
    }
    named.Add(row.name, OpId(), number, static_cast<double>(row.time),
              static_cast<double>(row.runs));
    lanes.Add(profile.steps[row.step].source, row.device);
  }
  return std::move(named).Finish(lanes.Count());
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
    named.Add(EventName(profile, events, flow.from.row), events.op[flow.from.row], number,
              static_cast<double>(events.duration[flow.from.row]), 1);
    lanes.Add(track.source);
  }
  return std::move(named).Finish(lanes.Count());
}

absl::StatusOr<WorkInSteps> DeviceWaitsInSteps(const Selected& selected, const StepNumbers& numbers,
                                               RunContext& context) {
  return CallsInSteps(selected, numbers, WaitsForDevice, context);
}

absl::StatusOr<WorkInSteps> AllocationsInSteps(const Selected& selected, const StepNumbers& numbers,
                                               RunContext& context) {
  return CallsInSteps(selected, numbers, AllocatesForDevice, context);
}

}  // namespace profiler
