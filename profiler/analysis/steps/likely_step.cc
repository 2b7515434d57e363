#include "profiler/analysis/steps/likely_step.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/int128.h"
#include "profiler/store/event_name.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

// What runs on a thread by one name, without what is nested in the same.
struct Repeated {
  std::vector<int64_t> begins;
  int64_t last_end = INT64_MIN;
  Int128 time = 0;
  bool is_compiled = false;

  void Add(int64_t begin, int64_t duration) {
    if (begin < last_end) return;
    begins.push_back(begin);
    last_end = begin + duration;
    time += duration;
  }
  // Whether most begin after about the same time. Other work may come between some.
  bool IsRegular() const {
    constexpr double kMost = 0.75, kAlike = 2;
    std::vector<double> distances;
    for (size_t i = 1; i < begins.size(); ++i) {
      distances.push_back(static_cast<double>(Int128{begins[i]} - begins[i - 1]));
    }
    const auto middle = distances.begin() + static_cast<ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    const double median = *middle;
    const auto alike = std::count_if(distances.begin(), distances.end(), [&](double distance) {
      return distance <= kAlike * median && distance * kAlike >= median;
    });
    return static_cast<double>(alike) >= kMost * static_cast<double>(distances.size());
  }
};

enum class StepKind : char { kUnknown, kNone, kUsers, kCompiled };

// What may be a step, by name. What a name is follows from the first event that has it.
class StepKinds {
 public:
  explicit StepKinds(const Profile& profile)
      : profile_(profile), marks_(profile), kinds_(profile.strings.size(), StepKind::kUnknown) {
    for (const Track track : Tracks(profile, HoldsThreadsWork)) FindGraphCalls(track.events);
  }

  StepKind Of(const Events& events, uint32_t event, StringId name) {
    StepKind& kind = kinds_[name.row()];
    if (kind == StepKind::kUnknown) kind = KindOfOp(events.op[event]);
    return kind;
  }

 private:
  // Calls of a tf.function have its name, and hold the call that executes its graph.
  void FindGraphCalls(const Events& events) {
    constexpr std::string_view kExecutes = "TFE_Py_Execute";  // and ...Cancelable
    constexpr int kMostCallers = 100;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StringId name = EventName(profile_, events, e);
      if (!name.valid() || !profile_.strings[name].starts_with(kExecutes)) continue;
      uint32_t caller = events.ParentOf(e);
      for (int i = 0; i < kMostCallers && caller != Events::kNoParent &&
                      IsPythonFunction(profile_, events, caller);
           ++i) {
        caller = events.ParentOf(caller);
      }
      const bool is_call =
          caller != Events::kNoParent && !IsPythonFunction(profile_, events, caller);
      const StringId called = is_call ? EventName(profile_, events, caller) : StringId();
      if (called.valid()) kinds_[called.row()] = StepKind::kCompiled;
    }
  }

  StepKind KindOfOp(OpId id) const {
    if (!id.valid()) return StepKind::kNone;
    const OpRow& op = profile_.ops.row[id];
    const std::string_view name = profile_.strings[op.name];
    if (IsJitCall(name)) return StepKind::kCompiled;
    if (marks_.Has(id)) return IsMarkOfFramework(name) ? StepKind::kNone : StepKind::kUsers;
    const bool has_name = SplitPythonName(name).function.find('<') == name.npos;
    return has_name && IsUsersFunction(profile_, op) ? StepKind::kUsers : StepKind::kNone;
  }

  const Profile& profile_;
  const UserMarks marks_;
  std::vector<StepKind> kinds_;  // by string
};

// The candidates of a thread, by name.
std::map<StringId, Repeated> CandidatesOn(const Profile& profile, const Events& events,
                                          StepKinds& kinds) {
  std::map<StringId, Repeated> found;
  for (uint32_t e = 0; e < events.size(); ++e) {
    const StringId name = EventName(profile, events, e);
    const StepKind kind = name.valid() ? kinds.Of(events, e, name) : StepKind::kNone;
    if (kind == StepKind::kNone) continue;
    Repeated& repeated = found[name];
    repeated.is_compiled = kind == StepKind::kCompiled;
    repeated.Add(events.begin[e], events.duration[e]);
  }
  return found;
}

double SpanOf(const Events& events) {
  if (events.size() == 0) return 0;
  Int128 end = events.begin[0];
  for (uint32_t e = 0; e < events.size(); ++e) {
    end = std::max(end, Int128{events.begin[e]} + events.duration[e]);
  }
  return static_cast<double>(end - events.begin[0]);
}

}  // namespace

LikelyStep FindLikelyStep(const Profile& profile) {
  constexpr size_t kOften = 5;
  constexpr double kMost = 0.5;    // of the thread's time
  constexpr double kNearly = 0.9;  // of the time of the function around it
  StepKinds kinds(profile);
  LikelyStep likely, compiled;
  double longest = 0, longest_compiled = 0;
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    const double span = SpanOf(track.events);
    for (const auto& [name, repeated] : CandidatesOn(profile, track.events, kinds)) {
      const auto time = static_cast<double>(repeated.time);
      const bool is_step = repeated.begins.size() >= kOften && time >= kMost * span &&
                           time > (repeated.is_compiled ? longest_compiled : longest) &&
                           repeated.IsRegular();
      if (!is_step) continue;
      (repeated.is_compiled ? compiled : likely) = {name, repeated.begins.size()};
      (repeated.is_compiled ? longest_compiled : longest) = time;
    }
  }
  return longest_compiled > kNearly * longest ? compiled : likely;
}

}  // namespace profiler
