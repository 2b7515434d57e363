#include "profiler/store/derive/launched_work.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/flow_scan.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

bool IsInstruction(const Profile& profile, OpId op) {
  return op.valid() && profile.ops.row[op].kind == OpKind::kHloInstruction;
}

// The threads' tasks that another thread handed over.
class Tasks {
 public:
  explicit Tasks(const Profile& profile) : is_linked_(profile.tracks.size()) {
    absl::flat_hash_map<TrackId, bool> known;  // looked up once, as it may look at all events
    const auto runs_programs = [&](TrackId track) {
      const auto [it, is_new] = known.try_emplace(track);
      if (is_new) it->second = RunsPrograms(profile, track);
      return it->second;
    };
    EachFlowButLaunches(profile, [&](const FlowRow& flow) {
      if (flow.kind != FlowKind::kAsync || IsProgramCall(profile, flow)) return;
      if (!runs_programs(flow.to.track)) return;
      const Events& events = profile.events[flow.to.track];
      names_.insert(EventName(profile, events, flow.to.row));
      std::vector<bool>& linked = is_linked_[flow.to.track.row()];
      linked.resize(events.size());
      linked[flow.to.row] = true;
    });
  }

  bool empty() const { return names_.empty(); }
  // Whether the event begins a task. Of some the hand-over is not recorded.
  bool Begins(const Profile& profile, const Events& events, uint32_t event) const {
    return names_.contains(EventName(profile, events, event));
  }
  bool IsLinked(TrackId track, uint32_t event) const {
    const std::vector<bool>& linked = is_linked_[track.row()];
    return !linked.empty() && linked[event];
  }

 private:
  absl::flat_hash_set<StringId> names_;       // of the events that begin tasks
  std::vector<std::vector<bool>> is_linked_;  // by track and event
};

bool IsMark(const StepRow& step, const Events& events, uint32_t e) {
  return step.begin == events.begin[e] && step.mark == events.duration[e];
}

}  // namespace

LaunchedWork::LaunchedWork(const Profile& profile)
    : profile_(profile),
      until_(profile.steps.size(), kUnknown),
      ran_(profile.steps.size()),
      is_executor_(profile.tracks.size()),
      is_linked_(profile.tracks.size()),
      calls_(profile.op_count()),
      trusts_time_(profile.sources.size(), true),
      before_from_(profile.sources.size(), INT64_MAX),
      before_until_(profile.sources.size(), INT64_MIN) {
  EachFlowButLaunches(profile, [&](const FlowRow& flow) {
    if (flow.kind != FlowKind::kAsync) return;
    trusts_time_[profile.tracks[flow.from.track].source.row()] = false;
  });
  AddLaunches();
  AddHostTracks();
  AddTasksFromBefore();
}

// A launch that only its time links to a step may be of another one where threads hand work over.
void LaunchedWork::AddLaunches() {
  // Of the launch before, as a step launches many times on one track.
  std::pair<StepId, TrackId> last;
  int64_t* first = nullptr;
  for (const FlowRow& flow : profile_.flows.values()) {
    if (flow.kind != FlowKind::kLaunch) continue;
    const Events& from = profile_.events[flow.from.track];
    std::vector<bool>& linked = is_linked_[flow.from.track.row()];
    linked.resize(from.size());
    if (!linked[flow.from.row] && from.op[flow.from.row].valid()) {
      ++calls_[from.op[flow.from.row].row()].linked;
    }
    linked[flow.from.row] = true;
    const Events& to = profile_.events[flow.to.track];
    const uint32_t row = flow.to.row;
    const StepId step = to.step[row];
    if (!step.valid()) continue;
    if (const std::pair place(step, flow.to.track); first == nullptr || place != last) {
      first = &first_.try_emplace(place, to.begin[row]).first->second;
      last = place;
    }
    *first = std::min(*first, to.begin[row]);
    if (IsStepByTime(to, row) && !trusts_time_[profile_.steps[step].source.row()]) continue;
    until_[step.row()] = std::max(until_[step.row()], to.begin[row] + to.duration[row]);
    ++ran_[step.row()];
  }
}

void LaunchedWork::AddHostTracks() {
  for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
    const TrackRow& track = profile_.tracks[TrackId(t)];
    const Events& events = profile_.events[TrackId(t)];
    if (IsAccelerator(track) || !IsSummed(track)) continue;
    is_executor_[t] = RunsPrograms(profile_, TrackId(t)) ? 1 : 0;
    if (is_executor_[t] != 0) AddExecutor(TrackId(t));
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid()) continue;
      ++calls_[op.row()].all;
      const StepId step = events.step[e];
      if (profile_.ops.row[op].kind == OpKind::kRuntime || !step.valid()) continue;
      if (!IsStepByTime(events, e) && !IsMark(profile_.steps[step], events, e)) ++ran_[step.row()];
    }
  }
}

