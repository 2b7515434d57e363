#include "profiler/analysis/phases/graph_builds.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
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

// "3" of the third graph of a tf.function, which TensorFlow counts. Empty if it was not recorded.
std::string_view TracingCount(const Profile& profile, const Events& events, uint32_t event) {
  constexpr std::string_view kCount = "tracing_count:";
  const uint32_t parent = events.ParentOf(event);
  if (parent == Events::kNoParent || events.detail.empty()) return "";
  const StringId detail = events.detail[parent];
  if (!detail.valid() || !profile.strings[detail].starts_with(kCount)) return "";
  return profile.strings[detail].substr(kCount.size());
}
constexpr std::string_view kFirstTracing = "1";

// The function whose graph is built: what TensorFlow records around it has the function's own name.
// Empty where that is the mark of the step.
std::string_view BuiltFunction(const Profile& profile, const Events& events, uint32_t event) {
  const uint32_t parent = events.ParentOf(event);
  if (parent == Events::kNoParent) return "";
  const std::string_view name = NameOf(profile, events, parent);
  if (!events.step[event].valid()) return name;
  const StringId of_step = profile.steps[events.step[event]].name;
  const bool is_mark = of_step.valid() && profile.strings[of_step].starts_with(name);
  return is_mark ? std::string_view() : name;
}

// A graph that is built, or a program that XLA compiles.
struct CompiledGraph {
  SourceId source;
  Builds kind = Builds::kGraph;
  std::string_view function;
  StepId step;  // invalid outside of the steps that are judged
  int64_t begin = 0, time = 0;
  bool is_counted_again = false;  // TensorFlow counts earlier graphs
};

std::map<StepId, Int128> CompiledAgain(std::vector<CompiledGraph> all) {
  std::stable_sort(all.begin(), all.end(), [](const CompiledGraph& a, const CompiledGraph& b) {
    return a.begin < b.begin;
  });
  std::map<StepId, Int128> again;
  std::map<std::tuple<uint32_t, Builds, std::string_view>, StepId> firsts;
  for (const CompiledGraph& one : all) {
    const bool is_named = !one.function.empty();
    if (!is_named && !one.step.valid()) continue;
    const auto [first, is_first] =
        firsts.try_emplace({one.source.row(), one.kind, one.function}, one.step);
    const bool is_needed =
        is_first ? !one.is_counted_again : !is_named && first->second == one.step;
    if (!is_needed && one.step.valid()) again[one.step] += one.time;
  }
  return again;
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
  std::vector<CompiledGraph> all;
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    const Events& events = track.events;
    int64_t until = INT64_MIN;        // the end of the last one, as these may nest
    bool may_be_of_pipeline = false;  // tf.data makes the op of a pipeline after its function
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StringId name = EventName(profile, events, e);
      if (!name.valid() || builds[name.row()] == Builds::kNothing || events.begin[e] < until) {
        continue;
      }
      const Builds kind = builds[name.row()];
      const bool is_judged = events.step[e].valid() && judged.contains(events.step[e]);
      if (kind == Builds::kPipeline || kind == Builds::kOther) {
        if (!is_judged) continue;
        if (may_be_of_pipeline && kind == Builds::kPipeline) ++graphs.of_pipelines;
        may_be_of_pipeline = false;
        continue;
      }
      until = events.begin[e] + events.duration[e];
      const bool is_graph = kind == Builds::kGraph;
      const std::string_view function =
          is_graph ? BuiltFunction(profile, events, e) : CompiledFunction(profile, events, e);
      const std::string_view count =
          is_graph ? TracingCount(profile, events, e) : std::string_view();
      const bool is_first = count == kFirstTracing;
      const StepId step = is_judged ? events.step[e] : StepId();
      all.push_back({track.row.source, kind, function, step, events.begin[e], events.duration[e],
                     !count.empty() && !is_first});
      if (!is_judged) continue;
      if (is_graph) may_be_of_pipeline = function.empty();
      (is_graph ? graphs : by_xla).Add(function, step, events.duration[e], is_first);
    }
  }
  return {graphs.Sum(), by_xla.Sum(), CompiledAgain(std::move(all))};
}

}  // namespace profiler
