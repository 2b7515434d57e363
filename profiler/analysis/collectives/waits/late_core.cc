#include "profiler/analysis/collectives/waits/late_core.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// What a core does in its whole steps, in picoseconds.
struct CoreExchange {
  int64_t count = 0;
  Int128 bytes = 0, time = 0, computing = 0, span = 0;
  std::set<StepId> steps;

  double AStep(Int128 sum) const {
    return static_cast<double>(sum) / static_cast<double>(steps.size());
  }
  bool IsAlike(const CoreExchange& other) const {
    return count == other.count && bytes == other.bytes && steps.size() == other.steps.size();
  }
};
using CoreExchanges = std::map<DeviceId, CoreExchange>;

bool IsTpuCore(const Profile& profile, DeviceId device) {
  return device.valid() && profile.devices[device].kind == DeviceKind::kTpu;
}

// Empty if the exchanges are compared, or not all bytes are known.
CoreExchanges CoreExchangesOf(const Profile& profile, const ComparedCollectives& compared,
                              CollectiveKind kind, uint32_t run) {
  const Runs runs = RunsOf(profile);
  CoreExchanges cores;
  for (size_t i = 0; i < compared.events.size(); ++i) {
    const CollectiveEvent& one = compared.events[i];
    if (one.kind != kind || one.is_call || runs.of_source[one.source.row()] != run) continue;
    if (!one.step.valid() || profile.steps[one.step].partial) continue;
    const StepRow& step = profile.steps[one.step];
    if (step.begin == kUnknown || step.end == kUnknown) return {};
    const bool is_known = one.is_end || one.bytes != kUnknown;
    if (!is_known || compared.waits.parts[i].is_compared() || !IsTpuCore(profile, one.device)) {
      return {};
    }
    CoreExchange& core = cores[one.device];
    core.time += one.duration;
    if (core.steps.insert(one.step).second) core.span += Int128{step.end} - step.begin;
    if (one.is_end) continue;
    ++core.count;
    core.bytes += one.bytes;
  }
  return cores;
}

absl::Status AddComputing(const Selected& selected, CoreExchanges& cores, RunContext& context) {
  CommunicationTable communication(selected.profile());
  return ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t e) {
    const auto core = cores.find(track.row.device);
    if (core == cores.end() || core->second.steps.count(track.events.step[e]) == 0) return;
    if (communication.OfEvent(track.row, track.events, e) != Communication::kNone) return;
    core->second.computing += track.events.selves()[e];
  });
}

}  // namespace

absl::StatusOr<LateCore> FindLateCore(const Selected& selected, CollectiveKind kind, uint32_t run,
                                      RunContext& context) {
  constexpr double kFarLess = 0.5, kNearlyAll = 0.9;
  PROFILER_ASSIGN_OR_RETURN(const auto compared, SharedCollectives(selected, context));
  CoreExchanges cores = CoreExchangesOf(selected.profile(), *compared, kind, run);
  if (cores.size() < 2) return LateCore();
  PROFILER_RETURN_IF_ERROR(AddComputing(selected.AtAllPlaces(), cores, context));
  const auto least = std::min_element(cores.begin(), cores.end(), [](const auto& a, const auto& b) {
    return a.second.time < b.second.time;
  });
  const CoreExchange& late = least->second;
  LateCore found;
  found.own_time = late.AStep(late.time);
  for (const auto& [device, core] : cores) {
    if (device == least->first) continue;
    const double time = core.AStep(core.time);
    if (!core.IsAlike(late) || kFarLess * time < found.own_time) return LateCore();
    found.others_least = found.others_least == 0 ? time : std::min(found.others_least, time);
  }
  const auto rest = static_cast<double>(late.span - late.time);
  if (rest <= 0 || static_cast<double>(late.computing) < kNearlyAll * rest) return LateCore();
  found.device = least->first;
  return found;
}

}  // namespace profiler
