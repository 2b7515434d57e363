#include "profiler/analysis/phases/graph_builds.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/phases/eager_calls.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

constexpr std::string_view kBuildsGraph = "tf.function-graph_building",
                           kCompilesGraph = "::Compile";

// By string of the profile, what an event of that name does: what it builds, or which op it runs
// eagerly.
enum class Builds : char { kNothing, kGraph, kProgram, kPipeline, kOther };

Builds BuildsOfName(std::string_view name) {
  if (name == kBuildsGraph) return Builds::kGraph;
  if (name.find(kCompilesGraph) != name.npos) return Builds::kProgram;
  if (!IsEagerCall(name)) return Builds::kNothing;
  return IsPipeline(EagerOp(name)) ? Builds::kPipeline : Builds::kOther;
}

std::vector<Builds> BuildsOfNames(const Profile& profile) {
  std::vector<Builds> builds;
  builds.reserve(profile.strings.size());
  for (uint32_t i = 0; i < profile.strings.size(); ++i) {
    builds.push_back(BuildsOfName(profile.strings[StringId(i)]));
  }
  return builds;
}

struct Counted {
  struct OfFunction {
    Int128 time = 0;
    size_t calls = 0, firsts = 0;
    std::set<StepId> steps;
  };
  std::map<std::string_view, OfFunction> functions;
  std::set<StepId> steps;
  size_t calls = 0, of_pipelines = 0;

  void Add(std::string_view function, StepId step, Int128 time, bool is_first) {
    OfFunction& of = functions[function];
    of.time += time;
    ++of.calls;
    of.firsts += is_first ? 1 : 0;
    of.steps.insert(step);
    steps.insert(step);
    ++calls;
  }
  FunctionCompilations Sum() const {
    FunctionCompilations sum;
    sum.calls = calls;
    sum.steps = steps.size();
    sum.is_of_pipelines = 2 * of_pipelines > calls;
    Int128 most = 0;
    for (const auto& [function, of] : functions) {
      sum.time += of.time;
      sum.steps_of_one = std::max(sum.steps_of_one, of.steps.size());
      if (function.empty() || of.time <= most) continue;
      most = of.time;
      sum.function = function;
      sum.is_made_anew = of.firsts > 1 && of.firsts == of.calls;
    }
    return sum;
  }
};

std::string_view NameOf(const Profile& profile, const Events& events, uint32_t event) {
  const StringId name = EventName(profile, events, event);
  return name.valid() ? profile.strings[name] : std::string_view();
}

// The function whose graph is compiled; empty if no event around it names one.
std::string_view CompiledFunction(const Profile& profile, const Events& events, uint32_t event) {
  for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
    const std::string_view function = FunctionOfGraph(NameOf(profile, events, e));
    if (!function.empty()) return function;
  }
  return "";
}

// Whether TensorFlow says that the graph is the first one of its tf.function: it counts them.
bool IsFirstGraph(const Profile& profile, const Events& events, uint32_t event) {
  const uint32_t parent = events.ParentOf(event);
  if (parent == Events::kNoParent || events.detail.empty()) return false;
  const StringId detail = events.detail[parent];
  return detail.valid() && profile.strings[detail] == "tracing_count:1";
}

// The function whose graph is built: what TensorFlow records around it has the function's own name.
// Empty where that is the mark of the step.
std::string_view BuiltFunction(const Profile& profile, const Events& events, uint32_t event) {
  const uint32_t parent = events.ParentOf(event);
  if (parent == Events::kNoParent) return "";
  const std::string_view name = NameOf(profile, events, parent);
  const StringId of_step = profile.steps[events.step[event]].name;
  const bool is_mark = of_step.valid() && profile.strings[of_step].starts_with(name);
  return is_mark ? std::string_view() : name;
}

}  // namespace

std::string_view FunctionOfGraph(std::string_view name) {
  constexpr std::string_view kStart = "__inference_";
  const size_t at = name.find(kStart);
  if (at == name.npos) return "";
  name.remove_prefix(at + kStart.size());
  name = name.substr(0, name.find(':'));  // the op's type stands behind its name
  const size_t end = name.find_last_not_of("0123456789");
  if (end == name.npos || name[end] != '_') return name;
  return name.substr(0, end);
}

TensorFlowCompilations TensorFlowCompilationsIn(const Profile& profile,
                                                const StepTimings& timings) {
  const std::vector<Builds> builds = BuildsOfNames(profile);
  const std::set<StepId> judged(timings.ids.begin(), timings.ids.end());
  Counted graphs, by_xla;
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    const Events& events = track.events;
    int64_t until = INT64_MIN;        // the end of the last one, as these may nest
    bool may_be_of_pipeline = false;  // tf.data makes the op of a pipeline after its function
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StringId name = EventName(profile, events, e);
      const StepId step = events.step[e];
      if (!name.valid() || builds[name.row()] == Builds::kNothing || !step.valid()) continue;
      if (events.begin[e] < until || !judged.contains(step)) continue;
      if (builds[name.row()] == Builds::kPipeline || builds[name.row()] == Builds::kOther) {
        const bool is_pipeline = builds[name.row()] == Builds::kPipeline;
        if (may_be_of_pipeline && is_pipeline) ++graphs.of_pipelines;
        may_be_of_pipeline = false;
        continue;
      }
      until = events.begin[e] + events.duration[e];
      if (builds[name.row()] == Builds::kProgram) {
        by_xla.Add(CompiledFunction(profile, events, e), step, events.duration[e], false);
        continue;
      }
      const std::string_view function = BuiltFunction(profile, events, e);
      may_be_of_pipeline = function.empty();
      graphs.Add(function, step, events.duration[e], IsFirstGraph(profile, events, e));
    }
  }
  return {graphs.Sum(), by_xla.Sum()};
}

}  // namespace profiler
