#include "profiler/analysis/samples/own_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/phases/host_ops/own_parts.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/analysis/trees/waiting_threads.h"

namespace profiler {
namespace {

// The names of the marks around steps.
absl::flat_hash_set<StringId> NamesOfStepMarks(const Profile& profile) {
  absl::flat_hash_set<StringId> names;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepId step(i);
    if (!profile.steps[step].name.valid()) continue;
    names.insert(profile.steps[step].name);
    const std::string_view name = profile.strings[profile.steps[step].name];
    const size_t space = name.rfind(' ');
    if (space == name.npos) continue;
    const StringId mark = profile.strings.Find(name.substr(0, space));
    if (IsAroundStep(profile, mark, step)) names.insert(mark);
  }
  return names;
}

// "batch " of "batch 17"; empty if no number ends the name.
std::string_view StemOfNumbered(std::string_view name) {
  const size_t last = name.find_last_not_of("0123456789");
  return last == name.npos || last + 1 == name.size() ? "" : name.substr(0, last + 1);
}

// The numbers of the steps in which marks ran that only a number tells apart.
struct StepsOfNumbered {
  int64_t first = kUnknown;
  bool are_several = false, is_any_in_several = false;

  bool have_own_steps() const { return are_several && !is_any_in_several; }
};

// Clears the marks of those that only a number tells apart and of which each runs in a step of its
// own.
void LeaveOutNumbered(const Profile& profile, std::vector<char>& marks) {
  std::vector<std::string_view> stems(marks.size());
  bool is_any = false;
  for (uint32_t i = 0; i < marks.size(); ++i) {
    if (marks[i] == 0) continue;
    stems[i] = StemOfNumbered(profile.strings[profile.ops.row[OpId(i)].name]);
    is_any = is_any || !stems[i].empty();
  }
  if (!is_any) return;
  absl::flat_hash_map<StringId, int64_t> step_of;  // by name
  absl::flat_hash_map<std::string_view, StepsOfNumbered> by_stem;
  profile.execs().row.ForEachOf(
      [&](StepId step, OpId op) {
        if (!step.valid() || !op.valid() || stems[op.row()].empty()) return;
        const int64_t number = profile.steps[step].number;
        StepsOfNumbered& steps = by_stem[stems[op.row()]];
        const auto [it, is_new] = step_of.try_emplace(profile.ops.row[op].name, number);
        if (it->second != number) steps.is_any_in_several = true;
        if (steps.first == kUnknown) steps.first = number;
        if (steps.first != number) steps.are_several = true;
      },
      &ExecRow::step, &ExecRow::op);
  for (uint32_t i = 0; i < marks.size(); ++i) {
    const auto found = stems[i].empty() ? by_stem.end() : by_stem.find(stems[i]);
    if (found != by_stem.end() && found->second.have_own_steps()) marks[i] = 0;
  }
}

// Tells which ops have own time, by the scope of it, and when ops run on threads.
class OwnTime {
 public:
  OwnTime(const Profile& profile, const std::vector<std::string_view>& scopes)
      : profile_(profile), scopes_(scopes), of_source_(profile.sources.size()) {
    if (std::all_of(scopes.begin(), scopes.end(), [](auto scope) { return scope.empty(); })) return;
    for (const Track track : Tracks(profile, HoldsThreadsWork)) {
      if (!track.row.source.valid()) continue;
      has_any_ = has_any_ || std::any_of(track.events.op.begin(), track.events.op.end(),
                                         [&](OpId op) { return HasOwn(op); });
    }
    if (has_any_) FindOpTimes();
  }

  // By op, whether ops run on other threads in much of its own time.
  std::vector<char> BesideOps() const {
    constexpr double kMuch = 0.1;
    std::vector<char> beside(scopes_.size());
    if (!has_any_) return beside;
    std::vector<Int128> own(scopes_.size()), hidden(scopes_.size());
    for (const Track track : Tracks(profile_, HoldsThreadsWork)) {
      if (!track.row.source.valid()) continue;
      const IntervalIndex& ops = op_times_[track.row.source.row()];
      const Events& events = track.events;
      for (uint32_t e = 0; e < events.size(); ++e) {
        if (!HasOwn(events.op[e])) continue;
        const size_t op = events.op[e].row();
        ForEachOwnPart(events, e, is_other_, [&](const Interval& part) {
          own[op] += Int128{part.end} - part.begin;
          hidden[op] += ops.Of(part.begin, part.end);
        });
      }
    }
    for (size_t op = 0; op < beside.size(); ++op) {
      beside[op] = static_cast<double>(hidden[op]) > kMuch * static_cast<double>(own[op]) ? 1 : 0;
    }
    return beside;
  }

