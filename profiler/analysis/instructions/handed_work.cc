#include "profiler/analysis/instructions/handed_work.h"

#include <algorithm>
#include <set>
#include <utility>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/instructions/op_needs.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Around the ops that a thread starts.
constexpr std::string_view kExecutes = "ThunkExecutor::Execute";

struct ProgramTimes {
  std::vector<Interval> awaits, executes;
  std::vector<std::pair<int64_t, OpId>> ops;  // when each begins
};

void AddHandedTrack(const Profile& profile, const Track& track, StringId executes, StringId awaits,
                    ProgramTimes& of) {
  const Events& events = track.events;
  for (uint32_t e = 0; e < events.size(); ++e) {
    const Interval time{events.begin[e], events.begin[e] + events.duration[e]};
    const OpId op = events.op[e];
    if (op.valid() && profile.ops.row[op].kind == OpKind::kHloInstruction) {
      of.ops.emplace_back(time.begin, op);
      AddToLast(time, of.executes);
      continue;
    }
    const StringId name = EventName(profile, events, e);
    if (!name.valid()) continue;
    if (name == awaits) AddToLast(time, of.awaits);
    if (name == executes) AddToLast(time, of.executes);
  }
}

// The ops of a run of a program whose tasks may still run, while its ops begin one by one.
class OpenOps {
 public:
  OpenOps(const Profile& profile, const OpNeeds& needs) : profile_(profile), needs_(needs) {}

  void Clear() { open_.clear(); }
  // Those that it needs are done then.
  void Begin(OpId op) {
    for (const OpId needed : needs_.Of(op)) open_.erase(needed);
    open_.insert(op);
  }
  // The one that goes on until `next` begins, which is invalid if no op begins in the run.
  OpId Of(OpId next) const {
    if (next.valid()) {
      std::vector<OpId> needed;
      for (const OpId op : needs_.Of(next)) {
        if (open_.contains(op)) needed.push_back(op);
      }
      if (!needed.empty()) return OnlyOf(needed);
    }
    return OnlyOf(open_);
  }

 private:
  // Instructions of one op of the user's count as one.
  template <typename Ops>
  OpId OnlyOf(const Ops& ops) const {
    constexpr size_t kMost = 8;
    if (ops.empty() || ops.size() > kMost) return OpId();
    const OpId first = *ops.begin();
    const bool is_only = std::all_of(ops.begin(), ops.end(), [&](OpId op) {
      return WrittenOp(profile_, op) == WrittenOp(profile_, first);
    });
    return is_only ? first : OpId();
  }

  const Profile& profile_;
  const OpNeeds& needs_;
  std::set<OpId> open_;
};

// `open` is a part of `runs`, the times until runs of programs are done, and both are sorted. A
// program's first ops begin before its time: from the end of the run before on they are its own.
void AddHanded(SourceId source, const std::vector<Interval>& runs,
               const std::vector<Interval>& open, const ProgramTimes& of, OpenOps& ops,
               std::vector<HandedWork>& work) {
  size_t run = 0, next = 0;
  for (const Interval& time : open) {
    for (; run < runs.size() && runs[run].end <= time.begin; ++run) {
      while (next < of.ops.size() && of.ops[next].first < runs[run].end) ++next;
      ops.Clear();
    }
    if (run == runs.size()) return;
    for (; next < of.ops.size() && of.ops[next].first < time.end; ++next) {
      ops.Begin(of.ops[next].second);
    }
    const bool goes_on = next < of.ops.size() && of.ops[next].first < runs[run].end;
    work.push_back({source, ops.Of(goes_on ? of.ops[next].second : OpId()), time});
  }
}

}  // namespace

std::vector<HandedWork> HandedWorkOf(const Profile& profile,
                                     const std::vector<std::vector<Interval>>& within) {
  std::vector<HandedWork> work;
  const StringId awaits = profile.strings.Find(kAwaitsProgram);
  if (!awaits.valid()) return work;
  std::vector<ProgramTimes> sources(profile.sources.size());
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    AddHandedTrack(profile, track, profile.strings.Find(kExecutes), awaits,
                   sources[track.row.source.row()]);
  }
  std::vector<char> runs_as_event(profile.op_count());
  for (const ProgramTimes& of : sources) {
    for (const auto& [begin, op] : of.ops) runs_as_event[op.row()] = 1;
  }
  const OpNeeds needs(profile, runs_as_event);
  for (uint32_t i = 0; i < sources.size(); ++i) {
    ProgramTimes& of = sources[i];
    std::sort(of.ops.begin(), of.ops.end());
    const std::vector<Interval> runs = United(std::move(of.awaits));
    const std::vector<Interval> open =
        Without(Common(within[i], runs), United(std::move(of.executes)));
    OpenOps ops(profile, needs);
    AddHanded(SourceId(i), runs, open, of, ops, work);
  }
  return work;
}

}  // namespace profiler
