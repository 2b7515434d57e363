#include "profiler/analysis/input/python/input_functions.h"

#include <string_view>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {

InputFunctions::InputFunctions(const Profile& profile)
    : profile_(profile),
      are_input_code_(profile.op_count()),
      sleeps_(profile.op_count()),
      are_users_(profile.op_count()),
      joins_(profile.op_count()) {
  for (uint32_t op = 0; op < are_input_code_.size(); ++op) {
    const OpRow& row = profile.ops.row[OpId(op)];
    are_input_code_[op] = IsInputCode(profile, OpId(op)) ? 1 : 0;
    if (profile.strings[row.type] != kPythonFunctionType) continue;
    const std::string_view name = profile.strings[row.name];
    sleeps_[op] = WaitsForThreads(name) ? 1 : 0;
    const bool is_users = row.frame.valid() && !IsOfLibrary(profile, profile.frames[row.frame]);
    are_users_[op] = is_users ? 1 : 0;
    joins_[op] = StartsOrJoinsThread(name) ? 1 : 0;
  }
}

void InputFunctions::Add(const Events& events, uint32_t event, bool reads_result) {
  if (!reads_result) AddFunction(events, event);
  AddSleep(events, event);
}

void InputFunctions::AddInWait(const Events& events, uint32_t event,
                               const std::vector<char>& waits) {
  if (are_users_[events.op[event].row()] == 0) return;
  for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
    const OpId op = events.op[e];
    if (!op.valid()) continue;
    if (are_users_[op.row()] != 0) return;
    if (waits[op.row()] != 0) break;
  }
  in_waits_[CallName(profile_, events, event)] += events.duration[event];
}

bool InputFunctions::MakesInput(const Events& events, uint32_t event) const {
  return are_input_code_[events.op[event].row()] != 0 && !IsNextOfLibrary(profile_, events, event);
}

// Adds the outermost functions that read or make input.
void InputFunctions::AddFunction(const Events& events, uint32_t event) {
  if (!MakesInput(events, event)) return;
  for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
    if (events.op[e].valid() && MakesInput(events, e)) return;
  }
  times_[CallName(profile_, events, event)] += events.duration[event];
}

// Adds a wait for a thread to the outermost function that reads or makes input around it.
void InputFunctions::AddSleep(const Events& events, uint32_t event) {
  if (sleeps_[events.op[event].row()] == 0) return;
  uint32_t outermost = Events::kNoParent;
  bool is_of_step = joins_[events.op[event].row()] != 0;
  for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
    const OpId op = events.op[e];
    if (!op.valid()) continue;
    if (sleeps_[op.row()] != 0) return;  // counted there
    if (are_input_code_[op.row()] != 0) outermost = e;
    is_of_step = is_of_step || joins_[op.row()] != 0;
  }
  if (outermost != Events::kNoParent) {
    asleep_[CallName(profile_, events, outermost)] += events.duration[event];
    return;
  }
  const bool is_wait =
      profile_.strings[EventName(profile_, events, event)].find("sleep") == std::string_view::npos;
  if (is_wait && !is_of_step && !IsStepByTime(events, event)) {
    thread_waits_ += events.duration[event];
  }
}

}  // namespace profiler
