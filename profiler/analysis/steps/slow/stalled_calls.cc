#include "profiler/analysis/steps/slow/stalled_calls.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/values/upper_median.h"
#include "profiler/base/status.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

constexpr int kTimesUsual = 5, kPartsOfStep = 20;
constexpr size_t kLeastCalls = 3, kMostStalled = 3;
// A file may have as many names as steps: with more counts than these none stalls.
constexpr size_t kMostCounts = 1'000'000;

struct CallsOfStep {
  size_t calls = 0;
  std::vector<Value> longest;  // own times of up to kMostStalled + 1 calls, the longest first

  void Add(Value time) {
    ++calls;
    const auto at = std::upper_bound(longest.begin(), longest.end(), time, std::greater<>());
    longest.insert(at, time);
    if (longest.size() > kMostStalled + 1) longest.pop_back();
  }
};
// The calls of one name in one source.
struct CallsOfName {
  std::map<size_t, CallsOfStep> by_step;  // by index
  bool is_python = false;
  int64_t first = INT64_MAX;  // when the first one in the recording begins
  StepId first_step;          // in which it does; invalid if that is outside of steps
};

// By op, whether a call of it may stall: nothing but its own computing takes its own time.
std::vector<char> MayStall(const Profile& profile) {
  const CommunicationTable communication(profile);
  std::vector<char> may = WaitingOps(profile);
  const auto& ops = profile.ops.row.values();
  const bool has_runtime = std::any_of(ops.begin(), ops.end(),
                                       [](const OpRow& op) { return op.kind == OpKind::kRuntime; });
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    const std::string_view name = profile.strings[op.name], type = profile.strings[op.type];
    const bool is_written_in_python =
        type == kPythonFunctionType && !IsBuiltIn(name) && CodeRoleOf(name) != CodeRole::kInput;
    const bool is_op = IsFrameworkOp(profile, OpId(i)) && !WaitsForInput(name) &&
                       !WaitsForInput(type) && communication.Of(OpId(i)) == Communication::kNone;
    const bool waits = may[i] != 0 || (!has_runtime && OnlyFetches(name));
    may[i] = !waits && (is_written_in_python || is_op) ? 1 : 0;
  }
  return may;
}

class StallFinder {
 public:
  StallFinder(const Profile& profile, const ComparedSteps& steps)
      : profile_(profile), steps_(steps), may_(MayStall(profile_)) {
    size_t index = 0;
    for (const auto* side : {&steps.slow, &steps.others}) {
      for (const StepTime* step : *side) {
        std::set<SourceId> sources;
        for (const StepId id : step->steps) {
          index_[id] = index;
          sources.insert(profile_.steps[id].source);
        }
        for (const SourceId source : sources) others_of_[source] += side == &steps.others ? 1 : 0;
        ++index;
      }
    }
    // PyTorch counts steps from the profiler's start, which is rarely later than the job's.
    const bool counts_from_start = FrameworkOf(profile_) == Framework::kPyTorch;
    int64_t first = INT64_MAX;
    for (const StepRow& row : profile_.steps.values()) first = std::min(first, row.number);
    ran_before_ = counts_from_start && first > 1;
  }

