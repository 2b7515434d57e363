#include "profiler/analysis/steps/code/starved_threads.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/shapes/shape_work.h"
#include "profiler/analysis/shapes/tensor_inputs.h"

namespace profiler {
namespace {

constexpr double kTimeSlice =
    3e9;                          // 3 ms: about what a thread runs before another one gets its core
constexpr double kShortOp = 1e9;  // 1 ms: in which few ops are interrupted
constexpr double kFarOverShortest = 30;  // than the shortest run
constexpr double kOftenStalls = 0.15;    // of an op's runs
constexpr int64_t kFewestRuns = 8;       // of an op, to tell how often it stalls
constexpr int64_t kFewestStalls = 3;     // of them: fewer may be chance
constexpr size_t kFewestSteps = 3;       // in one of two, ops may run for the first time
constexpr double kLeastOfSteps = 0.01;   // that an op takes, to count

// Calls that compute the same.
struct SameCalls {
  StringId name;
  OpId op;
  bool has_shapes = false;
  std::vector<float> times;  // of the op itself
  // With the ops that it calls, so that one that leaves its work to others is not short.
  double shortest = std::numeric_limits<double>::infinity();
};

struct TimedRun {
  uint32_t calls;  // in HostOpRuns::calls
  float time;      // of the op itself
  StepId step;
};

// The runs of PyTorch's ops on hosts in typical steps. None where those that are long enough to
// stall take too little time for any of the facts to be `least` of the steps.
struct HostOpRuns {
  std::vector<SameCalls> calls;
  std::vector<TimedRun> runs;
  std::map<StepId, double> steps;  // with their durations
  double all = 0;                  // of the steps

  HostOpRuns(const Selected& selected, const std::vector<StepTimings>& timings, double least)
      : selected_(selected),
        profile_(selected.profile()),
        is_judged_(TypicalSteps(profile_, timings)) {
    const std::vector<char> waits = WaitingOps(profile_);
    is_op_.reserve(profile_.op_count());
    for (const OpRow& op : profile_.ops.row.values()) {
      const std::string_view name = profile_.strings[op.name];
      // Of a device that was not recorded, what fetches values may wait for it.
      const bool waits_only = waits[is_op_.size()] != 0 || OnlyFetches(name);
      is_op_.push_back(name.starts_with("aten::") && !waits_only ? 1 : 0);
    }
    const double in_long = FindStepsAndLongRuns();
    for (auto& [step, duration] : steps) {
      duration = static_cast<double>(profile_.steps[step].end) -
                 static_cast<double>(profile_.steps[step].begin);
      all += duration;
    }
    // Half of the runs of AlikeOps may be shorter, and take at most as much as the others.
    if (steps.size() < kFewestSteps || all <= 0 || 2 * in_long < least * all) return;
    for (const Track track : Tracks(profile_, IsInTotals)) {
      if (!IsAccelerator(track.row)) AddTrack(track);
    }
  }

 private:
  bool IsJudged(const Track& track, uint32_t event) const {
    return IsInSelectedStep(selected_, track, event) &&
           is_judged_[SameStep(profile_, track.events.step[event]).row()] != 0;
  }

  // Returns the time of runs that may stall. Leaves out ops, by name, without any.
  double FindStepsAndLongRuns() {
    double time = 0;
    std::set<StringId> names;
    for (const Track track : Tracks(profile_, IsInTotals)) {
      if (IsAccelerator(track.row)) continue;
      const Events& events = track.events;
      StepId last;
      for (uint32_t e = 0; e < events.size(); ++e) {
        const OpId op = events.op[e];
        if (!op.valid() || !IsJudged(track, e)) continue;
        if (!(events.step[e] == last)) steps.try_emplace(last = events.step[e]);
        const auto self = static_cast<double>(events.selves()[e]);
        if (is_op_[op.row()] == 0 || self < kTimeSlice) continue;
        time += self;
        names.insert(profile_.ops.row[op].name);
      }
    }
    for (uint32_t op = 0; op < is_op_.size(); ++op) {
      if (!names.contains(profile_.ops.row[OpId(op)].name)) is_op_[op] = 0;
    }
    return time;
  }

