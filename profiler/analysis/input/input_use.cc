#include "profiler/analysis/input/input_use.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/input/batch_receipts.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/input/pipeline_end.h"
#include "profiler/analysis/input/python/input_functions.h"
#include "profiler/analysis/input/python/python_calls.h"
#include "profiler/analysis/input/results/result_reads.h"
#include "profiler/analysis/metrics/full_processors.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/host_names.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// Op types of graphs that get their input from Python.
bool IsFed(std::string_view type) {
  return StartsWith(type, "Placeholder") || type == "_Arg" || StartsWith(type, "_arg_");
}

// The events of PyTorch's DataLoader, with workers and with num_workers=0 (in the training
// process).
constexpr std::string_view kSingleProcess = "#_SingleProcessDataLoaderIter.",
                           kSageMakers = "DataLoaderIter::";

// The name to show for an op that waits for input: the op's type, or the op's name if only a
// framework-internal event or PyTorch's mark was recorded. Empty if the op does not wait for input.
std::string_view WaitName(const Profile& profile, const OpRow& op) {
  const std::string_view name = profile.strings[op.name], type = profile.strings[op.type];
  if (WaitsForInput(type)) return type;
  const bool has_type = op.kind != OpKind::kRuntime && type != kUserMarkType;
  return !has_type && WaitsForInput(name) ? name : std::string_view();
}

struct StepIntervals {
  std::vector<Interval> waiting, other;

  Int128 Waiting() const { return TotalLength(waiting); }
  Int128 Alone() const {
    std::vector<Interval> both = waiting;
    both.insert(both.end(), other.begin(), other.end());
    return TotalLength(std::move(both)) - TotalLength(other);
  }
};

class InputUseCollector {
 public:
  // `sources` tells, by source, which count.
  InputUseCollector(const Selected& selected, std::vector<char> sources)
      : profile_(selected.profile()),
        steps_(selected.steps()),
        source_filter_(selected.source_filter()),
        sources_(std::move(sources)),
        of_step_(profile_.steps.size()),
        in_python_(profile_.sources.size()),
        python_(selected),
        result_reads_(profile_),
        functions_(profile_) {}

  InputUse Run(const std::vector<StepTime>& times) {
    waits_.reserve(profile_.op_count());
    calls_python_.reserve(profile_.op_count());
    uint32_t op = 0;
    for (const OpRow& row : profile_.ops.row.values()) AddOp(row, IsCounted(OpId(op++)));
    for (const Track track : Tracks(profile_, IsInTotals)) {
      if (sources_[track.row.source.row()] == 0) continue;
      AddTrack(track.row, track.events);
      python_.AddTrack(track);
    }
    use_.functions = functions_.times();
    use_.asleep = functions_.asleep();
    use_.in_waits = functions_.in_waits();
    use_.thread_waits = functions_.thread_waits();
    use_.python = python_.Most();
    use_.of_python = python_.TimeOf(use_.python);
    use_.python_time = python_.total();
    use_.loop = python_.loop();
    use_.loop_time = python_.loop_time();
    use_.has_prefetch = ends_with_prefetch_ || (!use_.has_iterators && has_prefetch_op_);
    use_.receiving = receipts_.Time();
    use_.made_here = receipts_.MadeHere();
    use_.tensors_received = receipts_.TensorsOfAWait();
    use_.records_python = receipts_.has_functions();
    for (const StepTime& time : times) AddStep(time);
    use_.waits_for_python = WaitsForPython();
    return std::move(use_);
  }

 private:
  // Whether an op ran in a source that counts, or nowhere.
  bool IsCounted(OpId op) const {
    const auto [first, last] = profile_.ExecsOf(op);
    for (uint32_t i = first; i < last; ++i) {
      const StepId step = profile_.execs().row[ExecId(i)].step;
      if (!step.valid() || sources_[profile_.steps[step].source.row()] != 0) return true;
    }
    return first == last;
  }

  void AddOp(const OpRow& op, bool is_counted) {
    const std::string_view type = profile_.strings[op.type];
    waits_.push_back(!WaitName(profile_, op).empty());
    calls_python_.push_back(CallsPython(type) ? 1 : 0);
    if (!is_counted) return;
    use_.is_fed = use_.is_fed || IsFed(type);
    use_.has_pipeline = use_.has_pipeline || IsPipeline(type);
    use_.in_phases = use_.in_phases || StartsWith(profile_.strings[op.name], kSageMakers);
    use_.has_data_loader = use_.has_data_loader || use_.in_phases ||
                           StartsWith(profile_.strings[op.name], kDataLoader);
    use_.loads_in_process = use_.loads_in_process || profile_.strings[op.name].find(
                                                         kSingleProcess) != std::string_view::npos;
    use_.has_iterators = use_.has_iterators || StartsWith(profile_.strings[op.name], kIteratorName);
    const std::string_view iterator = profile_.strings[op.name];
    const bool is_generator = StartsWith(iterator, kIteratorName) &&
                              iterator.find("::FlatMap") != std::string_view::npos &&
                              iterator.ends_with("::Generator");
    use_.has_generator = use_.has_generator || is_generator;
    AddPrefetch(type, profile_.strings[op.name]);
  }

