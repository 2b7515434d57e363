#include "profiler/analysis/steps/code/python_work.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/steps/code/joined_calls.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/base/int128.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

enum class PythonKind : char {
  kNone,       // an op, code of torch.compile, a call of a runtime, a mark of the framework
  kMark,       // the user's: what runs in it is that of the function around it
  kUsers,      // a function of the user's code
  kForeign,    // another function
  kMaker,      // one of JAX that makes an array of Python's values, with all that it calls
  kFramework,  // one that runs a model
  kInput,      // one that makes input
  kWaits,      // one that only waits
};

bool IsFunction(PythonKind kind) { return kind >= PythonKind::kUsers; }

PythonKind PythonKindOf(const Profile& profile, const UserMarks& marks, OpId id) {
  const OpRow& op = profile.ops.row[id];
  const std::string_view name = profile.strings[op.name];
  if (marks.Has(id)) return IsMarkOfFramework(name) ? PythonKind::kNone : PythonKind::kMark;
  if (profile.strings[op.type] != kPythonFunctionType) return PythonKind::kNone;
  if (name.find(kInductorFolder) != name.npos) return PythonKind::kNone;
  if (OnlyWaits(name)) return PythonKind::kWaits;
  if (MakesJaxArray(name)) return PythonKind::kMaker;
  const CodeRole role = CodeRoleOf(name);
  if (role == CodeRole::kInput) return PythonKind::kInput;
  if (IsUsersFunction(profile, op)) return PythonKind::kUsers;
  return role == CodeRole::kModel ? PythonKind::kFramework : PythonKind::kForeign;
}

// What an event runs for.
struct PythonOwner {
  StringId function, call;
  PythonKind kind = PythonKind::kNone;  // of the call; kInput and kMaker for all that runs in such
                                        // a function
};

struct PythonUse {
  Int128 own = 0;    // while no op runs
  Int128 calls = 0;  // of the calls, ops included; 0 for a function's own time
  std::set<int64_t> steps;
};
using PythonUseKey = std::tuple<SourceId, StringId, StringId>;  // with the function and the call

class PythonWorkFinder {
 public:
  PythonWorkFinder(const Selected& selected, std::vector<char> is_judged)
      : selected_(selected), profile_(selected.profile()), is_judged_(std::move(is_judged)) {
    const UserMarks marks(profile_);
    kinds_.reserve(profile_.op_count());
    for (uint32_t i = 0; i < profile_.op_count(); ++i) {
      kinds_.push_back(PythonKindOf(profile_, marks, OpId(i)));
    }
  }

  bool HasFunctions() const { return std::any_of(kinds_.begin(), kinds_.end(), IsFunction); }

  // The user's functions in which models, optimizers, steps or input run.
  const std::set<StringId>& loops() const { return loops_; }

  // Whether functions of Python were recorded there.
  bool HasFunctions(SourceId source) const { return with_functions_.contains(source); }

  std::map<PythonUseKey, PythonUse> Run() {
    FindBusyTimes();
    std::set<SourceId> have_marks;  // the sources whose steps are marked on a thread
    for (const bool with_marks : {true, false}) {
      for (const Track track : Tracks(profile_, HoldsThreadsWork)) {
        if (IsAccelerator(track.row) || !track.row.source.valid()) continue;
        const bool has_mark = HasStepMark(track.events);
        if (has_mark) have_marks.insert(track.row.source);
        if (has_mark == with_marks && (has_mark || !have_marks.contains(track.row.source))) {
          AddTrack(track);
        }
      }
    }
    return std::move(uses_);
  }

 private:
  PythonKind KindOf(const Events& events, uint32_t event) const {
    if (IsAroundStep(profile_, EventName(profile_, events, event), events.step[event])) {
      return PythonKind::kMark;
    }
    const OpId op = events.op[event];
    return op.valid() ? kinds_[op.row()] : PythonKind::kNone;
  }

