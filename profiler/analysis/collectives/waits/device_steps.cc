#include "profiler/analysis/collectives/waits/device_steps.h"

#include <utility>

#include "profiler/analysis/collectives/worker_cells.h"
#include "profiler/analysis/collectives/workers.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

DeviceStep StepOn(StepId step, DeviceId device, const WorkTimes& times) {
  DeviceStep on = {step, device, TotalLength(times.work)};
  std::vector<Interval> both = times.waits;
  both.insert(both.end(), times.work.begin(), times.work.end());
  on.wait = TotalLength(std::move(both)) - on.computing;
  on.knows_wait = !times.met.empty();
  return on;
}

}  // namespace

absl::StatusOr<std::vector<DeviceStep>> StepsByDevice(const Selected& selected,
                                                      RunContext& context) {
  const Profile& profile = selected.profile();
  const Workers workers(profile);
  PROFILER_ASSIGN_OR_RETURN(const WorkerCells cells, FindWorkerCells(selected, workers, context));
  std::vector<DeviceStep> all;
  for (const auto& [place, cell] : cells) {
    const StepId step = place.second;
    if (profile.steps[step].partial) continue;
    std::vector<DeviceStep> devices;
    for (const auto& [device, times] : cell.accelerators) {
      if (!times.collectives.empty()) devices.push_back(StepOn(step, device, times));
    }
    if (devices.size() > 1) all.insert(all.end(), devices.begin(), devices.end());
  }
  return all;
}

}  // namespace profiler
