#include <map>
#include <vector>

#include "profiler/store/derive/derive.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

bool IsUserMark(const Profile& profile, const OpRow& op) {
  return op.type.valid() && profile.strings[op.type] == "user_annotation";
}

// By step, whether an op began in it, or its work ran on a device.
std::vector<char> StepsWithWork(const Profile& profile) {
  std::vector<char> have(profile.steps.size());
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    const bool is_device = IsAccelerator(track) && track.role == TrackRole::kExec;
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || have[step.row()] != 0) continue;
      const OpId op = events.op[e];
      const bool is_op = op.valid() && profile.ops.row[op].kind == OpKind::kFrameworkOp &&
                         !IsUserMark(profile, profile.ops.row[op]);
      have[step.row()] = is_device || is_op ? 1 : 0;
    }
  }
  return have;
}

struct StepsOfSource {
  StepId last;
  size_t count = 0;
  bool any_works = false;
};

}  // namespace

void MarkEndedLoops(Profile& profile) {
  const std::vector<char> have = StepsWithWork(profile);
  std::map<SourceId, StepsOfSource> by_source;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    const bool is_torch = profile.sources[step.source].recorder == Recorder::kTracer;
    if (!is_torch || step.found_by != StepFoundBy::kRecorded || step.begin == kUnknown) continue;
    StepsOfSource& steps = by_source[step.source];
    ++steps.count;
    steps.any_works = steps.any_works || have[i] != 0;
    const bool is_last = !steps.last.valid() || step.begin >= profile.steps[steps.last].begin;
    if (is_last) steps.last = StepId(i);
  }
  for (const auto& [source, steps] : by_source) {
    const bool is_empty = have[steps.last.row()] == 0;
    if (is_empty && (steps.any_works || steps.count == 1)) {
      profile.steps[steps.last].partial = true;
    }
  }
}

}  // namespace profiler::derive