  bool HasStepMark(const Events& events) const {
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (IsAroundStep(profile_, EventName(profile_, events, e), events.step[e])) return true;
    }
    return false;
  }

  void FindBusyTimes() {
    std::vector<std::vector<Interval>> busy(profile_.sources.size());
    for (const Track track : Tracks(profile_, HoldsWork)) {
      if (!track.row.source.valid()) continue;
      const bool is_device = IsAccelerator(track.row);
      if (!is_device && track.row.kind != TrackKind::kThread) continue;
      const Events& events = track.events;
      std::vector<Interval> of_track;
      for (uint32_t e = 0; e < events.size(); ++e) {
        if (!IsSlice(events, e) || events.duration[e] <= 0) continue;
        if (!is_device && KindOf(events, e) != PythonKind::kNone) continue;
        AddToLast({events.begin[e], events.begin[e] + events.duration[e]}, of_track);
      }
      std::vector<Interval>& of_source = busy[track.row.source.row()];
      of_source.insert(of_source.end(), of_track.begin(), of_track.end());
    }
    for (std::vector<Interval>& of_source : busy) {
      std::vector<Interval> closed;
      for (const Interval& one : United(std::move(of_source))) {
        const bool is_near =
            !closed.empty() && Int128{one.begin} - closed.back().end < kLongStretch;
        if (is_near) {
          closed.back().end = one.end;
        } else {
          closed.push_back(one);
        }
      }
      busy_.emplace_back(std::move(closed));
    }
  }

  PythonOwner OwnerOf(const Events& events, uint32_t event,
                      const std::vector<PythonOwner>& owners) const {
    const uint32_t parent = events.ParentOf(event);
    const PythonOwner around = parent == Events::kNoParent ? PythonOwner() : owners[parent];
    const PythonKind kind = KindOf(events, event);
    const bool has_all = around.kind == PythonKind::kInput || around.kind == PythonKind::kMaker;
    if (!IsFunction(kind) || has_all) return around;
    const StringId name = EventName(profile_, events, event);
    if (kind == PythonKind::kUsers) return {name, name, kind};
    if (kind == PythonKind::kInput || kind == PythonKind::kWaits) {
      return {around.function, name, kind};
    }
    if (around.kind == PythonKind::kUsers || around.kind == PythonKind::kNone) {
      return {around.function, name, kind};
    }
    // A library's own functions are part of what the user called, but none of a
    // model's.
    return {around.function, around.call,
            kind == PythonKind::kFramework ? PythonKind::kFramework : around.kind};
  }

  bool RunsPartOfLoop(const Events& events, uint32_t event) const {
    const PythonKind kind = KindOf(events, event);
    if (kind == PythonKind::kFramework || kind == PythonKind::kInput) return true;
    const StringId id = EventName(profile_, events, event);
    if (IsAroundStep(profile_, id, events.step[event])) return true;
    if (!id.valid()) return false;
    const std::string_view name = profile_.strings[id];
    return name.starts_with(kOptimizerStep) || name.starts_with("autograd::engine::");
  }

  void AddLoops(const Events& events) {
    std::vector<char> hold(events.size());
    for (uint32_t e = static_cast<uint32_t>(events.size()); e-- > 0;) {
      if (hold[e] != 0 && KindOf(events, e) == PythonKind::kUsers) {
        loops_.insert(EventName(profile_, events, e));
      }
      const uint32_t parent = events.ParentOf(e);
      if (parent == Events::kNoParent || hold[parent] != 0) continue;
      if (hold[e] != 0 || RunsPartOfLoop(events, e)) hold[parent] = 1;
    }
  }

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    AddLoops(events);
    const IntervalIndex& busy = busy_[track.row.source.row()];
    std::vector<PythonOwner> owners(events.size());
    std::vector<Int128> own(events.size());
    for (uint32_t e = 0; e < events.size(); ++e) {
      owners[e] = OwnerOf(events, e, owners);
      const int64_t begin = events.begin[e], end = begin + events.duration[e];
      const PythonKind kind = KindOf(events, e);
      if (kind == PythonKind::kNone) continue;
      if (IsFunction(kind)) with_functions_.insert(track.row.source);
      const Int128 free = Int128{end} - begin - busy.Of(begin, end);
      own[e] += free;
      // What runs in an op is no Python of the function around it.
      const uint32_t parent = events.ParentOf(e);
      if (parent != Events::kNoParent) own[parent] -= free;
    }
    for (uint32_t e = 0; e < events.size(); ++e) Add(track, e, owners[e], own[e]);
  }

  void Add(const Track& track, uint32_t event, const PythonOwner& owner, const Int128& own) {
    const Events& events = track.events;
    const PythonKind kind = KindOf(events, event);
    const bool counts = owner.kind >= PythonKind::kUsers && owner.kind <= PythonKind::kMaker;
    if (kind == PythonKind::kNone || !counts || !owner.function.valid()) return;
    if (!IsInSelectedStep(selected_, track, event)) return;
    const StepId step = events.step[event];
    if (is_judged_[SameStep(profile_, step).row()] == 0) return;
    PythonUse& use = uses_[{track.row.source, owner.function, owner.call}];
    use.own += own;
    if (own > 0) use.steps.insert(profile_.steps[step].number);
    const bool is_call = (kind == PythonKind::kForeign || kind == PythonKind::kMaker) &&
                         EventName(profile_, events, event) == owner.call &&
                         !IsInSameName(profile_, events, event);
    if (is_call) use.calls += events.duration[event];
  }

  const Selected& selected_;
  const Profile& profile_;
  const std::vector<char> is_judged_;  // by step
  std::vector<PythonKind> kinds_;      // by op
  std::vector<IntervalIndex> busy_;    // by source: when ops run or devices work
  std::map<PythonUseKey, PythonUse> uses_;
  std::set<StringId> loops_;
  std::set<SourceId> with_functions_;
};

}  // namespace

