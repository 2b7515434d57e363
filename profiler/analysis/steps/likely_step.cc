#include "profiler/analysis/steps/likely_step.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/input_waits.h"
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
      : profile_(profile),
        marks_(profile),
        kinds_(profile.strings.size(), StepKind::kUnknown),
        executes_(profile.strings.size()) {
    constexpr std::string_view kExecutes = "TFE_Py_Execute";  // and ...Cancelable
    bool any_executes = false;
    for (uint32_t i = 0; i < executes_.size(); ++i) {
      executes_[i] = profile.strings[StringId(i)].starts_with(kExecutes) ? 1 : 0;
      any_executes = any_executes || executes_[i] != 0;
    }
    if (!any_executes) return;
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
    constexpr int kMostCallers = 100;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StringId name = EventName(profile_, events, e);
      if (!name.valid() || executes_[name.row()] == 0) continue;
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
  std::vector<char> executes_;   // by string, whether a call of that name executes a graph
};

// By op, whether it is the function of Python in which all threads but the main one begin.
std::vector<char> ThreadBegins(const Profile& profile) {
  std::vector<char> begins(profile.op_count());
  const StringId type = profile.strings.Find(kPythonFunctionType);
  for (uint32_t i = 0; type.valid() && i < begins.size(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    if (op.type != type) continue;
    const PythonName name = SplitPythonName(profile.strings[op.name]);
    begins[i] = name.function == "_bootstrap" && name.file() == "threading.py" ? 1 : 0;
  }
  return begins;
}

// Whether the thread runs beside the one that runs steps.
bool IsBackground(const Profile& profile, const Track& track, const std::vector<char>& begins) {
  if (IsPipelineThread(profile.strings[track.row.name])) return true;
  return std::any_of(track.events.op.begin(), track.events.op.end(),
                     [&](OpId op) { return op.valid() && begins[op.row()] != 0; });
}

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

// By source, whether its only step is the whole recording.
std::vector<char> AreWhole(const Profile& profile) {
  std::vector<char> are_whole(profile.sources.size());
  for (const StepRow& step : profile.steps.values()) {
    if (step.source.valid() && step.found_by == StepFoundBy::kWhole) {
      are_whole[step.source.row()] = 1;
    }
  }
  return are_whole;
}

// By source, the time from the first event of its threads to the end of the last.
std::vector<double> SpansOfSources(const Profile& profile) {
  struct Span {
    Int128 begin = INT64_MAX, end = INT64_MIN;
  };
  std::vector<Span> spans(profile.sources.size());
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    if (!track.row.source.valid()) continue;
    const Events& events = track.events;
    Span& span = spans[track.row.source.row()];
    for (uint32_t e = 0; e < events.size(); ++e) {
      span.begin = std::min(span.begin, Int128{events.begin[e]});
      span.end = std::max(span.end, Int128{events.begin[e]} + events.duration[e]);
    }
  }
  std::vector<double> lengths;
  lengths.reserve(spans.size());
  for (const Span& span : spans) lengths.push_back(static_cast<double>(span.end - span.begin));
  return lengths;
}

}  // namespace

LikelyStep FindLikelyStep(const Profile& profile) {
  constexpr size_t kOften = 5;
  constexpr double kMost = 0.5;    // of the recording's time
  constexpr double kNearly = 0.9;  // of the time of the function around it
  StepKinds kinds(profile);
  LikelyStep likely, compiled;
  double longest = 0, longest_compiled = 0;
  const std::vector<char> are_whole = AreWhole(profile), begins = ThreadBegins(profile);
  const std::vector<double> spans = SpansOfSources(profile);
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    const SourceId source = track.row.source;
    if (!source.valid() || are_whole[source.row()] == 0) continue;
    if (IsBackground(profile, track, begins)) continue;
    const double span = spans[source.row()];
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
