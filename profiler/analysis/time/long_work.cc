#include "profiler/analysis/time/long_work.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/told_names.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

constexpr int64_t kLongWork = 1000 * kPicosPerMicro;

// Splits a window by the innermost event of a thread that runs.
class InnermostParts {
 public:
  InnermostParts(const Events& events, Interval window)
      : events_(events), window_(window), at_(window.begin) {}

  std::map<uint32_t, std::vector<Interval>> Split() {
    const auto first = static_cast<uint32_t>(
        std::lower_bound(events_.begin.begin(), events_.begin.end(), window_.begin) -
        events_.begin.begin());
    if (first > 0) OpenAround(first - 1);
    for (uint32_t e = first; e < events_.size() && events_.begin[e] < window_.end; ++e) {
      CloseUntil(events_.begin[e]);
      Add(events_.begin[e]);
      open_.push_back(e);
    }
    CloseUntil(window_.end);
    Add(window_.end);
    return std::move(parts_);
  }

 private:
  int64_t EndOf(uint32_t e) const { return events_.begin[e] + events_.duration[e]; }

  void OpenAround(uint32_t e) {
    for (; e != Events::kNoParent; e = events_.ParentOf(e)) {
      if (EndOf(e) > window_.begin) open_.push_back(e);
    }
    std::reverse(open_.begin(), open_.end());
  }

  void CloseUntil(int64_t time) {
    while (!open_.empty() && EndOf(open_.back()) <= time) {
      Add(EndOf(open_.back()));
      open_.pop_back();
    }
  }

  void Add(int64_t end) {
    if (end <= at_) return;
    if (!open_.empty()) parts_[open_.back()].push_back({at_, end});
    at_ = end;
  }

  const Events& events_;
  const Interval window_;
  int64_t at_;
  std::vector<uint32_t> open_;  // the innermost last
  std::map<uint32_t, std::vector<Interval>> parts_;
};

}  // namespace

LongWork::Role LongWork::RoleOf(const Profile& profile, const OpRow& op, bool is_users,
                                bool is_framework_op) {
  const std::string_view name = profile.strings[op.name], type = profile.strings[op.type];
  if (WaitsForDevice(name)) return Role::kDeviceWait;
  if (WaitsForInput(name) || WaitsForInput(type)) return Role::kInput;
  const bool is_code = type == kPythonFunctionType || type == kUserMarkType;
  const CodeRole code = is_code ? CodeRoleOf(name) : CodeRole::kUnknown;
  if (code == CodeRole::kInput) return Role::kInput;
  if (is_users) return Role::kUsersCode;
  if (type == kPythonFunctionType && code != CodeRole::kModel) {
    return WaitsForThreads(name) ? Role::kOtherWait : Role::kLibrarysCode;
  }
  return is_framework_op || type == kRuntimeType ? Role::kWork : Role::kNone;
}

// Whether an op of the name waits for input that other threads or processes make.
static bool WaitsForMakers(std::string_view name, std::string_view type) {
  if (name == kPinsMemory || (!WaitsForInput(name) && !WaitsForInput(type))) return false;
  return !name.starts_with(kDataLoader) || WaitsForWorkers(name);
}

LongWork::LongWork(const Profile& profile) : profile_(profile), waits_(WaitingOps(profile)) {
  const UsersNames users(profile);
  roles_.reserve(profile.op_count());
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    is_made_elsewhere_ =
        is_made_elsewhere_ || WaitsForMakers(profile.strings[op.name], profile.strings[op.type]);
    roles_.push_back(RoleOf(profile, op, users.Has(op.name), IsFrameworkOp(profile, OpId(i))));
  }
}

// Waits for input and code that makes it, which begin or end in the window.
std::vector<Interval> LongWork::InputIn(const Events& events, Interval window) const {
  std::vector<Interval> input;
  const auto first = static_cast<uint32_t>(
      std::lower_bound(events.begin.begin(), events.begin.end(), window.begin) -
      events.begin.begin());
  const auto is_input = [&](uint32_t e) {
    return events.op[e].valid() && roles_[events.op[e].row()] == Role::kInput;
  };
  const auto end_of = [&](uint32_t e) { return events.begin[e] + events.duration[e]; };
  for (uint32_t e = first > 0 ? first - 1 : Events::kNoParent; e != Events::kNoParent;
       e = events.ParentOf(e)) {
    const bool ends_in = end_of(e) > window.begin && end_of(e) <= window.end;
    if (ends_in && is_input(e)) input.push_back({window.begin, end_of(e)});
  }
  for (uint32_t e = first; e < events.size() && events.begin[e] < window.end; ++e) {
    if (is_input(e)) input.push_back({events.begin[e], std::min(end_of(e), window.end)});
  }
  return input;
}

