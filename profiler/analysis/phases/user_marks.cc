#include "profiler/analysis/phases/user_marks.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"

namespace profiler {

// JAX and TensorFlow record the number of the step "train 7" beside its mark "train".
bool IsAroundStep(const Profile& profile, StringId name, StepId step) {
  if (!step.valid() || !name.valid()) return false;
  const StringId id = profile.steps[step].name;
  if (!id.valid() || id == name) return id.valid();
  const std::string_view of_step = profile.strings[id], mark = profile.strings[name];
  if (mark.empty() || !of_step.starts_with(mark) || of_step[mark.size()] != ' ') return false;
  const std::string_view number = of_step.substr(mark.size() + 1);
  return !number.empty() && number.find_first_not_of("0123456789") == number.npos;
}

UserMarks::UserMarks(const Profile& profile)
    : is_mark_(profile.ops.row.size()), in_source_(profile.sources.size()) {
  bool has_marks = false;
  for (uint32_t i = 0; i < is_mark_.size(); ++i) {
    is_mark_[i] = profile.strings[profile.ops.row[OpId(i)].type] == kUserMarkType ? 1 : 0;
    has_marks = has_marks || is_mark_[i] != 0;
  }
  if (!has_marks) return;
  for (const Track track : Tracks(profile, HoldsWork)) {
    if (!track.row.source.valid()) continue;
    char& has_any = in_source_[track.row.source.row()];
    for (const OpId op : track.events.op) {
      if (has_any != 0) break;
      has_any = Has(op) ? 1 : 0;
    }
  }
}

bool IsMarkOfFramework(std::string_view name) {
  constexpr std::string_view kStarts[] = {
      "ProfilerStep#",
      "Optimizer.",
      "enumerate(DataLoader)#",
      "DistributedDataParallel.",
      "FullyShardedDataParallel.",
      "FSDP::",
      "c10d::",
      "torch.distributed.",
      "Torch-Compiled Region",
      "TorchDynamo Cache Lookup",
      "Pregraph bytecode",
      "AOTDispatcher Runtime Wrapper",
      "CompiledFunction",
      "## Call CompiledFxGraph",
      "CUDAGraphNode.",
  };
  return IsProcessGroupName(name) ||
         std::any_of(std::begin(kStarts), std::end(kStarts),
                     [&](std::string_view start) { return name.starts_with(start); });
}

bool IsInSameName(const Profile& profile, const Events& events, uint32_t row) {
  const StringId name = EventName(profile, events, row);
  for (uint32_t e = events.ParentOf(row); e != Events::kNoParent; e = events.ParentOf(e)) {
    if (EventName(profile, events, e) == name) return true;
  }
  return false;
}

std::string_view PhaseName(const Profile& profile, const JobTimes& times, const Events& events,
                           uint32_t row) {
  const StringId name = EventName(profile, events, row);
  const StepId step = events.step[row];
  if (IsAroundStep(profile, name, step)) return times.KeyOf(step).kind;
  return name.valid() ? profile.strings[name] : std::string_view();
}

std::vector<JobPhase> MarkedPhases(const Selected& selected, const JobTimes& times) {
  const Profile& profile = selected.profile();
  const SelectedSteps& steps = selected.steps();
  const UserMarks marks(profile);
  std::vector<JobPhase> phases;
  for (const Track track : Tracks(selected, HoldsWork)) {
    if (!marks.HasAny(track.row.source)) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StringId name = EventName(profile, events, e);
      const StepId step = events.step[e];
      if (!marks.Has(events.op[e]) || !name.valid() || !steps.Has(step)) continue;
      if (IsAroundStep(profile, name, step) || IsInSameName(profile, events, e)) continue;
      const Int128 begin = events.begin[e];
      phases.push_back({std::string(profile.strings[name]),
                        times.On(track.row.source, begin, begin + events.duration[e])});
    }
  }
  return phases;
}

}  // namespace profiler