std::vector<PythonWork> PythonWorkIn(const Selected& selected, const std::vector<StepTimings>& runs,
                                     double least) {
  const Profile& profile = selected.profile();
  const std::vector<char> is_judged = TypicalSteps(profile, runs);
  PythonWorkFinder finder(selected, is_judged);
  if (!finder.HasFunctions()) return {};
  struct Judged {
    double whole = 0;
    size_t steps = 0;
    bool are_all = true;
  };
  std::map<SourceId, Judged> judged;
  for (const StepTimings& run : runs) {
    for (size_t i = 0; i < run.ids.size(); ++i) {
      Judged& of_source = judged[profile.steps[run.ids[i]].source];
      if (is_judged[SameStep(profile, run.ids[i]).row()] == 0) {
        of_source.are_all = false;
        continue;
      }
      of_source.whole += run.totals[i];
      ++of_source.steps;
    }
  }
  const std::map<PythonUseKey, PythonUse> uses = finder.Run();
  std::map<SourceId, Int128> none;
  for (const auto& [source, of_source] : judged) {
    if (finder.HasFunctions(source)) none[source] = 0;
  }
  std::map<std::pair<StringId, StringId>, std::map<SourceId, Int128>> of_sources;
  std::map<std::pair<StringId, StringId>, PythonWork> longest;
  for (const auto& [key, use] : uses) {
    const auto& [source, function, call] = key;
    const auto [whole, steps, are_all] = judged[source];
    if (!(whole > 0)) continue;
    of_sources.try_emplace({function, call}, none).first->second[source] =
        use.own / Int128{static_cast<int64_t>(steps)};
    const auto time = static_cast<double>(use.own);
    // A call that mainly runs ops is none of Python's.
    if (time < least * whole || 2 * use.steps.size() < steps || 2 * use.own < use.calls) continue;
    PythonWork& work = longest[{function, call}];
    if (time / whole <= work.of_steps) continue;
    work = {source,       call,    function, time / static_cast<double>(steps),
            time / whole, are_all, {},       {}};
  }
  std::vector<PythonWork> all;
  all.reserve(longest.size());
  for (auto& [key, work] : longest) {
    work.of_source = std::move(of_sources[key]);
    all.push_back(std::move(work));
  }
  JoinCallsOfFunctions(profile, finder.loops(), all);
  std::stable_sort(all.begin(), all.end(), [](const PythonWork& a, const PythonWork& b) {
    return a.of_steps > b.of_steps;
  });
  return all;
}

}  // namespace profiler
