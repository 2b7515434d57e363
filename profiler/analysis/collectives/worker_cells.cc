#include "profiler/analysis/collectives/worker_cells.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/collectives/transfers/host_transfers.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/own_parts.h"
#include "profiler/analysis/time/step_interval.h"
#include "profiler/base/status.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Whether an op of a trace is code around ops, or a runtime's call: a thread that only waits is in
// such code, too.
bool IsAroundOps(const Profile& profile, OpId op) {
  const std::string_view type = profile.strings[profile.ops.row[op].type];
  return type == kUserMarkType || type == kPythonFunctionType || type == kRuntimeType;
}

// By op, whether it is code around ops, or prepares batches that the step does not wait for:
// tf.data's iterators run beside the steps, and an op that waits for a batch is an event of its
// own.
std::vector<char> OpsAroundOrBeside(const Profile& profile) {
  std::vector<char> ops(profile.ops.row.size());
  for (uint32_t i = 0; i < ops.size(); ++i) {
    const OpId op(i);
    const bool is_pipeline = IsPipeline(profile.strings[profile.ops.row[op].type]);
    ops[i] = IsAroundOps(profile, op) || is_pipeline ? 1 : 0;
  }
  return ops;
}

// What of the time is in the step, if that is of the same file: what a host's threads do for it
// before and after hides nothing that it waits for.
Interval InStepOfFile(const Profile& profile, StepId id, SourceId source, Interval time) {
  const StepRow& step = profile.steps[id];
  return step.source == source ? PartInStep(step, time) : time;
}

// The times of the host, or of the accelerator whose work it is.
WorkTimes& TimesOf(WorkerCell& cell, bool is_accelerator, DeviceId device) {
  return is_accelerator ? cell.accelerators[device] : cell.host;
}

// Whether a transfer's op is a call of PyTorch or MPI, which takes until the other rank is ready,
// too.
bool MayWaitForOther(const Profile& profile, OpId op) {
  if (!op.valid()) return false;
  const StringId name = CommunicationName(profile, op);
  return name.valid() && CallWaitsForOther(profile.strings[name]);
}

void Add(Communication communication, bool accelerator, DeviceId device, Interval time,
         WorkerCell& cell) {
  if (communication == Communication::kTransfer) return AddToLast(time, cell.transfers);
  const bool is_work = communication == Communication::kNone;
  if (!is_work && !accelerator) return;  // AddOffDevices() adds it
  if (time.end < time.begin) return;     // outside the step
  WorkTimes& times = TimesOf(cell, accelerator, device);
  AddToLast(time, is_work ? times.work : times.collectives);
}

void AddTrack(const Selected& selected, const Track& of, uint32_t worker,
              CommunicationTable& communication, DeviceWorkKinds& kinds,
              const std::vector<char>& ops_around, WorkerCells& cells) {
  const Profile& profile = selected.profile();
  const SelectedSteps& steps = selected.steps();
  const SourceFilter& source_filter = selected.source_filter();
  const TrackRow& track = of.row;
  const Events& events = of.events;
  const bool accelerator = IsAccelerator(track);
  // Threads of tf.data run beside the steps, like its iterators.
  const bool is_pipeline = !accelerator && IsPipelineThread(profile.strings[track.name]);
  StepId last_step;  // the step of the previous event, and that step's cell
  WorkerCell* cell = nullptr;
  for (uint32_t e = 0; e < events.size(); ++e) {
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
    const bool is_host_work = kind == Communication::kNone && !accelerator;
    const OpId op = events.op[e];
    const bool is_work = !is_pipeline && (!op.valid() || ops_around[op.row()] == 0);
    const bool counts = !is_host_work || is_work;
    const bool is_copy = accelerator && kind == Communication::kNone &&
                         kinds.Of(track, events, e) == DeviceWork::kCopy;
    if (is_copy) {
      AddToLast({begin, end}, cell->accelerators[track.device].copies);
    } else if (counts) {
      const Interval time = {begin, end};
      if (accelerator) {
        ForEachOwnPart(events, e, [&](const Interval& part) {
          Add(kind, accelerator, track.device, part, *cell);
        });
      } else {
        Add(kind, accelerator, track.device,
            is_host_work ? InStepOfFile(profile, step, track.source, time) : time, *cell);
      }
      const bool is_send = kind == Communication::kTransfer && !accelerator;
      if (is_send && MayWaitForOther(profile, op)) {
        AddToLast(time, cell->host.sends);
      }
    }
    cell->begin = std::min(cell->begin, begin);
    cell->end = std::max(cell->end, end);
  }
}

// The cells of a source's steps that have begin and end, sorted by begin.
using TimedCells = std::vector<std::pair<Interval, WorkerCell*>>;

