#include <map>
#include <vector>

#include "profiler/store/derive/derive.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

struct StepsOfSource {
  StepId last;
  size_t count = 0;
  bool any_works = false;
};
using StepsOfSources = std::map<SourceId, StepsOfSource>;

bool MayEnd(const Profile& profile, const StepRow& step) {
  return profile.sources[step.source].recorder == Recorder::kTracer &&
         step.found_by == StepFoundBy::kRecorded && step.begin != kUnknown;
}

StepsOfSources RecordedSteps(const Profile& profile) {
  StepsOfSources by_source;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    if (!MayEnd(profile, step)) continue;
    StepsOfSource& steps = by_source[step.source];
    ++steps.count;
    const bool is_last = !steps.last.valid() || step.begin >= profile.steps[steps.last].begin;
    if (is_last) steps.last = StepId(i);
  }
  return by_source;
}

// By step, whether an op began in it, or its work ran on a device; only of these sources.
std::vector<char> StepsWithWork(const Profile& profile, const StepsOfSources& sources) {
  const StringId mark = profile.strings.Find(kUserMarkType);
  std::vector<char> have(profile.steps.size());
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (sources.count(track.source) == 0) continue;
    const bool is_device = IsAccelerator(track) && track.role == TrackRole::kExec;
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || have[step.row()] != 0) continue;
      const OpId op = events.op[e];
      const bool is_op = op.valid() && profile.ops.row[op].kind == OpKind::kFrameworkOp &&
                         !(mark.valid() && profile.ops.row[op].type == mark);
      have[step.row()] = is_device || is_op ? 1 : 0;
    }
  }
  return have;
}

}  // namespace

void MarkEndedLoops(Profile& profile) {
  StepsOfSources by_source = RecordedSteps(profile);
  if (by_source.empty()) return;  // as of most formats
  const std::vector<char> have = StepsWithWork(profile, by_source);
  for (uint32_t i = 0; i < have.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    if (have[i] != 0 && MayEnd(profile, step)) by_source[step.source].any_works = true;
  }
  for (const auto& [source, steps] : by_source) {
    const bool is_empty = have[steps.last.row()] == 0;
    if (is_empty && (steps.any_works || steps.count == 1)) {
      profile.steps[steps.last].partial = true;
    }
  }
}

}  // namespace profiler::derive
