#include "profiler/analysis/phases/top_function.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/base/int128.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// By op.
std::vector<char> FunctionsOfUser(const Profile& profile) {
  std::vector<char> functions;
  functions.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) {
    const std::string_view name = profile.strings[op.name];
    const bool is_function = profile.strings[op.type] == "PythonFunction" && op.frame.valid() &&
                             name.find(".py") != std::string_view::npos;
    // Input is told by itself.
    const bool counts = is_function && CodeRoleOf(name) != CodeRole::kInput &&
                        !IsOfLibrary(profile, profile.frames[op.frame]);
    functions.push_back(counts ? 1 : 0);
  }
  return functions;
}

// Whether a function runs in a call of itself, which has its time.
bool IsNestedInItself(const Events& events, uint32_t event) {
  for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
    if (events.op[e] == events.op[event]) return true;
  }
  return false;
}

struct Use {
  Int128 time = 0;
  std::set<int64_t> steps;  // by number
};

}  // namespace

TopFunction FindTopFunction(const Selected& selected, const std::vector<StepTimings>& runs) {
  constexpr double kNearlyAll = 0.9;
  const Profile& profile = selected.profile();
  const std::vector<char> functions = FunctionsOfUser(profile);
  const bool leaves_out_partial =
      std::none_of(runs.begin(), runs.end(), [](const StepTimings& run) { return run.are_cut; });
  std::map<StringId, Use> uses;
  for (const Track track : Tracks(profile, IsInTotals)) {
    if (IsAccelerator(track.row)) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || functions[op.row()] == 0) continue;
      if (!IsInSelectedStep(selected, track, e)) continue;
      if (leaves_out_partial && profile.steps[events.step[e]].partial) continue;
      if (IsNestedInItself(events, e)) continue;
      Use& use = uses[EventName(profile, events, e)];
      use.time += events.duration[e];
      use.steps.insert(profile.steps[events.step[e]].number);
    }
  }
  double whole = 0;
  size_t steps = 0;
  for (const StepTimings& run : runs) {
    steps = std::max(steps, run.totals.size());
    whole = std::accumulate(run.totals.begin(), run.totals.end(), whole);
  }
  TopFunction top;
  for (const auto& [name, use] : uses) {
    const double share = whole > 0 ? static_cast<double>(use.time) / whole : 0;
    // What a few steps do is not what steps do.
    if (2 * use.steps.size() < steps) continue;
    if (share > top.of_steps && share < kNearlyAll) top = {name, share};
  }
  return top;
}

}  // namespace profiler