std::map<std::pair<uint32_t, SourceId>, TimedCells> TimedCellsOf(const Profile& profile,
                                                                 WorkerCells& cells) {
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

// The cells in whose time a collective of a host ran. Hosts run collectives beside other work, so
// each counts in all steps in whose time it ran; where steps have no times, in its own.
class CellsByTime {
 public:
  CellsByTime(const Profile& profile, WorkerCells& cells)
      : cells_(cells), timed_(TimedCellsOf(profile, cells)) {}

  // Calls add(cell, time) for each cell with the part of `time` in it.
  template <typename Add>
  void ForEach(uint32_t worker, const CollectiveEvent& one, Interval time, const Add& add) {
    const auto steps = timed_.find({worker, one.source});
    if (steps == timed_.end()) {
      const auto cell = cells_.find({worker, one.step});
      if (cell != cells_.end()) add(cell->second, time);
      return;
    }
    auto step = std::partition_point(steps->second.begin(), steps->second.end(),
                                     [&](const auto& s) { return s.first.end <= time.begin; });
    for (; step != steps->second.end() && step->first.begin < time.end; ++step) {
      add(*step->second,
          {std::max(time.begin, step->first.begin), std::min(time.end, step->first.end)});
    }
  }

 private:
  WorkerCells& cells_;
  std::map<std::pair<uint32_t, SourceId>, TimedCells> timed_;
};

bool IsOnDevice(const Profile& profile, const CollectiveEvent& one) {
  return HoldsDeviceWork(profile.tracks[one.event.track]);
}

// Adds the collectives that no track of an accelerator's work holds.
void AddOffDevices(const Profile& profile, const std::vector<CollectiveEvent>& collectives,
                   const Workers& workers, CellsByTime& by_time) {
  for (const CollectiveEvent& one : collectives) {
    if (IsOnDevice(profile, one)) continue;
    const auto add = [&](WorkerCell& cell, Interval time) {
      TimesOf(cell, one.is_annotation, one.device).collectives.push_back(time);
    };
    by_time.ForEach(workers.Of(one.source, one.device), one, {one.begin, one.end()}, add);
  }
}

void AddCompared(const Selected& selected, const ComparedCollectives& compared,
                 const Workers& workers, WorkerCells& cells, CellsByTime& by_time) {
  const Profile& profile = selected.profile();
  const HostTransfers transfers(profile);
  for (size_t i = 0; i < compared.events.size(); ++i) {
    const CollectiveEvent& one = compared.events[i];
    const CollectivePart& part = compared.waits.parts[i];
    const OpId op = profile.events[one.event.track].op[one.event.row];
    const bool is_send = IsPointToPoint(one.kind) && !transfers.IsOfCollective(op);
    const bool counts = part.is_compared() || is_send;
    if (!counts || !selected.source_filter().Has(profile.tracks[one.event.track])) continue;
    const bool is_on_device = IsOnDevice(profile, one);
    const int64_t met = one.begin + static_cast<int64_t>(part.wait);
    const auto add = [&](WorkerCell& cell, Interval time) {
      WorkTimes& to = TimesOf(cell, is_on_device || one.is_annotation, one.device);
      if (!part.is_compared()) return to.sends.push_back(time);
      to.waits.push_back({time.begin, std::min(met, time.end)});
      const int64_t exchanges = std::clamp(met, time.begin, time.end);
      if (part.lacks_ranks) return to.unmet.push_back({exchanges, time.end});
      to.exchanges[one.group].push_back({exchanges, time.end});
      to.met.push_back({time.begin, exchanges, time.end});
    };
    const uint32_t worker = workers.Of(one.source, one.device);
    const Interval time = {one.begin, one.end()};
    if (!is_on_device) {
      by_time.ForEach(worker, one, time, add);
    } else if (const auto cell = cells.find({worker, one.step}); cell != cells.end()) {
      add(cell->second, time);
    }
  }
}

}  // namespace

absl::StatusOr<WorkerCells> FindWorkerCells(const Selected& selected, const Workers& workers,
                                            RunContext& context) {
  const Profile& profile = selected.profile();
  CommunicationTable communication(profile);
  DeviceWorkKinds kinds(profile);
  const std::vector<char> ops_around = OpsAroundOrBeside(profile);
  WorkerCells cells;
  for (const Track track : Tracks(profile, HoldsWorkOrBeside)) {
    const uint32_t worker = workers.Of(track.row.source, track.row.device);
    AddTrack(selected, track, worker, communication, kinds, ops_around, cells);
  }
  PROFILER_ASSIGN_OR_RETURN(const auto compared, SharedCollectives(selected, context));
  std::vector<CollectiveEvent> picked;  // used if not all are selected
  const bool all = selected.source_filter().all();
  if (!all) {
    PROFILER_ASSIGN_OR_RETURN(picked, FindCollectives(selected, context));
  }
  CellsByTime by_time(profile, cells);
  AddOffDevices(profile, all ? compared->events : picked, workers, by_time);
  AddCompared(selected, *compared, workers, cells, by_time);
  return cells;
}

}  // namespace profiler
