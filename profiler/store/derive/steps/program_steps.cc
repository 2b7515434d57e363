#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/int128.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/flow_scan.h"
#include "profiler/store/derive/steps/step_spans.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

bool IsOfProgram(const Profile& profile, const Events& events, uint32_t event) {
  const OpId op = events.op[event];
  return op.valid() && profile.ops.row[op].kind == OpKind::kHloInstruction;
}

// The first event of each part of a program on a thread, and when the program was called. Sorted.
using ProgramParts = std::vector<std::pair<uint32_t, int64_t>>;

absl::flat_hash_map<TrackId, ProgramParts> PartsOf(const Profile& profile) {
  absl::flat_hash_map<TrackId, ProgramParts> by_track;
  EachFlowButLaunches(profile, [&](const FlowRow& flow) {
    if (!IsProgramCall(profile, flow)) return;
    const int64_t called = profile.events[flow.from.track].begin[flow.from.row];
    by_track[flow.to.track].emplace_back(flow.to.row, called);
  });
  for (auto& [track, parts] : by_track) std::sort(parts.begin(), parts.end());
  return by_track;
}

void AssignParts(const Profile& profile, const ProgramParts& parts, const StepSpans& steps,
                 Events& events) {
  for (size_t i = 0; i < parts.size(); ++i) {
    const StepId step = steps.At(parts[i].second);
    if (!step.valid()) continue;
    const uint32_t first = parts[i].first;
    uint32_t last =
        i + 1 < parts.size() ? parts[i + 1].first : static_cast<uint32_t>(events.size());
    while (last > first && !IsOfProgram(profile, events, last - 1)) --last;
    std::fill(events.step.begin() + first, events.step.begin() + last, step);
  }
}

}  // namespace

bool IsProgramCall(const Profile& profile, const FlowRow& flow) {
  if (flow.kind != FlowKind::kAsync || flow.from.track == flow.to.track) return false;
  return !IsAccelerator(profile.tracks[flow.to.track]) &&
         IsOfProgram(profile, profile.events[flow.to.track], flow.to.row);
}

bool HoldPrograms(const Profile& profile, SourceId source, const StepSpans& steps) {
  const absl::flat_hash_map<TrackId, ProgramParts> by_track = PartsOf(profile);
  Int128 all = 0, held = 0;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!(track.source == source) || IsAccelerator(track) || !IsSummed(track)) continue;
    const Events& events = profile.events[TrackId(t)];
    static const ProgramParts kNone;
    const auto found = by_track.find(TrackId(t));
    const ProgramParts& parts = found == by_track.end() ? kNone : found->second;
    auto part = parts.begin();
    for (uint32_t e = 0; e < events.size(); ++e) {
      while (part != parts.end() && part->first <= e) ++part;
      if (!IsOfProgram(profile, events, e)) continue;
      const bool is_called = part != parts.begin();
      all += events.selves()[e];
      if (steps.At(is_called ? (part - 1)->second : events.begin[e]).valid()) {
        held += events.selves()[e];
      }
    }
  }
  return 2 * held >= all;
}

void AssignPrograms(Profile& profile) {
  const absl::flat_hash_map<TrackId, ProgramParts> by_track = PartsOf(profile);
  if (by_track.empty()) return;
  std::vector<StepSpans> steps(profile.sources.size());
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    const bool is_timed = step.begin != kUnknown && step.end != kUnknown;
    if (is_timed) steps[step.source.row()].Add(step.begin, step.end, StepId(i));
  }
  for (StepSpans& of_source : steps) of_source.Finish();
  for (const auto& [track, parts] : by_track) {
    AssignParts(profile, parts, steps[profile.tracks[track].source.row()], profile.events[track]);
  }
}

}  // namespace profiler::derive
