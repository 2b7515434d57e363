#include "profiler/analysis/phases/top_function.h"

#include <algorithm>
#include <map>
#include <set>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/base/int128.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

enum class FunctionKind : char {
  kNone,     // no function, or one of a framework
  kOp,       // no function, but an op
  kForeign,  // a function of Python or of a library
  kMaker,    // one of JAX that makes an array of Python's values
  kInput,    // the user's, and makes input
  kUsers,    // the user's
  kCompiled  // a function that torch.compile wrote
};

bool IsUsers(FunctionKind kind) {
  return kind == FunctionKind::kUsers || kind == FunctionKind::kInput;
}

bool IsForeign(FunctionKind kind) {
  return kind == FunctionKind::kForeign || kind == FunctionKind::kMaker;
}

FunctionKind KindOf(const Profile& profile, const OpRow& op) {
  const std::string_view name = profile.strings[op.name], type = profile.strings[op.type];
  if (type != kPythonFunctionType) {
    return op.kind == OpKind::kRuntime ? FunctionKind::kNone : FunctionKind::kOp;
  }
  if (name.find(kInductorFolder) != name.npos) return FunctionKind::kCompiled;
  if (MakesJaxArray(name)) return FunctionKind::kMaker;
  const CodeRole role = CodeRoleOf(name);
  if (IsUsersFunction(profile, op)) {
    return role == CodeRole::kInput ? FunctionKind::kInput : FunctionKind::kUsers;
  }
  const bool is_known = role == CodeRole::kModel || role == CodeRole::kInput;
  return is_known || WaitsForThreads(name) || WaitsForDevice(name) ? FunctionKind::kNone
                                                                   : FunctionKind::kForeign;
}

// By op.
std::vector<FunctionKind> FunctionsOf(const Profile& profile) {
  std::vector<FunctionKind> functions;
  functions.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) functions.push_back(KindOf(profile, op));
  return functions;
}

// Whether the user's code calls it, it calls none of the user's, and ops take less than half of it.
bool IsCalledByUser(const Profile& profile, const Events& events,
                    const std::vector<FunctionKind>& functions, uint32_t event) {
  bool is_called = false;
  for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
    const OpId op = events.op[e];
    if (!op.valid() || profile.strings[profile.ops.row[op].type] != kPythonFunctionType) continue;
    is_called = IsUsers(functions[op.row()]);
    break;
  }
  if (!is_called) return false;
  const int64_t end = events.begin[event] + events.duration[event];
  int64_t of_ops = 0, counted_until = events.begin[event];
  for (uint32_t e = event + 1; e < events.size() && events.begin[e] < end; ++e) {
    const OpId op = events.op[e];
    if (op.valid() && IsUsers(functions[op.row()])) return false;
    const bool is_op = op.valid() && functions[op.row()] == FunctionKind::kOp;
    if (!is_op || events.begin[e] < counted_until) continue;
    of_ops += events.duration[e];
    counted_until = events.begin[e] + events.duration[e];
  }
  return 2 * of_ops < events.duration[event];
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

// Whether a function that torch.compile wrote calls it, and it is no op and not the user's.
bool IsCompiledKernel(const Events& events, const std::vector<FunctionKind>& functions,
                      uint32_t event) {
  const uint32_t caller = events.ParentOf(event);
  if (caller == Events::kNoParent || !events.op[caller].valid()) return false;
  const FunctionKind kind = functions[events.op[event].row()];
  return functions[events.op[caller].row()] == FunctionKind::kCompiled &&
         kind != FunctionKind::kOp && !IsUsers(kind);
}

struct Use {
  FunctionKind kind = FunctionKind::kUsers;
  Int128 time = 0;
  std::set<int64_t> steps;  // by number
};

}  // namespace

TopFunction FindTopFunction(const Selected& selected, const std::vector<StepTimings>& runs) {
  constexpr double kNearlyAll = 0.9;
  const Profile& profile = selected.profile();
  const std::vector<FunctionKind> functions = FunctionsOf(profile);
  const std::vector<char> waits = WaitingOps(profile);
  const std::vector<char> is_judged = TypicalSteps(profile, runs);
  std::map<StringId, Use> uses;
  Int128 compiled = 0;
  for (const Track track : Tracks(profile, IsInTotals)) {
    if (IsAccelerator(track.row)) continue;
    const Events& events = track.events;
    const std::vector<Int128> waits_in = WaitsIn(events, waits);
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid()) continue;
      const FunctionKind kind = functions[op.row()];
      const bool is_kernel = IsCompiledKernel(events, functions, e);
      if (!IsUsers(kind) && !IsForeign(kind) && !is_kernel) continue;
      if (!IsInSelectedStep(selected, track, e)) continue;
      if (is_judged[SameStep(profile, events.step[e]).row()] == 0) continue;
      if (is_kernel) {
        compiled += events.selves()[e];
        continue;
      }
      if (IsInInput(events, functions, e) || IsNestedInItself(profile, events, e)) continue;
      if (!IsUsers(kind) && !IsCalledByUser(profile, events, functions, e)) continue;
      Use& use = uses[EventName(profile, events, e)];
      use.kind = kind;
      use.time += events.duration[e] - waits_in[e];
      use.steps.insert(profile.steps[events.step[e]].number);
    }
  }
  double whole = 0;
  size_t steps = 0;
  for (const StepTimings& run : runs) {
    std::set<int64_t> numbers;
    for (size_t i = 0; i < run.ids.size(); ++i) {
      if (is_judged[SameStep(profile, run.ids[i]).row()] == 0) continue;
      numbers.insert(profile.steps[run.ids[i]].number);
      whole += run.totals[i];
    }
    steps = std::max(steps, numbers.size());
  }
  TopFunction top;
  StringId input;
  double most_input = 0;
  for (const auto& [name, use] : uses) {
    const double share = whole > 0 ? static_cast<double>(use.time) / whole : 0;
    // What a few steps do is not what steps do.
    if (2 * use.steps.size() < steps) continue;
    // Input is told by itself. The user's function that takes nearly all is the step.
    if (use.kind == FunctionKind::kInput) {
      if (share > most_input) input = name;
      most_input = std::max(most_input, share);
    } else if (share > top.of_steps && (share < kNearlyAll || use.kind == FunctionKind::kMaker)) {
      top.name = name;
      top.of_steps = share;
      top.is_users = IsUsers(use.kind);
    }
  }
  if (top.is_users) top.inner = FindInnerFunction(selected, is_judged, top.name);
  if (whole > 0) top.compiled_of_steps = static_cast<double>(compiled) / whole;
  top.input = input;
  top.input_of_steps = most_input;
  top.is_beside_input = most_input > top.of_steps;
  return top;
}

}  // namespace profiler
