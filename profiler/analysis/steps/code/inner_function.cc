#include "profiler/analysis/steps/code/inner_function.h"

#include <cstdint>
#include <map>

#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/base/int128.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

class InnerFunctionFinder {
 public:
  InnerFunctionFinder(const Selected& selected, const std::vector<char>& is_judged, StringId outer)
      : selected_(selected), profile_(selected.profile()), is_judged_(is_judged), outer_(outer) {
    is_users_.reserve(profile_.op_count());
    for (const OpRow& op : profile_.ops.row.values()) {
      is_users_.push_back(IsUsersFunction(profile_, op) ? 1 : 0);
    }
  }

  InnerFunction Find() && {
    for (const Track track : Tracks(profile_, IsInTotals)) {
      if (!IsAccelerator(track.row)) AddTrack(track);
    }
    InnerFunction found;
    const Call* innermost = nullptr;
    for (const auto& [name, call] : inner_) {
      if (100 * call.time < kNearlyAllPercent * outer_time_) continue;
      const bool is_within =
          innermost == nullptr || call.time < innermost->time ||
          (call.time == innermost->time && call.first_depth > innermost->first_depth);
      if (!is_within) continue;
      innermost = &call;
      found = {name, static_cast<double>(call.time) / static_cast<double>(outer_time_)};
    }
    return found;
  }

 private:
  static constexpr int kNearlyAllPercent = 90;

  struct Call {
    Int128 time = 0;
    size_t first_depth = 0;  // how many functions were seen before it
    int64_t counted_until = INT64_MIN;
  };

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    for (auto& [name, call] : inner_) call.counted_until = INT64_MIN;
    int64_t outer_until = INT64_MIN;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || is_users_[op.row()] == 0) continue;
      const bool is_in_outer = events.begin[e] < outer_until;
      const StringId name = EventName(profile_, events, e);
      if (!is_in_outer && name != outer_) continue;
      if (!IsInSelectedStep(selected_, track, e)) continue;
      if (is_judged_[SameStep(profile_, events.step[e]).row()] == 0) continue;
      if (!is_in_outer) {
        outer_time_ += events.duration[e];
        outer_until = events.begin[e] + events.duration[e];
      } else if (name != outer_) {
        AddCall(name, events.begin[e], events.duration[e]);
      }
    }
  }

  // A call within one of the same name has been counted.
  void AddCall(StringId name, int64_t begin, int64_t duration) {
    const auto [at, is_new] = inner_.try_emplace(name);
    Call& call = at->second;
    if (is_new) call.first_depth = inner_.size();
    if (begin < call.counted_until) return;
    call.time += duration;
    call.counted_until = begin + duration;
  }

  const Selected& selected_;
  const Profile& profile_;
  const std::vector<char>& is_judged_;
  const StringId outer_;
  std::vector<char> is_users_;  // by op
  Int128 outer_time_ = 0;
  std::map<StringId, Call> inner_;
};

}  // namespace

InnerFunction FindInnerFunction(const Selected& selected, const std::vector<char>& is_judged,
                                StringId outer) {
  if (!outer.valid()) return {};
  return InnerFunctionFinder(selected, is_judged, outer).Find();
}

}  // namespace profiler