 private:
  bool HasOwn(OpId op) const { return op.valid() && !scopes_[op.row()].empty(); }
  bool IsOp(OpId op) const { return op.valid() && is_op_[op.row()] != 0; }

  // What runs in an op is no time of it: so the parts of a thread's events are disjoint, and own
  // time is never hidden by ops of its own thread.
  void FindOpTimes() {
    is_op_.resize(scopes_.size());
    for (uint32_t i = 0; i < is_op_.size(); ++i) {
      const OpId op(i);
      is_op_[i] = !HasOwn(op) && IsFrameworkOp(profile_, WrittenOp(profile_, op)) ? 1 : 0;
    }
    for (const Track track : Tracks(profile_, HoldsThreadsWork)) {
      if (!track.row.source.valid()) continue;
      for (uint32_t e = 0; e < track.events.size(); ++e) {
        if (!IsOp(track.events.op[e])) continue;
        ForEachOwnPart(track.events, e, is_other_, [&](const Interval& part) {
          AddToLast(part, of_source_[track.row.source.row()]);
        });
      }
    }
    for (std::vector<Interval>& times : of_source_) {
      op_times_.emplace_back(United(std::move(times)));
    }
  }

  struct IsOther {
    const OwnTime& times;
    bool operator()(OpId op) const { return times.HasOwn(op) || times.IsOp(op); }
  };

  const Profile& profile_;
  const std::vector<std::string_view>& scopes_;  // by op
  std::vector<char> is_op_;                      // by op
  const IsOther is_other_{*this};
  std::vector<std::vector<Interval>> of_source_;
  std::vector<IntervalIndex> op_times_;  // by source; empty if nothing has own time
  bool has_any_ = false;
};

}  // namespace

std::vector<char> PythonOps(const Profile& profile) {
  std::vector<char> works = WaitsOfOtherThreads(profile);
  const StringId function = profile.strings.Find(kPythonFunctionType);
  for (uint32_t i = 0; i < works.size(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    works[i] = works[i] == 0 && op.type.valid() && op.type == function &&
               !WaitsForDevice(profile.strings[op.name]);
  }
  return works;
}

std::vector<char> WorkMarks(const Profile& profile) {
  std::vector<char> marks(profile.op_count());
  const StringId type = profile.strings.Find(kUserMarkType);
  if (!type.valid()) return marks;
  const absl::flat_hash_set<StringId> of_steps = NamesOfStepMarks(profile);
  for (uint32_t i = 0; i < marks.size(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    marks[i] = op.type == type && !of_steps.contains(op.name) ? 1 : 0;
  }
  LeaveOutNumbered(profile, marks);
  return marks;
}

std::vector<std::string_view> ScopesOfOwnTime(const Profile& profile,
                                              const std::vector<char>& python,
                                              std::deque<std::string>& made) {
  const std::vector<char> marks = WorkMarks(profile);
  std::vector<std::string_view> scopes(profile.op_count());
  for (uint32_t i = 0; i < scopes.size(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    const std::string_view around = op.scope.valid() ? profile.strings[op.scope] : "";
    if (python[i] != 0) scopes[i] = around;
    if (marks[i] == 0) continue;
    const std::string_view name = profile.strings[op.name];
    made.push_back(around.empty() ? std::string(name) : fmt::format("{}/{}", around, name));
    scopes[i] = made.back();
  }
  const std::vector<char> beside = OwnTime(profile, scopes).BesideOps();
  for (uint32_t i = 0; i < scopes.size(); ++i) {
    if (beside[i] != 0) scopes[i] = {};
  }
  return scopes;
}

}  // namespace profiler
