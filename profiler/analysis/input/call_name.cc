#include "profiler/analysis/input/call_name.h"

#include "profiler/analysis/input/input_code.h"
#include "profiler/store/event_name.h"

namespace profiler {

bool IsPythonFunction(const Profile& profile, const Events& events, uint32_t event) {
  const OpId op = events.op[event];
  return op.valid() && profile.strings[profile.ops.row[op].type] == kPythonFunctionType;
}

bool IsInputCode(const Profile& profile, OpId op) {
  const std::string_view type = profile.strings[profile.ops.row[op].type];
  if (type != kPythonFunctionType && type != kUserMarkType) return false;
  return CodeRoleOf(profile.strings[profile.ops.row[op].name]) == CodeRole::kInput;
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

std::string_view CallText(const Profile& profile, StringId name) {
  const std::string_view text = name.valid() ? profile.strings[name] : "<no name>";
  return text.starts_with('$') ? text.substr(1) : text;
}

}  // namespace profiler