  absl::Status AddTrack(const Track& track, const RunContext& context) {
    const Events& events = track.events;
    const std::vector<int64_t>& selves = events.selves();
    absl::flat_hash_map<OpId, CallsOfName*> of_op;  // of calls_, as looking that up takes long
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      if (are_too_many_) break;
      const OpId op = events.op[e];
      if (!op.valid() || may_[op.row()] == 0 || !IsSlice(events, e)) continue;
      CallsOfName*& calls = of_op[op];
      if (calls == nullptr) calls = &CallsOf(profile_.ops.row[op], track.row.source);
      AddCall(events, e, selves[e], *calls);
    }
    return absl::OkStatus();
  }

  std::vector<std::optional<StalledCall>> Find(Value usual) const {
    const size_t slow = steps_.slow.size();
    std::vector<std::optional<StalledCall>> found(slow);
    std::vector<Value> explained(slow);
    for (const auto& [of, calls] : calls_) {
      const auto& [name, source] = of;
      const std::optional<Value> longest = LongestInOthers(calls, source);
      if (!longest) continue;
      const std::optional<size_t> first = StepOfFirst(calls);
      for (auto at = calls.by_step.begin(); at != calls.by_step.end() && at->first < slow; ++at) {
        const size_t i = at->first;
        if (first == i) continue;
        StalledCall call = {std::string(profile_.strings[name]), steps_.slow[i]->number};
        call.usual = *longest;
        call.is_python = calls.is_python;
        AddStalled(at->second, i, std::move(call), found[i], explained[i]);
      }
    }
    for (size_t i = 0; i < slow; ++i) {
      const Int128 excess = steps_.slow[i]->wall - usual;
      const bool is_all = found[i] && found[i]->stalled <= kMostStalled;
      if (!is_all || 2 * Int128{explained[i]} < excess) found[i].reset();
    }
    return found;
  }

 private:
  CallsOfName& CallsOf(const OpRow& op, SourceId source) {
    CallsOfName& calls = calls_[{op.name, source}];
    calls.is_python = profile_.strings[op.type] == kPythonFunctionType;
    return calls;
  }

  void AddCall(const Events& events, uint32_t e, Value self, CallsOfName& calls) {
    if (events.begin[e] < calls.first) {
      calls.first = events.begin[e];
      calls.first_step = events.step[e];
    }
    const auto at = events.step[e].valid() ? index_.find(events.step[e]) : index_.end();
    if (at == index_.end()) return;
    CallsOfStep& of_step = calls.by_step[at->second];
    if (of_step.calls == 0 && ++counts_ > kMostCounts) {
      are_too_many_ = true;
      calls_.clear();
      return;
    }
    of_step.Add(self);
  }

  // The longest call of the median of the source's other steps that have some, which must be most
  // of them.
  std::optional<Value> LongestInOthers(const CallsOfName& calls, SourceId source) const {
    std::vector<Value> longest;
    for (auto at = calls.by_step.lower_bound(steps_.slow.size()); at != calls.by_step.end(); ++at) {
      longest.push_back(at->second.longest.front());
    }
    const auto others = others_of_.find(source);
    const size_t count = others == others_of_.end() ? 0 : others->second;
    if (longest.empty() || 2 * longest.size() < count) return std::nullopt;
    return UpperMedian(longest);
  }

  // The index of the step in which the first call is; nullopt if that is not compared, or if
  // earlier ones were not recorded.
  std::optional<size_t> StepOfFirst(const CallsOfName& calls) const {
    if (ran_before_ || !calls.first_step.valid()) return std::nullopt;
    const auto at = index_.find(calls.first_step);
    return at == index_.end() ? std::nullopt : std::optional(at->second);
  }

  void AddStalled(const CallsOfStep& calls, size_t i, StalledCall call,
                  std::optional<StalledCall>& found, Value& explained) const {
    if (calls.calls < kLeastCalls) return;
    // What is a small part of the step explains nothing, however many times its usual time it
    // takes.
    const Int128 least =
        std::max(kTimesUsual * Int128{call.usual}, steps_.slow[i]->wall / kPartsOfStep);
    size_t stalled = 0;
    for (const Value one : calls.longest) {
      if (one < least) break;
      ++stalled;
      explained += one - call.usual;
    }
    if (stalled == 0) return;
    call.time = calls.longest.front();
    call.calls = calls.calls;
    const size_t so_far = found ? found->stalled : 0;
    if (!found || call.time > found->time) found = std::move(call);
    found->stalled = so_far + stalled;
  }

  const Profile& profile_;
  const ComparedSteps& steps_;
  const std::vector<char> may_;                // by op
  absl::flat_hash_map<StepId, size_t> index_;  // of slow steps, then of others
  std::map<SourceId, size_t> others_of_;       // how many of the others it recorded
  std::map<std::pair<StringId, SourceId>, CallsOfName> calls_;
  size_t counts_ = 0;
  bool are_too_many_ = false;
  bool ran_before_ = false;
};

}  // namespace

absl::StatusOr<std::vector<std::optional<StalledCall>>> StalledCalls(const Selected& selected,
                                                                     const ComparedSteps& steps,
                                                                     Value usual,
                                                                     const RunContext& context) {
  if (steps.slow.empty() || steps.others.empty()) {
    return std::vector<std::optional<StalledCall>>(steps.slow.size());
  }
  StallFinder finder(selected.profile(), steps);
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    PROFILER_RETURN_IF_ERROR(finder.AddTrack(track, context));
  }
  return finder.Find(usual);
}

}  // namespace profiler
