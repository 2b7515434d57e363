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

enum class FunctionKind : char { kNone, kInput, kOther };

// By op.
std::vector<FunctionKind> FunctionsOfUser(const Profile& profile) {
  std::vector<FunctionKind> functions;
  functions.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) {
    const std::string_view name = profile.strings[op.name];
    const bool is_function = profile.strings[op.type] == "PythonFunction" && op.frame.valid() &&
                             name.find(".py") != std::string_view::npos;
    const bool is_users = is_function && !IsOfLibrary(profile, profile.frames[op.frame]);
    functions.push_back(!is_users                              ? FunctionKind::kNone
                        : CodeRoleOf(name) == CodeRole::kInput ? FunctionKind::kInput
                                                               : FunctionKind::kOther);
  }
  return functions;
}

// Whether a function runs in a call of itself, which has its time. Its ops differ by their callers.
bool IsNestedInItself(const Profile& profile, const Events& events, uint32_t event) {
  const StringId name = EventName(profile, events, event);
  for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
    if (EventName(profile, events, e) == name) return true;
  }
  return false;
}

// Whether code that makes input calls it: so it does, too.
bool IsInInput(const Events& events, const std::vector<FunctionKind>& functions, uint32_t event) {
  for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
    const OpId op = events.op[e];
    if (op.valid() && functions[op.row()] == FunctionKind::kInput) return true;
  }
  return false;
}

struct Use {
  FunctionKind kind = FunctionKind::kOther;
  Int128 time = 0;
  std::set<int64_t> steps;  // by number
};

}  // namespace

TopFunction FindTopFunction(const Selected& selected, const std::vector<StepTimings>& runs) {
  constexpr double kNearlyAll = 0.9;
  const Profile& profile = selected.profile();
  const std::vector<FunctionKind> functions = FunctionsOfUser(profile);
  const bool leaves_out_partial =
      std::none_of(runs.begin(), runs.end(), [](const StepTimings& run) { return run.are_cut; });
  std::map<StringId, Use> uses;
  for (const Track track : Tracks(profile, IsInTotals)) {
    if (IsAccelerator(track.row)) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || functions[op.row()] == FunctionKind::kNone) continue;
      if (!IsInSelectedStep(selected, track, e)) continue;
      if (leaves_out_partial && profile.steps[events.step[e]].partial) continue;
      if (IsInInput(events, functions, e) || IsNestedInItself(profile, events, e)) continue;
      Use& use = uses[EventName(profile, events, e)];
      use.kind = functions[op.row()];
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
  double most_input = 0;
  for (const auto& [name, use] : uses) {
    const double share = whole > 0 ? static_cast<double>(use.time) / whole : 0;
    // What a few steps do is not what steps do.
    if (2 * use.steps.size() < steps) continue;
    // Input is told by itself.
    if (use.kind == FunctionKind::kInput) {
      most_input = std::max(most_input, share);
    } else if (share > top.of_steps && share < kNearlyAll) {
      top = {name, share, false};
    }
  }
  top.is_beside_input = most_input > top.of_steps;
  return top;
}

}  // namespace profiler