  // Whether the event is a call of its op by itself, as an overload calls another one: both are one
  // run, whose time may be in either.
  bool GoesOn(const Events& events, uint32_t e) const {
    const uint32_t parent = events.ParentOf(e);
    return parent != Events::kNoParent && events.op[parent].valid() &&
           events.step[parent] == events.step[e] &&
           profile_.ops.row[events.op[parent]].name == profile_.ops.row[events.op[e]].name;
  }

  template <typename Take>
  void ForEachRun(const Track& track, const Take& take) const {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (op.valid() && is_op_[op.row()] != 0 && IsJudged(track, e)) take(e, op);
    }
  }

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    // Of ops whose shapes were not recorded: the calls of a name in a step, all and so far. Where
    // steps call it more or less often, the same number is not the same call.
    struct CallsInStep {
      int64_t all = 0, so_far = 0;
    };
    absl::flat_hash_map<std::pair<StepId, StringId>, CallsInStep> in_step;
    ForEachRun(track, [&](uint32_t e, OpId op) {
      const OpRow& row = profile_.ops.row[op];
      if (GoesOn(events, e)) return;
      if (!row.input_shapes.valid()) ++in_step[{events.step[e], row.name}].all;
    });
    absl::flat_hash_map<uint32_t, size_t> run_of;  // by event, an index into `runs`
    const size_t first = runs.size();
    ForEachRun(track, [&](uint32_t e, OpId op) {
      const OpRow& row = profile_.ops.row[op];
      const StepId step = events.step[e];
      const auto time = static_cast<float>(events.selves()[e]);
      if (GoesOn(events, e)) {
        const size_t run = run_of.at(events.ParentOf(e));
        runs[run].time += time;
        run_of.emplace(e, run);
        return;
      }
      const bool has_shapes = row.input_shapes.valid();
      Key key = {row.name, row.input_shapes, row.input_types, TrackId(), 0, 0};
      if (!has_shapes) {
        CallsInStep& of_name = in_step[{step, row.name}];
        key = {row.name, {}, {}, track.id, of_name.so_far++, of_name.all};
      }
      const auto next = static_cast<uint32_t>(calls.size());
      const auto [found, is_new] = by_key_.try_emplace(key, next);
      if (is_new) calls.push_back({.name = row.name, .op = op, .has_shapes = has_shapes, .times = {}});
      SameCalls& same = calls[found->second];
      same.shortest = std::min(same.shortest, static_cast<double>(events.duration[e]));
      run_of.emplace(e, runs.size());
      runs.push_back({found->second, time, step});
    });
    for (size_t i = first; i < runs.size(); ++i) calls[runs[i].calls].times.push_back(runs[i].time);
  }

  // Op, shapes and types, or without shapes op, track, number of the call and of all in the step.
  using Key = std::tuple<StringId, StringId, StringId, TrackId, int64_t, int64_t>;

  const Selected& selected_;
  const Profile& profile_;
  const std::vector<char> is_judged_;
  std::vector<char> is_op_;
  absl::flat_hash_map<Key, uint32_t> by_key_;
};

double MedianIn(std::vector<float>& times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return static_cast<double>(*middle);
}

// An op by its name.
struct StallingOp {
  int64_t runs = 0, stalled = 0;
  double time = 0;      // of the stalled ones
  double shortest = 0;  // of the calls of which some stalled
  bool knows_shapes = true;

  bool Stalls(double all) const {
    return runs >= kFewestRuns && stalled >= kFewestStalls &&
           static_cast<double>(stalled) >= kOftenStalls * static_cast<double>(runs) &&
           time >= kLeastOfSteps * all;
  }
};