// Work that only its time links to a step began in the step's mark. It is the step's or older, and
// in both cases the step's own work ends no earlier. The runtime's spans around instructions do not
// count: a thread may close them long after the program has completed.
void LaunchedWork::AddExecutor(TrackId track) {
  const Events& events = profile_.events[track];
  for (uint32_t e = 0; e < events.size(); ++e) {
    const StepId step = events.step[e];
    if (!step.valid() || !IsInstruction(profile_, events.op[e])) continue;
    // A moment is no work: a thread may note much later that a task has ended.
    if (events.duration[e] == 0) continue;
    until_[step.row()] = std::max(until_[step.row()], events.begin[e] + events.duration[e]);
  }
}

// Every task names what handed it over, so one without was launched before the recording, if it
// began before the work that the steps are known to have launched.
void LaunchedWork::AddTasksFromBefore() {
  const Tasks tasks(profile_);
  if (tasks.empty()) return;
  std::vector<int64_t> first_known(profile_.sources.size(), INT64_MIN);
  const auto each_instruction = [&](const auto& take) {
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
      if (is_executor_[t] == 0) continue;
      const Events& events = profile_.events[TrackId(t)];
      int64_t begun = INT64_MAX;  // of the task, if it is not linked
      for (uint32_t e = 0; e < events.size(); ++e) {
        if (tasks.Begins(profile_, events, e)) {
          begun = tasks.IsLinked(TrackId(t), e) ? INT64_MAX : events.begin[e];
        }
        if (!IsInstruction(profile_, events.op[e]) || events.duration[e] == 0) continue;
        take(profile_.tracks[TrackId(t)].source.row(), events, e, begun);
      }
    }
  };
  each_instruction([&](size_t source, const Events& events, uint32_t e, int64_t) {
    if (!events.step[e].valid() || IsStepByTime(events, e)) return;
    int64_t& first = first_known[source];
    first = first == INT64_MIN ? events.begin[e] : std::min(first, events.begin[e]);
  });
  each_instruction([&](size_t source, const Events& events, uint32_t e, int64_t begun) {
    if (begun >= first_known[source]) return;
    int64_t& until = before_until_[source];
    until = std::max(until, events.begin[e] + events.duration[e]);
    before_from_[source] = std::min(before_from_[source], events.begin[e]);
  });
}

LaunchedWork::Older LaunchedWork::OlderWork(StepId step) const {
  Older older;
  const StepRow& row = profile_.steps[step];
  // An executor that is busy with older work is so when the step begins: else it is the step's own,
  // of launches that were not linked.
  const size_t source = row.source.row();
  if (before_from_[source] < row.begin) older.executors_until = before_until_[source];
  older.is_any = older.executors_until > row.begin;
  for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
    const TrackRow& track = profile_.tracks[TrackId(t)];
    const bool is_device = IsAccelerator(track) && IsSummed(track);
    if (!(track.source == row.source) || (!is_device && is_executor_[t] == 0)) continue;
    const Events& events = profile_.events[TrackId(t)];
    // A stream works in the order of launches, so what comes before the step's first work is older.
    const auto first = first_.find({step, TrackId(t)});
    // Of a thread that executes programs not all launches are known: work that begins in the step
    // may be its own.
    const bool in_order = is_device && first != first_.end();
    const int64_t until = in_order ? first->second : row.begin;
    for (uint32_t e = 0; e < events.size() && events.begin[e] < until; ++e) {
      const bool is_older =
          is_device ? !events.step[e].valid() : !events.step[e].valid() || IsStepByTime(events, e);
      const int64_t end = events.begin[e] + events.duration[e];
      if (!is_older || end <= row.begin) continue;
      older.is_any = older.is_any || is_device || IsInstruction(profile_, events.op[e]);
      if (is_device) older.devices_until = std::max(older.devices_until, end);
    }
  }
  return older;
}

bool LaunchedWork::LeadsToWork(OpId op) const {
  if (!op.valid()) return false;
  const Calls& calls = calls_[op.row()];
  return calls.linked > 0 && 2 * calls.linked >= calls.all;
}

// Whether the last call of the step that should have launched work did not.
bool LaunchedWork::HasUnlinkedEnd(StepId step) const {
  int64_t last = kUnknown, last_linked = kUnknown;
  for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
    const TrackRow& track = profile_.tracks[TrackId(t)];
    if (!(track.source == profile_.steps[step].source) || IsAccelerator(track)) continue;
    const Events& events = profile_.events[TrackId(t)];
    const std::vector<bool>& linked = is_linked_[t];
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!(events.step[e] == step) || !LeadsToWork(events.op[e])) continue;
      const bool is_linked = !linked.empty() && linked[e];
      int64_t& latest = is_linked ? last_linked : last;
      latest = std::max(latest, events.begin[e]);
    }
  }
  return last != kUnknown && last > last_linked;
}

bool LaunchedWork::IsCut(const std::vector<StepId>& series) const {
  const StepId last = series.back();
  const bool others_ran = std::all_of(series.begin(), series.end() - 1,
                                      [&](StepId step) { return ran_[step.row()] > 0; });
  return (series.size() > 1 && others_ran && ran_[last.row()] == 0) || HasUnlinkedEnd(last);
}

}  // namespace profiler::derive
