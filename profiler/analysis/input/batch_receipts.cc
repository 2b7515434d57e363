#include "profiler/analysis/input/batch_receipts.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "profiler/analysis/input/call_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {

namespace {

// What a function of Python does in a wait, and all that it calls and that does nothing else.
enum class CallRole : uint8_t { kUnknown, kReceives, kUnpickles, kSamples, kUsers };

CallRole CallRoleOf(std::string_view name, bool is_users) {
  constexpr std::string_view kFile = "dataloader.py";
  if (name == "<built-in function loads>") return CallRole::kUnpickles;
  if (is_users) return CallRole::kUsers;
  if (name.find(kFile) == name.npos) return CallRole::kUnknown;
  if (name.ends_with(" _next_index")) return CallRole::kSamples;
  const bool receives = name.ends_with(" _get_data") || name.ends_with(" _try_get_data");
  return receives ? CallRole::kReceives : CallRole::kUnknown;
}

bool IsMadeHere(CallRole role) { return role == CallRole::kSamples || role == CallRole::kUsers; }

// The role of a call with a role of its own, in one of another role.
CallRole RoleIn(CallRole outer, CallRole own) {
  // The user's classes are unpickled in receiving, and what samples may be the user's.
  if (outer == CallRole::kUnpickles || own == CallRole::kUnknown) return outer;
  return outer == CallRole::kUsers && own == CallRole::kSamples ? outer : own;
}

// The calls around an event of a wait, the innermost last.
class CallsAround {
 public:
  struct Call {
    int64_t end = 0;
    CallRole role = CallRole::kUnknown;
    StringId name;  // of the outermost call that has this role from itself
  };

  const Call& EndedBefore(int64_t time) {
    while (calls_.size() > 1 && calls_.back().end <= time) calls_.pop_back();
    return calls_.back();
  }
  void Add(const Call& call) { calls_.push_back(call); }

 private:
  std::vector<Call> calls_ = {Call()};
};

}  // namespace

void BatchReceipts::Add(const Profile& profile, const Events& events, uint32_t wait,
                        const std::vector<char>& waits_for_threads,
                        const std::vector<char>& is_users) {
  constexpr std::string_view kUnpickledTensor = "aten::set_";
  Wait receipt;
  receipt.time = {events.begin[wait], events.begin[wait] + events.duration[wait]};
  CallsAround calls;
  int64_t passed = receipt.time.begin;  // what runs in unpickling, or in a call that waits
  for (uint32_t e = wait + 1; e < events.size() && events.begin[e] < receipt.time.end; ++e) {
    const OpId op = events.op[e];
    if (!op.valid()) continue;
    const std::string_view name = profile.strings[profile.ops.row[op].name];
    const Interval time = {events.begin[e], events.begin[e] + events.duration[e]};
    if (name == kUnpickledTensor) receipt.tensors.push_back(time);
    if (!IsPythonFunction(profile, events, e)) continue;
    has_functions_ = receipt.has_functions = true;
    CallsAround::Call outer = calls.EndedBefore(time.begin);
    const CallRole role = RoleIn(outer.role, CallRoleOf(name, is_users[op.row()] != 0));
    if (role != outer.role) {
      const CallsAround::Call call = {time.end, role, CallName(profile, events, e)};
      if (IsMadeHere(outer.role)) AddMadeHere(outer.name, -Int128{events.duration[e]}, receipt);
      if (IsMadeHere(role)) AddMadeHere(call.name, events.duration[e], receipt);
      calls.Add(call);
    }
    const bool waits = waits_for_threads[op.row()] != 0 && !IsMadeHere(role);
    if (time.begin < passed || !(waits || role == CallRole::kUnpickles)) continue;
    passed = time.end;
    if (waits) receipt.polled += events.duration[e];
    polls_ = polls_ || waits;
  }
  tensors_ += receipt.tensors.size();
  waits_.push_back(std::move(receipt));
}

void BatchReceipts::AddMadeHere(StringId function, Int128 time, Wait& wait) {
  made_here_[function] += time;
  wait.made_here += time;
}

Int128 BatchReceipts::TimeOf(const Wait& wait, int64_t usual_pause) const {
  constexpr int kLong = 4;
  const Int128 all = Int128{wait.time.end} - wait.time.begin;
  if (wait.has_functions && polls_) return std::max<Int128>(0, all - wait.polled - wait.made_here);
  if (wait.tensors.empty()) return 0;
  const Int128 until_first = Int128{wait.tensors.front().begin} - wait.time.begin;
  Int128 time = all - until_first + std::min<Int128>(until_first, usual_pause);
  for (size_t i = 1; i < wait.tensors.size(); ++i) {
    const Int128 pause = Int128{wait.tensors[i].begin} - wait.tensors[i - 1].begin;
    time -= std::max<Int128>(0, pause - kLong * Int128{usual_pause});
  }
  return std::min(time, std::max<Int128>(0, all - wait.made_here));
}

Int128 BatchReceipts::Time() const {
  const int64_t usual = UsualPause();
  Int128 time = 0;
  for (const Wait& wait : waits_) time += TimeOf(wait, usual);
  return time;
}

double BatchReceipts::TensorsOfAWait() const {
  return waits_.empty() ? 0 : static_cast<double>(tensors_) / static_cast<double>(waits_.size());
}

// The median time from one tensor of a wait to the next; 0 if no wait has two.
int64_t BatchReceipts::UsualPause() const {
  std::vector<int64_t> pauses;
  for (const Wait& wait : waits_) {
    for (size_t i = 1; i < wait.tensors.size(); ++i) {
      pauses.push_back(wait.tensors[i].begin - wait.tensors[i - 1].begin);
    }
  }
  if (pauses.empty()) return 0;
  const auto middle = pauses.begin() + static_cast<ptrdiff_t>(pauses.size() / 2);
  std::nth_element(pauses.begin(), middle, pauses.end());
  return *middle;
}

}  // namespace profiler
