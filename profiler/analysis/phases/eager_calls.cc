#include "profiler/analysis/phases/eager_calls.h"

#include <algorithm>
#include <map>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/phases/graph_builds.h"
#include "profiler/analysis/phases/jit_calls.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

constexpr std::string_view kNamesOp = "EagerLocalExecute: ";

// The op that an eager call runs: what runs first in it names that.
std::string_view OpOfCall(const Profile& profile, const Events& events, uint32_t call) {
  if (call + 1 >= events.size() || events.ParentOf(call + 1) != call) return "";
  const StringId name = EventName(profile, events, call + 1);
  return name.valid() ? profile.strings[name] : std::string_view();
}

class EagerAdder {
 public:
  explicit EagerAdder(const Selected& selected)
      : selected_(selected),
        profile_(selected.profile()),
        eager_(profile_.strings.Find(kEagerExecute)) {}

  void Add(const Track& track) {
    const Events& events = track.events;
    int64_t until = INT64_MIN;  // the end of the last call
    StepId of;                  // its step
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || !(EventName(profile_, events, e) == eager_)) continue;
      if (IsStepByTime(events, e)) continue;  // of a thread that makes input meanwhile
      if (events.begin[e] < until || !selected_.steps().Has(step)) continue;
      if (!IsTimedStep(profile_.steps[step])) continue;
      if (!selected_.source_filter().Has(step, track.row.device)) continue;
      const Int128 between = Int128{events.begin[e]} - until;
      InStep& in_step = steps_[step];
      if (of == step && between < EagerUse::kLongCall) {
        in_step.between += static_cast<double>(between);
      }
      of = step;
      until = events.begin[e] + events.duration[e];
      AddCall(OpOfCall(profile_, events, e), events.duration[e], in_step);
    }
  }

  EagerUse Finish() && {
    use_.steps = steps_.size();
    std::vector<double> dispatch, between, wholes;
    for (const auto& [step, in_step] : steps_) {
      const Int128 whole = Int128{profile_.steps[step].end} - profile_.steps[step].begin;
      use_.time += whole;
      dispatch.push_back(in_step.dispatch);
      between.push_back(in_step.between);
      wholes.push_back(static_cast<double>(whole));
    }
    use_.dispatch = ShareOfSteps(dispatch, wholes);
    use_.between = ShareOfSteps(between, wholes);
    Int128 most = 0;
    for (const auto& [function, calls] : functions_) {
      if (function.empty() || 2 * calls.steps <= use_.steps || calls.time <= most) continue;
      most = calls.time;
      use_.function = function;
    }
    for (const auto& [op, one] : by_op_) {
      if (2 * one.in_long > one.calls.time) use_.computing.push_back(one.calls);
    }
    std::stable_sort(use_.computing.begin(), use_.computing.end(),
                     [](const EagerCalls& a, const EagerCalls& b) { return a.time > b.time; });
    return std::move(use_);
  }

 private:
  struct InStep {
    double dispatch = 0, between = 0;
  };

  // `event` is the first one in the call; where there is none, the op is not known.
  void AddCall(std::string_view event, int64_t duration, InStep& in_step) {
    const std::string_view op = EagerOp(event);
    if (op.empty() && IsEagerCall(event)) {
      FunctionCalls& function = functions_[FunctionOfGraph(event)];
      function.time += duration;
      if (&in_step != function.last) ++function.steps;
      function.last = &in_step;
      return;
    }
    ++use_.calls;
    use_.all += duration;
    const bool is_long = !op.empty() && duration >= EagerUse::kLongCall;
    if (!is_long) in_step.dispatch += static_cast<double>(duration);
    if (op.empty()) return;
    if (op.starts_with("Write") && op.ends_with("Summary")) ++use_.summaries;
    CallsOfOp& one = by_op_[op];
    one.calls.op = op;
    ++one.calls.calls;
    one.calls.time += duration;
    if (is_long) one.in_long += duration;
  }

  struct CallsOfOp {
    EagerCalls calls;
    Int128 in_long = 0;  // the time of calls that compute
  };

  struct FunctionCalls {
    Int128 time = 0;
    size_t steps = 0;
    const InStep* last = nullptr;
  };

  const Selected& selected_;
  const Profile& profile_;
  const StringId eager_;
  EagerUse use_;
  std::map<StepId, InStep> steps_;
  std::map<std::string_view, CallsOfOp> by_op_;
  std::map<std::string_view, FunctionCalls> functions_;  // of tf.function; waits for input have ""
};

}  // namespace

bool IsEagerCall(std::string_view event) { return event.starts_with(kNamesOp); }

std::string_view EagerOp(std::string_view event) {
  constexpr std::string_view kFunction = "__";
  if (!IsEagerCall(event)) return "";
  const std::string_view op = event.substr(kNamesOp.size());
  return WaitsForInput(op) || op.starts_with(kFunction) ? std::string_view() : op;
}

EagerUse EagerUseInSteps(const Selected& selected) {
  const Profile& profile = selected.profile();
  if (!profile.strings.Find(kEagerExecute).valid()) return {};
  EagerAdder adder(selected);
  for (const Track track : Tracks(profile, HoldsThreadsWork)) adder.Add(track);
  return std::move(adder).Finish();
}

}  // namespace profiler
