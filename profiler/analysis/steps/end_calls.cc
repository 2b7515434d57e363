#include "profiler/analysis/steps/end_calls.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/int128.h"
#include "profiler/store/derive/recorder_calls.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

constexpr double kFarLongerThanSteps = 10;
constexpr size_t kLeastSteps = 3;
// A call during which work takes more than one in so many parts of its time is busy.
constexpr int kHardlyWorks = 10;

std::string_view NameOfCall(const Profile& profile, const Events& events, uint32_t event) {
  const StringId name = EventName(profile, events, event);
  return name.valid() ? profile.strings[name] : std::string_view();
}

constexpr int64_t kNever = std::numeric_limits<int64_t>::min();

// When what the program does on the track last begins; kNever if it does nothing.
int64_t LastBeginOn(const Profile& profile, derive::RecorderCalls& recorder, const Events& events) {
  std::vector<char> of_recorder;
  bool is_recorder_known = false;
  for (auto e = static_cast<uint32_t>(events.size()); e-- > 0;) {
    if (!IsSlice(events, e) || OnlyWaits(NameOfCall(profile, events, e))) continue;
    if (!std::exchange(is_recorder_known, true)) {
      of_recorder = recorder.Of(events);
    }
    if (of_recorder.empty() || of_recorder[e] == 0) return events.begin[e];
  }
  return kNever;
}

int64_t LastBegin(const Profile& profile, derive::RecorderCalls& recorder, SourceId source) {
  int64_t last = kNever;
  for (const Track track : Tracks(profile, IsInTotals)) {
    if (!(track.row.source == source)) continue;
    last = std::max(last, LastBeginOn(profile, recorder, track.events));
  }
  return last;
}

struct StepsOfOneSource {
  StepId last;
  std::vector<double> durations;
};

// The steps that were recorded as such.
StepsOfOneSource RecordedStepsOf(const Profile& profile, SourceId source) {
  StepsOfOneSource steps;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    const bool is_told =
        step.found_by == StepFoundBy::kRecorded || step.found_by == StepFoundBy::kMarker;
    const bool is_timed = step.begin != kUnknown && step.end != kUnknown;
    if (!(step.source == source) || !is_told || !is_timed) continue;
    steps.durations.push_back(static_cast<double>(Int128{step.end} - step.begin));
    if (!steps.last.valid() || step.begin > profile.steps[steps.last].begin) {
      steps.last = StepId(i);
    }
  }
  return steps;
}

// Whether ops run or devices compute for much of the call. Collectives are no work: it may wait for
// them.
bool IsBusyDuring(const Profile& profile, SourceId source, int64_t begin, int64_t duration) {
  const int64_t end = begin + duration;
  CommunicationTable communication(profile);
  Int128 work = 0;
  for (const Track track : Tracks(profile, IsInTotals)) {
    if (!(track.row.source == source)) continue;
    const Events& events = track.events;
    const bool is_device = IsAccelerator(track.row);
    for (uint32_t e = 0; e < events.size() && events.begin[e] < end; ++e) {
      const int64_t during =
          std::min(end, events.begin[e] + events.duration[e]) - std::max(begin, events.begin[e]);
      // Of the host what begins in the call counts: it holds calls, and is held by others.
      if (during <= 0 || (!is_device && events.begin[e] <= begin)) continue;
      const bool works = is_device ? IsSlice(events, e) : IsTimedOp(profile, events.op[e]);
      if (!works || communication.OfEvent(track.row, events, e) != Communication::kNone) continue;
      work += std::min(events.selves()[e], during);
    }
  }
  return kHardlyWorks * work > duration;
}

// Whether the call, or one around it, is code that reports or keeps results.
bool IsInReports(const Profile& profile, const Events& events, uint32_t call) {
  for (uint32_t e = call; e != Events::kNoParent; e = events.ParentOf(e)) {
    if (CodeRoleOf(NameOfCall(profile, events, e)) == CodeRole::kReports) return true;
  }
  return false;
}

// Of a wait for other threads in Python, the function that waits says more.
uint32_t WaitingFunction(const Profile& profile, const Events& events, uint32_t call,
                         int64_t since) {
  uint32_t told = call;
  while (WaitsForThreads(NameOfCall(profile, events, told))) {
    const uint32_t parent = events.ParentOf(told);
    if (parent == Events::kNoParent || events.begin[parent] < since) return call;
    told = parent;
  }
  return told;
}

}  // namespace

double UsualStep(const Profile& profile, SourceId source) {
  const StepsOfOneSource steps = RecordedStepsOf(profile, source);
  return steps.durations.size() < kLeastSteps ? std::nan("") : SummaryOf(steps.durations).median;
}

StringId AroundCall(const Profile& profile, const Events& events, uint32_t call) {
  for (uint32_t e = events.ParentOf(call); e != Events::kNoParent; e = events.ParentOf(e)) {
    const OpId op = events.op[e];
    if (!op.valid()) continue;
    const StringId name = EventName(profile, events, e);
    const StepId step = events.step[e];
    if (step.valid() && profile.steps[step].name == name) return {};
    const bool is_mark = profile.strings[profile.ops.row[op].type] == kUserMarkType;
    if (is_mark || IsFrameworkOp(profile, op)) return name;
  }
  return {};
}

bool NothingBegins(const Profile& profile, SourceId source, int64_t from) {
  derive::RecorderCalls recorder(profile);
  return LastBegin(profile, recorder, source) < from;
}

std::optional<EndCall> FindEndCall(const Profile& profile, SourceId source) {
  const StepsOfOneSource steps = RecordedStepsOf(profile, source);
  if (steps.durations.size() < kLeastSteps) return std::nullopt;
  const double usual = SummaryOf(steps.durations).median;
  const StepRow& last = profile.steps[steps.last];
  derive::RecorderCalls recorder(profile);
  const int64_t last_begin = LastBegin(profile, recorder, source);
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    if (!(track.row.source == source) || !HoldsSteps(track.events)) continue;
    const Events& events = track.events;
    const std::vector<char> of_recorder = recorder.Of(events);
    for (auto e = static_cast<uint32_t>(events.size()); e-- > 0;) {
      const int64_t begin = events.begin[e], duration = events.duration[e];
      if (begin < last.begin) break;
      if (!of_recorder.empty() && of_recorder[e] != 0) continue;
      const bool is_far_longer = static_cast<double>(duration) >= kFarLongerThanSteps * usual;
      // The mark around the last step is no call.
      if (!is_far_longer || EventName(profile, events, e) == last.name) continue;
      if (last_begin >= begin + duration) continue;
      if (IsBusyDuring(profile, source, begin, duration)) return std::nullopt;
      const uint32_t told = WaitingFunction(profile, events, e, last.begin);
      return EndCall{.name = EventName(profile, events, told),
                     .around = AroundCall(profile, events, told),
                     .after = steps.last,
                     .usual = usual,
                     .duration = events.duration[told],
                     .waits_for_device = WaitsForDevice(NameOfCall(profile, events, told)),
                     .reports = IsInReports(profile, events, told)};
    }
  }
  return std::nullopt;
}

}  // namespace profiler
