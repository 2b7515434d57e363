#include "profiler/analysis/input/call_name.h"

#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/store/event_name.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

// The call directly in another one that takes nearly all of its time; kNoParent if there is none.
uint32_t MainCallOf(const Events& events, uint32_t event) {
  constexpr double kNearlyAll = 0.9;
  const auto least = kNearlyAll * static_cast<double>(events.duration[event]);
  const int64_t end = events.begin[event] + events.duration[event];
  for (uint32_t e = event + 1; e < events.size() && events.begin[e] < end; ++e) {
    if (events.ParentOf(e) == event && static_cast<double>(events.duration[e]) >= least) return e;
  }
  return Events::kNoParent;
}

// Whether the op is a function of the user's code, and no lambda or generator expression.
bool IsNamedFunction(const Profile& profile, OpId op) {
  if (!op.valid() || !IsUsersFunction(profile, profile.ops.row[op])) return false;
  const std::string_view name = profile.strings[profile.ops.row[op].name];
  return SplitPythonName(name).function.find('<') == name.npos;
}

}  // namespace

bool IsPythonFunction(const Profile& profile, const Events& events, uint32_t event) {
  const OpId op = events.op[event];
  return op.valid() && profile.strings[profile.ops.row[op].type] == kPythonFunctionType;
}

bool IsInputCode(const Profile& profile, OpId op) {
  const std::string_view type = profile.strings[profile.ops.row[op].type];
  if (type != kPythonFunctionType && type != kUserMarkType) return false;
  return CodeRoleOf(profile.strings[profile.ops.row[op].name]) == CodeRole::kInput;
}

bool IsNextOfLibrary(const Profile& profile, const Events& events, uint32_t event) {
  const StringId name = EventName(profile, events, event);
  if (!name.valid() || !IsPythonFunction(profile, events, event)) return false;
  const std::string_view text = profile.strings[name];
  if (text != "$builtins next" && text != "<built-in function next>") return false;
  for (uint32_t a = events.ParentOf(event); a != Events::kNoParent; a = events.ParentOf(a)) {
    if (!IsPythonFunction(profile, events, a)) continue;
    const OpRow& caller = profile.ops.row[events.op[a]];
    const std::string_view called_by = profile.strings[caller.name];
    if (IsBuiltIn(called_by)) continue;
    return CodeRoleOf(called_by) == CodeRole::kModel ||
           (caller.frame.valid() && IsOfLibrary(profile, profile.frames[caller.frame]));
  }
  return false;
}

bool RunsGraphFunction(const Profile& profile, const Events& events, uint32_t event) {
  constexpr std::string_view kExecutes = "TFE_Py_Execute";  // and ...Cancelable
  const int64_t end = events.begin[event] + events.duration[event];
  for (uint32_t e = event + 1; e < events.size() && events.begin[e] < end; ++e) {
    const StringId name = EventName(profile, events, e);
    if (!name.valid() || !profile.strings[name].starts_with(kExecutes)) continue;
    uint32_t caller = events.ParentOf(e);
    while (caller != Events::kNoParent && caller > event &&
           IsPythonFunction(profile, events, caller)) {
      caller = events.ParentOf(caller);
    }
    if (caller == event) return true;
  }
  return false;
}

StringId CallName(const Profile& profile, const Events& events, uint32_t event) {
  while (true) {
    const StringId name = EventName(profile, events, event);
    if (!name.valid() || !IsPythonFunction(profile, events, event)) return name;
    if (profile.strings[name].find(".py") != std::string_view::npos) return name;
    const int64_t end = events.begin[event] + events.duration[event];
    uint32_t main = Events::kNoParent;
    for (uint32_t e = event + 1; e < events.size() && events.begin[e] < end; ++e) {
      const bool is_main = events.ParentOf(e) == event &&
                           2 * events.duration[e] >= events.duration[event] &&
                           IsPythonFunction(profile, events, e);
      if (is_main) main = e;
    }
    if (main == Events::kNoParent) return name;
    event = main;
  }
}

uint32_t TellingCall(const Profile& profile, const Events& events, uint32_t event,
                     const std::vector<char>& runs_in_steps) {
  const auto kind = [&](uint32_t e) {
    return events.op[e].valid() ? profile.ops.row[events.op[e]].kind : OpKind::kRuntime;
  };
  const bool is_runtime =
      kind(event) == OpKind::kRuntime && !IsPythonFunction(profile, events, event);
  uint32_t function = Events::kNoParent, op = Events::kNoParent;
  for (uint32_t e = event; e != Events::kNoParent; e = MainCallOf(events, e)) {
    if (IsNamedFunction(profile, events.op[e])) {
      const StringId name = EventName(profile, events, e);
      const bool is_of_steps =
          name.valid() && name.row() < runs_in_steps.size() && runs_in_steps[name.row()] != 0;
      if (function != Events::kNoParent && is_of_steps) break;
      function = e;
    }
    if (is_runtime && kind(e) == OpKind::kFrameworkOp) op = e;
  }
  return function != Events::kNoParent ? function : op != Events::kNoParent ? op : event;
}

std::string_view CallText(const Profile& profile, StringId name) {
  const std::string_view text = name.valid() ? profile.strings[name] : "<no name>";
  if (!text.starts_with('$')) return text;
  // Of a function written in C the module may not be recorded.
  constexpr std::string_view kNoModule = "$<unknown> ";
  return text.substr(text.starts_with(kNoModule) ? kNoModule.size() : 1);
}

}  // namespace profiler
