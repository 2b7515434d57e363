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

struct LoopInStep {
  int64_t begin = INT64_MAX, end = INT64_MIN;
  absl::flat_hash_map<OpId, int64_t> runs;
};

struct LoopTimes {
  std::map<StepId, LoopInStep> steps;
  std::vector<Interval> ops;
};

// By op, the loop that it is in.
std::vector<std::string_view> LoopsOfOps(const Profile& profile) {
  std::vector<std::string_view> loops(profile.op_count());
  for (uint32_t i = 0; i < loops.size(); ++i) {
    const OpRow& op = profile.ops.row[WrittenOp(profile, OpId(i))];
    if (op.kind != OpKind::kRuntime) loops[i] = LoopOfOp(profile.strings[op.name]);
  }
  return loops;
}

OpLoop SumOf(std::string_view name, LoopTimes times, double whole) {
  Int128 span = 0;
  double iterations = 0;
  for (const auto& [step, in_step] : times.steps) {
    span += Int128{in_step.end} - in_step.begin;
    int64_t most = 0;
    for (const auto& [op, runs] : in_step.runs) most = std::max(most, runs);
    iterations += static_cast<double>(most);
  }
  OpLoop loop;
  loop.name = name;
  loop.iterations = iterations / static_cast<double>(times.steps.size());
  loop.time_of_iteration = static_cast<double>(span) / std::max(iterations, 1.0);
  loop.of_steps = whole > 0 ? static_cast<double>(span) / whole : 0;
  const Int128 of_ops = TotalLength(std::move(times.ops));
  loop.of_ops = span > 0 ? static_cast<double>(of_ops) / static_cast<double>(span) : 0;
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
  std::map<std::string_view, LoopTimes> times;
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      const StepId step = events.step[e];
      if (!op.valid() || loops[op.row()].empty() || !step.valid()) continue;
      if (!selected.steps().Has(step) || is_judged[SameStep(profile, step).row()] == 0) continue;
      const Interval time{events.begin[e], events.begin[e] + events.duration[e]};
      LoopTimes& of = times[loops[op.row()]];
      LoopInStep& in_step = of.steps[step];
      in_step.begin = std::min(in_step.begin, time.begin);
      in_step.end = std::max(in_step.end, time.end);
      ++in_step.runs[op];
      AddToLast(time, of.ops);
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
  for (auto& [name, of] : times) all.push_back(SumOf(name, std::move(of), whole));
  std::stable_sort(all.begin(), all.end(),
                   [](const OpLoop& a, const OpLoop& b) { return a.of_steps > b.of_steps; });
  return all;
}

}  // namespace profiler
