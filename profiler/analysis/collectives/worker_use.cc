#include "profiler/analysis/collectives/worker_use.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

using Intervals = std::vector<Interval>;

// The events of one worker in one step.
struct Cell {
  Intervals host_work, accelerator_work, transfers, host_collectives, accelerator_collectives;
  int64_t begin = INT64_MAX, end = INT64_MIN;

  Intervals& ListOf(Communication communication, bool accelerator) {
    if (communication == Communication::kTransfer) return transfers;
    if (communication == Communication::kCollective) {
      return accelerator ? accelerator_collectives : host_collectives;
    }
    return accelerator ? accelerator_work : host_work;
  }
};

using Cells = std::map<std::pair<uint32_t, StepId>, Cell>;

void AddTrack(const Selected& selected, const Track& of, uint32_t worker,
              CommunicationTable& communication, Cells& cells) {
  const SelectedSteps& steps = selected.steps();
  const SourceFilter& source_filter = selected.source_filter();
  const TrackRow& track = of.row;
  const Events& events = of.events;
  const bool accelerator = IsAccelerator(track);
  StepId last_step;  // the step of the previous event, and that step's cell
  Cell* cell = nullptr;
  for (size_t e = 0; e < events.size(); ++e) {
    const StepId step = events.step[e];
    if (!step.valid() || !steps.Has(step) || !source_filter.Has(step, track.device)) continue;
    const Communication kind = communication.OfEvent(track, events, e);
    // On tracks other than work tracks, only transfers count.
    if (track.role != TrackRole::kExec && kind == Communication::kNone) continue;
    if (!(step == last_step)) {
      cell = &cells[{worker, step}];
      last_step = step;
    }
    const int64_t begin = events.begin[e], end = begin + events.duration[e];
    AddToLast({begin, end}, cell->ListOf(kind, accelerator));
    cell->begin = std::min(cell->begin, begin);
    cell->end = std::max(cell->end, end);
  }
}

Int128 UnionLength(Intervals a, const Intervals& b) {
  a.insert(a.end(), b.begin(), b.end());
  return TotalLength(std::move(a));
}

void AddCell(const Profile& profile, StepId id, Cell cell, WorkerUse& use) {
  const StepRow& step = profile.steps[id];
  const bool on_accelerator = !cell.accelerator_work.empty();
  const Intervals& work = on_accelerator ? cell.accelerator_work : cell.host_work;
  // A collective's kernel covers the whole collective, while the host's op only launches it.
  const bool has_kernels = !cell.accelerator_collectives.empty();
  const Intervals& collectives = has_kernels ? cell.accelerator_collectives : cell.host_collectives;
  use.has_collectives = use.has_collectives || !collectives.empty();
  Intervals communication = std::move(cell.transfers);
  communication.insert(communication.end(), collectives.begin(), collectives.end());
  const Int128 busy = TotalLength(work);
  const bool own_step = use.worker.has_own_steps && step.begin != kUnknown && step.end != kUnknown;
  const Int128 span = own_step ? static_cast<Int128>(step.end) - step.begin
                               : static_cast<Int128>(cell.end) - cell.begin;
  const Int128 exposed = UnionLength(communication, work) - busy;
  use.span += span;
  use.busy += busy;
  use.exposed += exposed;
  use.each.push_back({id, span, use.worker.has_own_steps ? span - exposed : busy});
  use.on_accelerators = use.on_accelerators || has_kernels;
  const Int128 time = TotalLength(std::move(communication));
  use.communication += time;
  use.communication_in[step.number] += time;
  ++use.steps;
}

}  // namespace

std::vector<WorkerUse> WorkerUses(const Selected& selected) {
  const Profile& profile = selected.profile();
  const Workers workers(profile);
  CommunicationTable communication(profile);
  Cells cells;
  for (const Track track : Tracks(profile, HoldsWorkOrBeside)) {
    const uint32_t worker = workers.Of(track.row.source, track.row.device);
    AddTrack(selected, track, worker, communication, cells);
  }
  std::vector<WorkerUse> uses(workers.all().size());
  for (size_t i = 0; i < uses.size(); ++i) uses[i].worker = workers.all()[i];
  for (auto& [place, cell] : cells) {
    AddCell(profile, place.second, std::move(cell), uses[place.first]);
  }
  std::erase_if(uses, [](const WorkerUse& use) { return use.steps == 0; });
  return uses;
}

}  // namespace profiler
