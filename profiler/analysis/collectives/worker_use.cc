#include "profiler/analysis/collectives/worker_use.h"

#include <utility>

#include "profiler/analysis/collectives/worker_cells.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

using Intervals = std::vector<Interval>;

Int128 UnionLength(Intervals a, const Intervals& b) {
  a.insert(a.end(), b.begin(), b.end());
  return TotalLength(std::move(a));
}

// Of one step of a worker, or the mean over its accelerators.
struct StepUse {
  Int128 busy = 0, communication = 0, exposed = 0, exposed_wait = 0, compared = 0;

  void Add(const Intervals& work, Intervals communication_times, const WorkTimes& collectives) {
    const Intervals times = United(std::move(communication_times));
    const Int128 busy_here = TotalLength(work);
    const Int128 exposed_here = UnionLength(times, work) - busy_here;
    // While one collective waits, another one may transfer.
    const Intervals waits = Without(United(collectives.waits), United(collectives.exchanges));
    const Int128 transfer = UnionLength(Without(times, waits), work) - busy_here;
    busy += busy_here;
    communication += TotalLength(times);
    exposed += exposed_here;
    exposed_wait += exposed_here - transfer;
    compared += UnionLength(collectives.waits, collectives.exchanges);
  }
  void DivideBy(int64_t count) {
    for (Int128* time : {&busy, &communication, &exposed, &exposed_wait, &compared}) *time /= count;
  }
};

// What a worker's accelerators did in a step.
struct AcceleratorsOfStep {
  bool work = false, communicate = false;  // some of them

  explicit AcceleratorsOfStep(const WorkerCell& cell) {
    for (const auto& [device, times] : cell.accelerators) {
      work = work || !times.work.empty();
      communicate = communicate || !times.collectives.empty();
    }
  }
  // Where some communicate, the others (such as a TPU's SparseCores) have no part in it.
  bool Counts(const WorkTimes& times) const {
    return communicate ? !times.collectives.empty() : !times.work.empty();
  }
};

StepUse UseOf(const WorkerCell& cell, const AcceleratorsOfStep& accelerators) {
  StepUse use;
  const auto add = [&](const Intervals& work, const WorkTimes& communicates) {
    Intervals communication = cell.transfers;
    communication.insert(communication.end(), communicates.collectives.begin(),
                         communicates.collectives.end());
    use.Add(work, std::move(communication), communicates);
  };
  int64_t count = 0;
  for (const auto& [device, times] : cell.accelerators) {
    if (!accelerators.Counts(times)) continue;
    ++count;
    // A collective's kernel covers the whole collective, while the host's op only launches it.
    add(accelerators.work ? times.work : cell.host.work,
        accelerators.communicate ? times : cell.host);
  }
  if (count == 0) {
    add(cell.host.work, cell.host);
  } else {
    use.DivideBy(count);
  }
  return use;
}

// Adds a step to the worker's list, and if `counts`, to its sums.
void AddCell(const Profile& profile, StepId id, const WorkerCell& cell, bool counts,
             WorkerUse& use) {
  const StepRow& step = profile.steps[id];
  const bool own_step = use.worker.has_own_steps && step.begin != kUnknown && step.end != kUnknown;
  const Int128 span = own_step ? static_cast<Int128>(step.end) - step.begin
                               : static_cast<Int128>(cell.end) - cell.begin;
  const AcceleratorsOfStep accelerators(cell);
  const StepUse of_step = UseOf(cell, accelerators);
  use.each.push_back({id, span, use.worker.has_own_steps ? span - of_step.exposed : of_step.busy});
  if (!counts) return;
  use.has_collectives =
      use.has_collectives || accelerators.communicate || !cell.host.collectives.empty();
  use.on_accelerators = use.on_accelerators || accelerators.communicate;
  use.span += span;
  use.busy += of_step.busy;
  use.communication += of_step.communication;
  use.communication_in[step.number] += of_step.communication;
  use.exposed += of_step.exposed;
  use.exposed_wait += of_step.exposed_wait;
  use.compared += of_step.compared;
  ++use.steps;
}

}  // namespace

absl::StatusOr<std::vector<WorkerUse>> WorkerUses(const Selected& selected, RunContext& context) {
  const Profile& profile = selected.profile();
  const Workers workers(profile);
  PROFILER_ASSIGN_OR_RETURN(const WorkerCells cells, FindWorkerCells(selected, workers, context));
  std::vector<WorkerUse> uses(workers.all().size());
  for (uint32_t i = 0; i < uses.size(); ++i) {
    uses[i].worker = workers.all()[i];
    uses[i].index = i;
  }
  std::vector<char> have_whole(uses.size());
  for (const auto& [place, cell] : cells) {
    if (!profile.steps[place.second].partial) have_whole[place.first] = 1;
  }
  for (const auto& [place, cell] : cells) {
    const bool counts = have_whole[place.first] == 0 || !profile.steps[place.second].partial;
    AddCell(profile, place.second, cell, counts, uses[place.first]);
  }
  std::erase_if(uses, [](const WorkerUse& use) { return use.steps == 0; });
  return uses;
}

}  // namespace profiler
