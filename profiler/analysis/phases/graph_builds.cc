#include "profiler/analysis/phases/graph_builds.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

constexpr std::string_view kBuildsGraph = "tf.function-graph_building", kCompile = "::Compile";

// "step" of "__inference_step_54", which may stand behind other words: so a graph is named that
// Python calls.
std::string_view NameInGraph(std::string_view name) {
  constexpr std::string_view kStart = "__inference_";
  const size_t at = name.find(kStart);
  if (at == name.npos) return "";
  name.remove_prefix(at + kStart.size());
  name = name.substr(0, name.find(':'));  // the op's type stands behind its name
  const size_t end = name.find_last_not_of("0123456789");
  if (end == name.npos || name[end] != '_') return name;
  return name.substr(0, end);
}

// By string of the profile, what an event of that name does.
enum class Builds : char { kNothing, kGraph, kProgram };

std::vector<Builds> BuildsOfNames(const Profile& profile) {
  std::vector<Builds> builds;
  builds.reserve(profile.strings.size());
  for (uint32_t i = 0; i < profile.strings.size(); ++i) {
    const std::string_view name = profile.strings[StringId(i)];
    builds.push_back(name == kBuildsGraph               ? Builds::kGraph
                     : name.find(kCompile) != name.npos ? Builds::kProgram
                                                        : Builds::kNothing);
  }
  return builds;
}

struct Counted {
  struct OfFunction {
    Int128 time = 0;
    size_t calls = 0, firsts = 0;
  };
  std::map<std::string_view, OfFunction> functions;
  std::set<StepId> steps;
  size_t calls = 0;

  void Add(std::string_view function, StepId step, Int128 time, bool is_first) {
    OfFunction& of = functions[function];
    of.time += time;
    ++of.calls;
    of.firsts += is_first ? 1 : 0;
    steps.insert(step);
    ++calls;
  }
  FunctionCompilations Sum() const {
    FunctionCompilations sum;
    sum.calls = calls;
    sum.steps = steps.size();
    Int128 most = 0;
    for (const auto& [function, of] : functions) {
      sum.time += of.time;
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
    const std::string_view function = NameInGraph(NameOf(profile, events, e));
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

TensorFlowCompilations TensorFlowCompilationsIn(const Profile& profile,
                                                const StepTimings& timings) {
  const std::vector<Builds> builds = BuildsOfNames(profile);
  const std::set<StepId> judged(timings.ids.begin(), timings.ids.end());
  Counted graphs, by_xla;
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    const Events& events = track.events;
    int64_t until = INT64_MIN;  // the end of the last one, as these may nest
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StringId name = EventName(profile, events, e);
      const StepId step = events.step[e];
      if (!name.valid() || builds[name.row()] == Builds::kNothing || !step.valid()) continue;
      if (events.begin[e] < until || !judged.contains(step)) continue;
      until = events.begin[e] + events.duration[e];
      if (builds[name.row()] == Builds::kProgram) {
        by_xla.Add(CompiledFunction(profile, events, e), step, events.duration[e], false);
        continue;
      }
      graphs.Add(BuiltFunction(profile, events, e), step, events.duration[e],
                 IsFirstGraph(profile, events, e));
    }
  }
  return {graphs.Sum(), by_xla.Sum()};
}

}  // namespace profiler
