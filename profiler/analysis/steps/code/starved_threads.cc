#include "profiler/analysis/steps/code/starved_threads.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "profiler/analysis/shapes/shape_work.h"
#include "profiler/analysis/shapes/tensor_inputs.h"
#include "profiler/analysis/steps/code/host_op_runs.h"

namespace profiler {
namespace {

constexpr double kShortOp = 1e9;         // 1 ms: in which few ops are interrupted
constexpr double kFarOverShortest = 30;  // than the shortest run
constexpr double kOftenStalls = 0.15;    // of an op's runs
constexpr int64_t kFewestRuns = 8;       // of an op, to tell how often it stalls
constexpr int64_t kFewestStalls = 3;     // of them: fewer may be chance
constexpr double kLeastOfSteps = 0.01;   // that an op takes, to count

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