  // Iterators tell where a pipeline prefetches; types of ops only that it does.
  void AddPrefetch(std::string_view type, std::string_view name) {
    const std::string_view last = LastStage(name);
    ends_with_prefetch_ = ends_with_prefetch_ || last.starts_with(kPrefetch);
    has_prefetch_op_ = has_prefetch_op_ || type.starts_with(kPrefetch);
  }

  // By event: whether a wait is nested in it, as in a mark of the step. It is no work beside waits.
  std::vector<char> HoldWaits(const Events& events) const {
    std::vector<char> holds(events.size());
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!events.op[e].valid() || waits_[events.op[e].row()] == 0) continue;
      for (uint32_t p = events.ParentOf(e); p != Events::kNoParent && holds[p] == 0;
           p = events.ParentOf(p)) {
        holds[p] = 1;
      }
    }
    return holds;
  }

  // Whether a thread pins memory that holds no step: batches to come.
  bool IsPinningAhead(const Events& events, uint32_t e) const {
    return IsStepByTime(events, e) &&
           profile_.strings[profile_.ops.row[events.op[e]].name] == kPinsMemory;
  }

  void AddTrack(const TrackRow& track, const Events& events) {
    const std::vector<char> holds = HoldWaits(events);
    std::vector<char> inside;  // by event: whether it is a wait or nested in one
    if (track.kind == TrackKind::kThread) inside.resize(events.size());
    const std::vector<char> reads = inside.empty() ? std::vector<char>() : result_reads_.Of(events);
    absl::flat_hash_map<StepId, StepIntervals> of_track;
    LoaderRestartsFinder restarts;
    StepId last_step;  // the step of the previous event, and that step's index
    StepIntervals* of_step = nullptr;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      const bool waits = op.valid() && waits_[op.row()] != 0 && !IsPinningAhead(events, e);
      if (!inside.empty()) {
        const uint32_t parent = events.ParentOf(e);
        inside[e] = waits || (parent != Events::kNoParent && inside[parent] != 0);
      }
      const StepId step = events.step[e];
      if (!op.valid() || !step.valid() || !steps_.Has(step)) continue;
      if (!source_filter_.Has(step, track.device)) continue;
      const Interval interval = {events.begin[e], events.begin[e] + events.duration[e]};
      functions_.Add(events, e, !reads.empty() && reads[e] != 0);
      if (!inside.empty() && inside[e] != 0) functions_.AddInWait(events, e, waits_);
      if (!(step == last_step)) {
        of_step = &of_track[step];
        last_step = step;
      }
      if (waits) {
        AddToLast(interval, of_step->waiting);
        const std::string_view wait = WaitName(profile_, profile_.ops.row[op]);
        use_.waits[std::string(wait)] += events.duration[e];
        if (WaitsForWorkers(wait)) {
          receipts_.Add(profile_, events, e, functions_.sleeps(), functions_.are_users());
          restarts.AddWait(step, interval);
        }
      } else if (inside.empty() || inside[e] == 0) {
        if (inside.empty() || IsStepsWork(events, e)) AddToLast(interval, of_step->other);
        if (holds[e] == 0 && IsWork(events, e)) restarts.AddWork(interval);
      }
      if (calls_python_[op.row()] != 0) AddToLast(interval, in_python_[track.source.row()]);
    }
    // Of ranks, whose loaders restart together, the one that takes longest.
    const LoaderRestarts restarted = restarts.Found();
    if (restarted.time > use_.restarts.time) use_.restarts = restarted;
    for (auto& [step, intervals] : of_track) AddIntervals(track, step, std::move(intervals));
  }

  // Whether an op is the step's own work. If not, it is a part of the input pipeline, which runs in
  // parallel.
  bool IsStepsWork(const Events& events, uint32_t e) const {
    return IsWork(events, e) && !IsStepByTime(events, e);
  }

  // The same or, on a thread that waits for batches itself, an op that ends after its step's mark.
  bool IsWork(const Events& events, uint32_t e) const {
    const OpRow& op = profile_.ops.row[events.op[e]];
    return op.kind != OpKind::kRuntime && !IsPipeline(profile_.strings[op.type]);
  }

  // Whether graph ops call Python in most of the time of waits on hosts.
  bool WaitsForPython() {
    std::vector<IntervalIndex> in_python;
    for (std::vector<Interval>& times : in_python_)
      in_python.emplace_back(United(std::move(times)));
    Int128 waiting = 0, python = 0;
    for (uint32_t s = 0; s < of_step_.size(); ++s) {
      const SourceId source = profile_.steps[StepId(s)].source;
      for (const Interval& wait : United(std::move(of_step_[s].waiting))) {
        waiting += Int128{wait.end} - wait.begin;
        python += in_python[source.row()].Of(wait.begin, wait.end);
      }
    }
    return python > 0 && 2 * python >= waiting;
  }

  void AddIntervals(const TrackRow& track, StepId step, StepIntervals intervals) {
    StepIntervals& host = of_step_[step.row()];
    if (IsAccelerator(track)) {
      // Work on accelerators hides the host's waits. An accelerator's own waits are measured on the
      // accelerator.
      if (!intervals.waiting.empty()) KeepLongest(intervals, of_accelerator_[step]);
    } else {
      host.waiting.insert(host.waiting.end(), intervals.waiting.begin(), intervals.waiting.end());
      if (track.kind == TrackKind::kThread) TakeOutWaits(intervals);
    }
    host.other.insert(host.other.end(), intervals.other.begin(), intervals.other.end());
  }

  // Removes waits from the times of the ops that contain the waits.
  static void TakeOutWaits(StepIntervals& intervals) {
    // Ops nest, so many ops contain the same wait. The union avoids handling a wait repeatedly.
    const std::vector<Interval> ops = United(std::move(intervals.other));
    intervals.other = Without(ops, United(std::move(intervals.waiting)));
  }

  static void KeepLongest(const StepIntervals& one, InputStep& longest) {
    const Int128 waiting = one.Waiting();
    if (waiting <= longest.waiting) return;
    longest.waiting = waiting;
    longest.alone = one.Alone();
  }

  void AddStep(const StepTime& time) {
    InputStep most;
    most.number = time.number;
    most.ids = time.steps;
    most.span = time.wall;
    for (StepId step : time.steps) {
      InputStep own;
      KeepLongest(of_step_[step.row()], own);
      const auto it = of_accelerator_.find(step);
      if (it != of_accelerator_.end() && it->second.waiting > own.waiting) own = it->second;
      most.alone_of.push_back(own.alone);
      if (own.waiting <= most.waiting) continue;
      most.waiting = own.waiting;
      most.alone = own.alone;
    }
    use_.steps.push_back(most);
  }

  const Profile& profile_;
  const SelectedSteps& steps_;
  const SourceFilter& source_filter_;
  const std::vector<char> sources_;
  std::vector<char> waits_, calls_python_;  // indexed by op
  std::vector<StepIntervals> of_step_;
  std::vector<std::vector<Interval>> in_python_;  // by source: when graph ops call Python
  PythonCalls python_;
  const ResultReads result_reads_;
  BatchReceipts receipts_;
  bool ends_with_prefetch_ = false, has_prefetch_op_ = false;
  InputFunctions functions_;
  absl::flat_hash_map<StepId, InputStep> of_accelerator_;  // for the accelerator that waits longest
  InputUse use_;
};

}  // namespace

