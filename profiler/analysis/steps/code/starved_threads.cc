#include "profiler/analysis/steps/code/starved_threads.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/shapes/tensor_inputs.h"

namespace profiler {
namespace {

constexpr double kTimeSlice =
    3e9;                          // 3 ms: about what a thread runs before another one gets its core
constexpr double kShortOp = 1e9;  // 1 ms: in which few ops are interrupted
constexpr double kFarOverShortest = 30;  // than the shortest run
constexpr double kOftenStalls = 0.15;    // of an op's runs
constexpr int64_t kFewestRuns = 8;       // of an op, to tell how often it stalls
constexpr double kLeastOfSteps = 0.01;   // that an op takes, to count

// Calls that compute the same.
struct SameCalls {
  StringId name;
  OpId op;
  bool has_shapes = false;
  std::vector<float> times;
};

struct TimedRun {
  uint32_t calls;  // in HostOpRuns::calls
  float time;      // of the op itself
  StepId step;
};

// The runs of PyTorch's ops on hosts in typical steps.
struct HostOpRuns {
  std::vector<SameCalls> calls;
  std::vector<TimedRun> runs;
  std::map<StepId, double> steps;  // with their durations
  double all = 0;                  // of the steps

  HostOpRuns(const Selected& selected, const std::vector<StepTimings>& timings)
      : selected_(selected),
        profile_(selected.profile()),
        is_judged_(TypicalSteps(profile_, timings)) {
    const std::vector<char> waits = WaitingOps(profile_);
    is_op_.reserve(profile_.op_count());
    for (const OpRow& op : profile_.ops.row.values()) {
      const bool is_op = profile_.strings[op.name].starts_with("aten::");
      is_op_.push_back(is_op && waits[is_op_.size()] == 0 ? 1 : 0);
    }
    for (const Track track : Tracks(profile_, IsInTotals)) {
      if (!IsAccelerator(track.row)) AddTrack(track);
    }
    for (auto& [step, duration] : steps) {
      duration = static_cast<double>(profile_.steps[step].end) -
                 static_cast<double>(profile_.steps[step].begin);
      all += duration;
    }
  }

 private:
  void AddTrack(const Track& track) {
    const Events& events = track.events;
    absl::flat_hash_map<std::pair<StepId, StringId>, int64_t> in_step;  // calls of a name so far
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || !IsInSelectedStep(selected_, track, e)) continue;
      const StepId step = events.step[e];
      if (is_judged_[SameStep(profile_, step).row()] == 0) continue;
      steps.try_emplace(step);
      if (is_op_[op.row()] == 0) continue;
      const OpRow& row = profile_.ops.row[op];
      const bool has_shapes = row.input_shapes.valid();
      const int64_t number = has_shapes ? -1 : in_step[{step, row.name}]++;
      const Key key = {row.name, row.input_shapes, has_shapes ? TrackId() : track.id, number};
      const auto next = static_cast<uint32_t>(calls.size());
      const auto [found, is_new] = by_key_.try_emplace(key, next);
      if (is_new) calls.push_back({row.name, op, has_shapes, {}});
      const auto time = static_cast<float>(events.selves()[e]);
      calls[found->second].times.push_back(time);
      runs.push_back({found->second, time, step});
    }
  }

  using Key = std::tuple<StringId, StringId, TrackId, int64_t>;

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
  double time = 0;  // of the stalled ones
  double shortest = 0;

  bool Stalls(double all) const {
    return runs >= kFewestRuns &&
           static_cast<double>(stalled) >= kOftenStalls * static_cast<double>(runs) &&
           time >= kLeastOfSteps * all;
  }
};

}  // namespace

StarvedThreads StarvedThreadsIn(const Selected& selected, const std::vector<StepTimings>& timings) {
  const HostOpRuns of(selected, timings);
  std::vector<double> shortest;
  shortest.reserve(of.calls.size());
  StarvedThreads found;
  for (const SameCalls& calls : of.calls) {
    shortest.push_back(*std::min_element(calls.times.begin(), calls.times.end()));
    found.knows_shapes = found.knows_shapes || calls.has_shapes;
  }
  const auto stalls = [&](const TimedRun& run) {
    return run.time >= kTimeSlice && run.time >= kFarOverShortest * shortest[run.calls];
  };
  std::map<StringId, StallingOp> ops;
  for (const TimedRun& run : of.runs) {
    if (shortest[run.calls] > kShortOp) continue;
    StallingOp& op = ops[of.calls[run.calls].name];
    if (op.runs++ == 0 || shortest[run.calls] < op.shortest) op.shortest = shortest[run.calls];
    if (!stalls(run)) continue;
    ++op.stalled;
    op.time += run.time;
  }
  double time = 0, most = 0;
  for (const auto& [name, op] : ops) {
    if (!op.Stalls(of.all)) continue;
    ++found.kinds;
    time += op.time;
    if (op.time <= most) continue;
    most = op.time;
    found.op = name;
    found.runs = op.runs;
    found.stalled = op.stalled;
    found.shortest = op.shortest;
    found.mean = op.time / static_cast<double>(op.stalled);
  }
  if (found.kinds == 0) return found;
  found.share = time / of.all;
  std::map<StepId, double> by_step;
  for (const TimedRun& run : of.runs) {
    const bool counts = shortest[run.calls] <= kShortOp && stalls(run);
    if (counts && ops[of.calls[run.calls].name].Stalls(of.all)) by_step[run.step] += run.time;
  }
  std::vector<double> shares;
  for (const auto& [step, duration] : of.steps) {
    shares.push_back(duration > 0 ? by_step[step] / duration : 0);
  }
  std::sort(shares.begin(), shares.end());
  found.half_have = shares[shares.size() / 2];
  return found;
}

AlikeOps AlikeOpsIn(const Selected& selected, const std::vector<StepTimings>& timings) {
  constexpr double kAlike = 0.25;     // how far from the typical time
  constexpr double kFewValues = 100;  // so many times fewer than the largest op gets
  struct Kind {
    const SameCalls* calls;
    double median, values, time;
  };
  HostOpRuns of(selected, timings);
  std::vector<Kind> kinds;
  std::vector<float> medians;
  for (SameCalls& calls : of.calls) {
    const double median = calls.has_shapes ? MedianIn(calls.times) : 0;
    if (median < kTimeSlice) continue;
    const TensorInputs inputs(selected.profile(), calls.op);
    double values = 0, time = 0;
    for (size_t slot = 0; slot < 8; ++slot) {
      if (!inputs[slot].dims.empty()) values += inputs[slot].Elements();
    }
    for (const float one : calls.times) time += one;
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
    found.fewest = found.fewest > 0 ? std::min(found.fewest, kind.values) : kind.values;
  }
  for (const Kind& kind : kinds) {
    if (kFewValues * kind.values <= found.most) small.insert(kind.calls->name);
  }
  found.kinds = names.size();
  found.small_kinds = small.size();
  return found;
}

}  // namespace profiler