AlikeOps AlikeOpsIn(const Profile& profile, HostOpRuns& of) {
  constexpr double kAlike = 0.25;     // how far from the typical time
  constexpr double kFewValues = 100;  // so many times fewer than the largest op gets
  // What a core computes in the time in which it reads and writes a value, or more.
  constexpr double kFlopsOfValue = 16;
  struct Kind {
    const SameCalls* calls;
    double median, values, time;
  };
  std::vector<Kind> kinds;
  std::vector<float> medians;
  for (SameCalls& calls : of.calls) {
    const double median = calls.has_shapes ? MedianIn(calls.times) : 0;
    if (median < kTimeSlice) continue;
    const TensorInputs inputs(profile, calls.op);
    double values = 0, time = 0;
    for (size_t slot = 0; slot < 8; ++slot) {
      if (!inputs[slot].dims.empty()) values += inputs[slot].Elements();
    }
    for (const float one : calls.times) time += static_cast<double>(one);
    kinds.push_back({&calls, median, values, time});
    medians.push_back(static_cast<float>(median));
  }
  AlikeOps found;
  if (kinds.empty()) return found;
  found.time = MedianIn(medians);
  std::erase_if(kinds, [&](const Kind& kind) {
    const bool is_alike =
        kind.median >= (1 - kAlike) * found.time && kind.median <= (1 + kAlike) * found.time;
    return !is_alike || kind.values <= 0;
  });
  std::set<StringId> names, small;
  for (const Kind& kind : kinds) {
    names.insert(kind.calls->name);
    found.share += kind.time / of.all;
    found.most = std::max(found.most, kind.values);
  }
  for (const Kind& kind : kinds) {
    if (kFewValues * kind.values > found.most) continue;
    // A product of matrices computes much for few values.
    const auto work = WorkOfShapes(profile, kind.calls->op);
    if (work && kFewValues * work->flops > kFlopsOfValue * found.most) continue;
    small.insert(kind.calls->name);
    found.fewest = found.fewest > 0 ? std::min(found.fewest, kind.values) : kind.values;
  }
  found.share = std::min(found.share, 1.0);  // several threads may run ops at once
  found.kinds = names.size();
  found.small_kinds = small.size();
  return found;
}

}  // namespace

StarvedThreads StarvedThreadsIn(const Selected& selected, const std::vector<StepTimings>& timings,
                                double least) {
  HostOpRuns of(selected, timings, least);
  StarvedThreads found;
  if (of.runs.empty()) return found;
  found.alike = AlikeOpsIn(selected.profile(), of);
  const auto stalls = [&](const TimedRun& run) {
    const auto time = static_cast<double>(run.time);
    const double shortest = of.calls[run.calls].shortest;
    return shortest <= kShortOp && time >= kTimeSlice && time >= kFarOverShortest * shortest;
  };
  std::map<StringId, StallingOp> ops;
  for (const TimedRun& run : of.runs) {
    const SameCalls& calls = of.calls[run.calls];
    if (calls.shortest > kShortOp) continue;
    StallingOp& op = ops[calls.name];
    ++op.runs;
    if (!stalls(run)) continue;
    if (op.stalled++ == 0 || calls.shortest < op.shortest) op.shortest = calls.shortest;
    op.time += static_cast<double>(run.time);
    op.knows_shapes = op.knows_shapes && calls.has_shapes;
  }
  double most = 0;
  for (const auto& [name, op] : ops) {
    if (!op.Stalls(of.all)) continue;
    ++found.kinds;
    if (op.time <= most) continue;
    most = op.time;
    found.op = name;
    found.knows_shapes = op.knows_shapes;
    found.runs = op.runs;
    found.stalled = op.stalled;
    found.shortest = op.shortest;
    found.mean = op.time / static_cast<double>(op.stalled);
  }
  if (found.kinds == 0) return found;
  std::map<StepId, double> by_step;
  for (const TimedRun& run : of.runs) {
    if (stalls(run) && ops[of.calls[run.calls].name].Stalls(of.all)) {
      by_step[run.step] += static_cast<double>(run.time);
    }
  }
  double time = 0;
  std::vector<double> shares;
  for (const auto& [step, duration] : of.steps) {
    // Several threads may run ops at once.
    const double of_step = std::min(by_step[step], duration);
    time += of_step;
    shares.push_back(duration > 0 ? of_step / duration : 0);
  }
  found.share = time / of.all;
  std::sort(shares.begin(), shares.end());
  found.most_have = shares[(shares.size() - 1) / 2];
  return found;
}

}  // namespace profiler