std::vector<Interval> LongWork::MakingInput(TrackId thread, Interval window) const {
  if (is_made_elsewhere_) return {};
  const Events& events = profile_.events[thread];
  std::vector<Interval> input = United(InputIn(events, window)), waits;
  if (input.empty()) return {};
  const auto first = std::lower_bound(events.begin.begin(), events.begin.end(), window.begin);
  for (auto e = static_cast<uint32_t>(first - events.begin.begin());
       e < events.size() && events.begin[e] < window.end; ++e) {
    const OpId op = events.op[e];
    if (!op.valid() || waits_[op.row()] == 0) continue;
    waits.push_back({events.begin[e], events.begin[e] + events.duration[e]});
  }
  return Without(input, United(std::move(waits)));
}

std::vector<Interval> LongWork::In(TrackId thread, Interval window) const {
  const Events& events = profile_.events[thread];
  std::vector<Interval> work = InputIn(events, window);
  const std::vector<Interval> other = OtherIn(events, window, /*with_waits=*/true);
  work.insert(work.end(), other.begin(), other.end());
  return work;
}

std::vector<Interval> LongWork::WithoutInput(TrackId thread, Interval window) const {
  const Events& events = profile_.events[thread];
  std::vector<Interval> other = OtherIn(events, window, /*with_waits=*/false);
  return other.empty() ? other : Without(United(std::move(other)), United(InputIn(events, window)));
}

void LongWork::AddInnermost(TrackId thread, const std::vector<Interval>& times,
                            std::map<StringId, Int128>& of_name) const {
  if (times.empty()) return;
  const Events& events = profile_.events[thread];
  const Interval window = {times.front().begin, times.back().end};
  for (const auto& [event, parts] : InnermostParts(events, window).Split()) {
    const OpId op = events.op[event];
    if (op.valid()) of_name[profile_.ops.row[op].name] += TotalLength(Common(parts, times));
  }
}

// Whether the host works in the event while nothing is recorded in it. In a mark of a whole step it
// may as well wait.
bool LongWork::WorksItself(const Events& events, uint32_t event) const {
  const OpId op = events.op[event];
  if (!op.valid()) return false;
  if (roles_[op.row()] != Role::kUsersCode) return roles_[op.row()] == Role::kWork;
  const StepId step = events.step[event];
  if (!step.valid() || profile_.strings[profile_.ops.row[op].type] != kUserMarkType) return false;
  const StepRow& row = profile_.steps[step];
  return row.begin != kUnknown && row.end != kUnknown &&
         2 * Int128{events.duration[event]} < Int128{row.end} - row.begin;
}

// The calls of functions and marks that begin and end in the window and take long. What waits for a
// device in a library's function is left out.
std::vector<Interval> LongWork::LongCalls(const Events& events, Interval window,
                                          bool with_waits) const {
  std::vector<Interval> calls, of_libraries, device_waits;
  const auto first = static_cast<uint32_t>(
      std::lower_bound(events.begin.begin(), events.begin.end(), window.begin) -
      events.begin.begin());
  for (uint32_t e = first; e < events.size() && events.begin[e] < window.end; ++e) {
    if (!events.op[e].valid()) continue;
    const int64_t duration = events.duration[e], end = events.begin[e] + duration;
    const Role role = roles_[events.op[e].row()];
    if (role == Role::kDeviceWait) device_waits.push_back({events.begin[e], end});
    if (duration <= kLongWork || end > window.end) continue;
    if (role == Role::kUsersCode) calls.push_back({events.begin[e], end});
    if (role == Role::kLibrarysCode || (with_waits && role == Role::kOtherWait)) {
      of_libraries.push_back({events.begin[e], end});
    }
  }
  for (const Interval part :
       Without(United(std::move(of_libraries)), United(std::move(device_waits)))) {
    calls.push_back(part);
  }
  return calls;
}

// What takes long in the window and makes no input.
std::vector<Interval> LongWork::OtherIn(const Events& events, Interval window,
                                        bool with_waits) const {
  const bool is_long = window.end - window.begin > kLongWork;
  if (!is_long) return {};
  std::vector<Interval> work = LongCalls(events, window, with_waits);
  for (const auto& [event, parts] : InnermostParts(events, window).Split()) {
    int64_t time = 0;
    for (const Interval& part : parts) time += part.end - part.begin;
    if (time <= kLongWork || !WorksItself(events, event)) continue;
    work.insert(work.end(), parts.begin(), parts.end());
  }
  return work;
}

}  // namespace profiler
