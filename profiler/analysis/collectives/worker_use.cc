#include "profiler/analysis/collectives/worker_use.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

using Intervals = std::vector<Interval>;

// The events of one worker in one step.
struct Cell {
  Intervals host_work, accelerator_work, transfers, host_collectives, accelerator_collectives;
  int64_t begin = INT64_MAX, end = INT64_MIN;

  void Add(Communication communication, bool accelerator, Interval time) {
    if (communication == Communication::kTransfer) {
      AddToLast(time, transfers);
    } else if (communication == Communication::kNone) {
      AddToLast(time, accelerator ? accelerator_work : host_work);
    } else if (accelerator) {
      AddToLast(time, accelerator_collectives);
    }
  }
};

using Cells = std::map<std::pair<uint32_t, StepId>, Cell>;

// Whether an op of a trace is code around ops, or a runtime's call: a thread that only waits is in
// such code, too.
bool IsAroundOps(const Profile& profile, OpId op) {
  if (!op.valid()) return false;
  const std::string_view type = profile.strings[profile.ops.row[op].type];
  return type == "user_annotation" || type == "PythonFunction" || type == "Runtime";
}

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
    const bool counts = kind != Communication::kNone || accelerator ||
                        !IsAroundOps(selected.profile(), events.op[e]);
    if (counts) cell->Add(kind, accelerator, {begin, end});
    cell->begin = std::min(cell->begin, begin);
    cell->end = std::max(cell->end, end);
  }
}

// The cells of a source's steps that have begin and end, sorted by begin.
using TimedCells = std::vector<std::pair<Interval, Cell*>>;

std::map<std::pair<uint32_t, SourceId>, TimedCells> TimedCellsOf(const Profile& profile,
                                                                 Cells& cells) {
  std::map<std::pair<uint32_t, SourceId>, TimedCells> timed;
  for (auto& [place, cell] : cells) {
    const StepRow& step = profile.steps[place.second];
    if (step.begin == kUnknown || step.end == kUnknown) continue;
    timed[{place.first, step.source}].push_back({{step.begin, step.end}, &cell});
  }
  for (auto& [source, in_order] : timed) {
    std::sort(in_order.begin(), in_order.end(),
              [](const auto& a, const auto& b) { return a.first.begin < b.first.begin; });
  }
  return timed;
}

// Adds the collectives that no track of an accelerator's work holds. Hosts run them beside other
// work, so each counts in the steps in whose time it ran; where steps have no times, in its own.
void AddOffDevices(const Selected& selected, const std::vector<CollectiveEvent>& collectives,
                   const Workers& workers, Cells& cells) {
  const Profile& profile = selected.profile();
  const auto timed = TimedCellsOf(profile, cells);
  for (const CollectiveEvent& one : collectives) {
    if (HoldsDeviceWork(profile.tracks[one.event.track])) continue;
    const auto add = [&](Cell& cell, Interval time) {
      (one.is_annotation ? cell.accelerator_collectives : cell.host_collectives).push_back(time);
    };
    const uint32_t worker = workers.Of(one.source, one.device);
    const auto steps = timed.find({worker, one.source});
    if (steps == timed.end()) {
      const auto cell = cells.find({worker, one.step});
      if (cell != cells.end()) add(cell->second, {one.begin, one.end()});
      continue;
    }
    auto step = std::partition_point(steps->second.begin(), steps->second.end(),
                                     [&](const auto& s) { return s.first.end <= one.begin; });
    for (; step != steps->second.end() && step->first.begin < one.end(); ++step) {
      add(*step->second,
          {std::max(one.begin, step->first.begin), std::min(one.end(), step->first.end)});
    }
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

absl::StatusOr<std::vector<WorkerUse>> WorkerUses(const Selected& selected, RunContext& context) {
  const Profile& profile = selected.profile();
  const Workers workers(profile);
  CommunicationTable communication(profile);
  Cells cells;
  for (const Track track : Tracks(profile, HoldsWorkOrBeside)) {
    const uint32_t worker = workers.Of(track.row.source, track.row.device);
    AddTrack(selected, track, worker, communication, cells);
  }
  PROFILER_ASSIGN_OR_RETURN(const std::vector<CollectiveEvent> collectives,
                            FindCollectives(selected, context));
  AddOffDevices(selected, collectives, workers, cells);
  std::vector<WorkerUse> uses(workers.all().size());
  for (size_t i = 0; i < uses.size(); ++i) uses[i].worker = workers.all()[i];
  for (auto& [place, cell] : cells) {
    AddCell(profile, place.second, std::move(cell), uses[place.first]);
  }
  std::erase_if(uses, [](const WorkerUse& use) { return use.steps == 0; });
  return uses;
}

}  // namespace profiler
