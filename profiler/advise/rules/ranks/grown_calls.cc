// The part of RankComparison that counts calls of the runtime and waits for devices.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/ranks/rank_comparison.h"
#include "profiler/analysis/accelerators/device_syncs.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/ops/call_site.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/derive/work_of_ops.h"

namespace profiler {
namespace {

// Whether it is a function of a device's runtime that neither waits, launches nor copies: what
// these do is told by the parts of a step.
bool IsOwnWorkOfRuntime(std::string_view function) {
  return IsOfDeviceRuntime(function) && !WaitsForDevice(function) &&
         function.find("Launch") == std::string_view::npos &&
         function.find("Memcpy") == std::string_view::npos &&
         function.find("Memset") == std::string_view::npos;
}

// By op, whether it is a function of a device's runtime that waits.
std::vector<char> WaitsOfRuntime(const Profile& profile) {
  std::vector<char> waits;
  waits.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) {
    const std::string_view name = profile.strings[op.name];
    waits.push_back(IsOfDeviceRuntime(name) && WaitsForDevice(name) ? 1 : 0);
  }
  return waits;
}

}  // namespace

std::vector<RankComparison::RuntimeCalls> RankComparison::CallsOfRuntime() const {
  struct Sums {
    std::vector<double> time, calls;
  };
  const std::vector<double> steps = StepsOfEach();
  if (std::count(steps.begin(), steps.end(), 0.0) > 0) return {};
  std::map<StringId, Sums> by_name;
  for (const ExecRow& row : profile_.execs().row.values()) {
    if (!row.step.valid() || !row.op.valid()) continue;
    const OpRow& op = profile_.ops.row[row.op];
    const auto at = index_.find(profile_.steps[row.step].source);
    if (op.kind != OpKind::kRuntime || at == index_.end()) continue;
    if (!Counts(row.step) || !IsOwnWorkOfRuntime(profile_.strings[op.name])) continue;
    Sums& sums = by_name[op.name];
    sums.time.resize(of_.size());
    sums.calls.resize(of_.size());
    sums.time[at->second] += static_cast<double>(row.cpu_time);
    sums.calls[at->second] += static_cast<double>(std::max<int64_t>(row.runs, 0));
  }
  std::vector<RuntimeCalls> calls;
  calls.reserve(by_name.size());
  for (const auto& [name, sums] : by_name) {
    calls.push_back({name, Means(sums.time, steps), Means(sums.calls, steps)});
  }
  return calls;
}

std::optional<RankComparison::DeviceWaits> RankComparison::MostGrownWaits() const {
  const std::vector<double> steps = StepsOfEach();
  if (std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
  const std::vector<char> is_wait = WaitsOfRuntime(profile_);
  std::map<StringId, std::vector<double>> by_name;
  for (const Track track : Tracks(profile_, HoldsThreadsWork)) {
    const auto at = index_.find(track.row.source);
    if (at == index_.end()) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      const OpId op = events.op[e];
      if (!op.valid() || is_wait[op.row()] == 0) continue;
      if (!step.valid() || !Counts(step)) continue;
      const StringId by = CallSiteOf(profile_, {track.id, e}).op;
      std::vector<double>& waits = by_name[by.valid() ? by : profile_.ops.row[op].name];
      waits.resize(of_.size());
      ++waits[at->second];
    }
  }
  std::optional<DeviceWaits> most;
  for (const auto& [name, waits] : by_name) {
    const DeviceWaits one = {name, Means(waits, steps)};
    if (one.calls.growth() <= (most ? most->calls.growth() : 0)) continue;
    most = one;
  }
  return most;
}

std::optional<Compared> RankComparison::IdleAfterWaits() const {
  const auto idle_of = [&](size_t first, size_t last) -> double {
    const auto begin = of_.begin();
    const std::vector<SourceId> only(begin + static_cast<ptrdiff_t>(first),
                                     begin + static_cast<ptrdiff_t>(last));
    if (only.empty()) return 0;
    const auto syncs = DeviceSyncsOf(input_.selected, input_.context, only);
    return !syncs.ok() || syncs->steps == 0
               ? 0
               : static_cast<double>(syncs->idle) / static_cast<double>(syncs->steps);
  };
  return Compared{idle_of(0, slow_), idle_of(slow_, of_.size()), other_};
}

std::vector<StringId> RankComparison::OwnOps() const {
  std::vector<GrownOp> ops = OpsOf(OpPlace::kHosts);
  std::erase_if(ops, [](const GrownOp& op) { return op.calls.slow <= 0 || op.calls.others > 0; });
  std::stable_sort(ops.begin(), ops.end(),
                   [](const GrownOp& a, const GrownOp& b) { return a.time.slow > b.time.slow; });
  std::vector<StringId> names;
  names.reserve(ops.size());
  for (const GrownOp& op : ops) names.push_back(op.name);
  return names;
}

}  // namespace profiler