bool InputUse::is_named() const {
  Int128 named = 0;
  for (const auto& [function, time] : functions) named += time;
  return !functions.empty() && named >= python_time;
}

InputUse InputUseOf(const Selected& selected, const std::vector<StepTime>& times) {
  const std::vector<char> all(selected.profile().sources.size(), 1);
  InputUse use = InputUseCollector(selected, all).Run(times);
  use.has_full_processors = use.has_data_loader && HasFullProcessors(selected, {});
  return use;
}

InputUse InputUseOfSources(const Selected& selected, const std::vector<StepTime>& times,
                           const std::vector<SourceId>& sources) {
  const Profile& profile = selected.profile();
  std::vector<char> counts(profile.sources.size());
  for (const SourceId source : sources) counts[source.row()] = 1;
  std::vector<StepTime> of_sources;
  std::copy_if(times.begin(), times.end(), std::back_inserter(of_sources),
               [&](const StepTime& time) {
                 return std::any_of(time.steps.begin(), time.steps.end(), [&](StepId step) {
                   return counts[profile.steps[step].source.row()] != 0;
                 });
               });
  InputUse use = InputUseCollector(selected, std::move(counts)).Run(of_sources);
  std::set<std::string_view> hosts;
  for (const SourceId source : sources) {
    const std::string_view host = RecordedHost(profile, profile.sources[source]);
    if (!host.empty()) hosts.insert(host);
  }
  use.has_full_processors = use.has_data_loader && HasFullProcessors(selected, hosts);
  return use;
}

}  // namespace profiler
