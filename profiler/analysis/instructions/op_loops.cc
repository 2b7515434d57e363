#include "profiler/analysis/instructions/op_loops.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

struct LoopOp {
  Interval time;
  OpId op;
};

using LoopInSteps = std::map<StepId, std::vector<LoopOp>>;

// A name may be of several loops of a step, one after the other, as functions that are compiled
// once are called twice. Between them lies more than this many times the mean iteration.
constexpr int64_t kBetweenLoops = 3;

// How long and how often a loop ran, or several of one name.
struct LoopRuns {
  Int128 span = 0, of_ops = 0;
  int64_t iterations = 0;

  void Add(const LoopRuns& other) {
    span += other.span;
    of_ops += other.of_ops;
    iterations += other.iterations;
  }
};

// Such as memory that TensorFlow allocates for an op: the op does not run once more.
bool IsMoment(const Events& events, uint32_t event) {
  return !events.kind.empty() && events.kind[event] == EventKind::kInstant;
}

// By op, the loop that it is in.
std::vector<std::string_view> LoopsOfOps(const Profile& profile) {
  std::vector<std::string_view> loops(profile.op_count());
  for (uint32_t i = 0; i < loops.size(); ++i) {
    const OpRow& op = profile.ops.row[WrittenOp(profile, OpId(i))];
    if (op.kind != OpKind::kRuntime) loops[i] = LoopOfOp(profile.strings[op.name]);
  }
  return loops;
}

// How often an op of a loop ran, and from when to when.
struct OpInLoop {
  Interval time;
  int64_t count = 0;
};

// Of a loop as often as its op with most runs ran. What has ended before others begin is another
// loop's.
int64_t IterationsOf(const absl::flat_hash_map<OpId, OpInLoop>& by_op) {
  std::vector<OpInLoop> ops;
  for (const auto& [id, op] : by_op) {
    if (op.count > 1) ops.push_back(op);  // else it says of no iteration when it ended
  }
  std::sort(ops.begin(), ops.end(),
            [](const OpInLoop& a, const OpInLoop& b) { return a.time.begin < b.time.begin; });
  int64_t before = 0, most = 0, end = INT64_MIN;
  for (const OpInLoop& op : ops) {
    if (op.time.begin >= end) before += std::exchange(most, 0);
    most = std::max(most, op.count);
    end = std::max(end, op.time.end);
  }
  return std::max<int64_t>(before + most, 1);
}

// Of ops in order of begin. A loop ends before a gap that is longer than this.
LoopRuns LoopRunsOf(const std::vector<LoopOp>& ops, Int128 longest_gap) {
  LoopRuns all;
  for (size_t first = 0; first < ops.size();) {
    LoopRuns run;
    absl::flat_hash_map<OpId, OpInLoop> by_op;
    const int64_t begin = ops[first].time.begin;
    int64_t end = begin;
    size_t i = first;
    for (; i < ops.size(); ++i) {
      const Interval& time = ops[i].time;
      if (i > first && Int128{time.begin} - end > longest_gap) break;
      if (time.end > end) run.of_ops += Int128{time.end} - std::max(time.begin, end);
      end = std::max(end, time.end);
      OpInLoop& op = by_op.try_emplace(ops[i].op, OpInLoop{time}).first->second;
      op.time.end = std::max(op.time.end, time.end);
      ++op.count;
    }
    run.span = Int128{end} - begin;
    run.iterations = IterationsOf(by_op);
    all.Add(run);
    first = i;
  }
  return all;
}

OpLoop SumOf(std::string_view name, LoopInSteps& steps, double whole) {
  LoopRuns all;
  for (auto& [step, ops] : steps) {
    std::sort(ops.begin(), ops.end(), [](const LoopOp& a, const LoopOp& b) {
      return std::pair(a.time.begin, a.op.row()) < std::pair(b.time.begin, b.op.row());
    });
    const LoopRuns as_one = LoopRunsOf(ops, UINT64_MAX);
    LoopRuns apart = LoopRunsOf(ops, kBetweenLoops * as_one.span / as_one.iterations);
    // A long gap within an iteration makes two of it.
    apart.iterations = std::min(apart.iterations, as_one.iterations);
    all.Add(apart);
  }
  const auto span = static_cast<double>(all.span), iterations = static_cast<double>(all.iterations);
  OpLoop loop;
  loop.name = name;
  loop.iterations = iterations / static_cast<double>(steps.size());
  loop.time_of_iteration = span / std::max(iterations, 1.0);
  loop.of_steps = whole > 0 ? span / whole : 0;
  loop.of_ops = span > 0 ? static_cast<double>(all.of_ops) / span : 0;
  return loop;
}

}  // namespace

std::string_view LoopOfOp(std::string_view name) {
  constexpr std::string_view kLoop = "while", kBody = "/body/";
  for (size_t body = name.rfind(kBody); body != name.npos; body = name.rfind(kBody, body - 1)) {
    const std::string_view loop = name.substr(0, body);
    if (loop.substr(loop.rfind('/') + 1).starts_with(kLoop)) return loop;
    if (body == 0) break;
  }
  return "";
}

std::vector<OpLoop> OpLoopsIn(const Selected& selected, const std::vector<StepTimings>& runs) {
  const Profile& profile = selected.profile();
  const std::vector<std::string_view> loops = LoopsOfOps(profile);
  if (std::all_of(loops.begin(), loops.end(), [](std::string_view one) { return one.empty(); })) {
    return {};
  }
  const std::vector<char> is_judged = TypicalSteps(profile, runs);
  std::map<std::string_view, LoopInSteps> times;
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      const StepId step = events.step[e];
      if (!op.valid() || loops[op.row()].empty() || !step.valid()) continue;
      if (IsMoment(events, e)) continue;
      if (!selected.steps().Has(step) || is_judged[SameStep(profile, step).row()] == 0) continue;
      const Interval time{events.begin[e], events.begin[e] + events.duration[e]};
      times[loops[op.row()]][step].push_back({time, op});
    }
  }
  double whole = 0;
  for (const StepTimings& run : runs) {
    for (size_t i = 0; i < run.ids.size(); ++i) {
      if (is_judged[SameStep(profile, run.ids[i]).row()] != 0) whole += run.totals[i];
    }
  }
  std::vector<OpLoop> all;
  all.reserve(times.size());
  for (auto& [name, of] : times) all.push_back(SumOf(name, of, whole));
  std::stable_sort(all.begin(), all.end(),
                   [](const OpLoop& a, const OpLoop& b) { return a.of_steps > b.of_steps; });
  return all;
}

}  // namespace profiler
