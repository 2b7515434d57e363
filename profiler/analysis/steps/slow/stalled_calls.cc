#include "profiler/analysis/steps/slow/stalled_calls.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

constexpr int kTimesUsual = 5, kPartsOfStep = 20;
constexpr size_t kLeastCalls = 3, kMostStalled = 3;
// A file may have as many names as steps: with more counts than these none stalls.
constexpr size_t kMostCounts = 10'000'000;

struct CallsOfStep {
  size_t calls = 0;
  std::vector<Value> longest;  // own times of up to kMostStalled + 1 calls, the longest first
  bool is_python = false;
  bool has_first = false;  // the longest is the first of its name in the recording

  void Add(Value time, bool is_first) {
    ++calls;
    if (longest.empty() || time > longest.front()) has_first = is_first;
    const auto at = std::upper_bound(longest.begin(), longest.end(), time, std::greater<>());
    longest.insert(at, time);
    if (longest.size() > kMostStalled + 1) longest.pop_back();
  }
};
using CallsByStep = std::map<size_t, CallsOfStep>;

// By op, whether a call of it may stall: nothing but its own computing takes its own time.
std::vector<char> MayStall(const Profile& profile) {
  const CommunicationTable communication(profile);
  std::vector<char> may = WaitingOps(profile);
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    const std::string_view name = profile.strings[op.name], type = profile.strings[op.type];
    const bool is_written_in_python = type == kPythonFunctionType && !name.starts_with('<') &&
                                      CodeRoleOf(name) != CodeRole::kInput;
    const bool is_op = IsFrameworkOp(profile, OpId(i)) && !WaitsForInput(name) &&
                       !WaitsForInput(type) && communication.Of(OpId(i)) == Communication::kNone;
    may[i] = may[i] == 0 && (is_written_in_python || is_op) ? 1 : 0;
  }
  return may;
}

class StallFinder {
 public:
  StallFinder(const Selected& selected, const ComparedSteps& steps)
      : profile_(selected.profile()), steps_(steps), may_(MayStall(profile_)) {
    size_t index = 0;
    for (const auto* side : {&steps.slow, &steps.others}) {
      for (const StepTime* step : *side) {
        for (const StepId id : step->steps) index_[id] = index;
        ++index;
      }
    }
    // PyTorch counts steps from the profiler's start, which is rarely later than the job's.
    const bool counts_from_start = FrameworkOf(profile_) == Framework::kPyTorch;
    int64_t first = INT64_MAX;
    for (const StepRow& row : profile_.steps.values()) first = std::min(first, row.number);
    ran_before_ = counts_from_start && first > 1;
    for (const Track track : Tracks(selected, HoldsThreadsWork)) AddTrack(track.events);
  }

  std::vector<std::optional<StalledCall>> Find(Value usual) const {
    const size_t slow = steps_.slow.size();
    std::vector<std::optional<StalledCall>> found(slow);
    std::vector<Value> explained(slow);
    for (const auto& [name, by_step] : calls_) {
      const std::optional<Value> longest = LongestInOthers(by_step);
      if (!longest) continue;
      for (size_t i = 0; i < slow; ++i) {
        const auto at = by_step.find(i);
        if (at != by_step.end()) AddStalled(name, at->second, *longest, i, found[i], explained[i]);
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
  void AddTrack(const Events& events) {
    const std::vector<int64_t>& selves = events.selves();
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || may_[op.row()] == 0 || !IsSlice(events, e)) continue;
      const StringId name = profile_.ops.row[op].name;
      const bool is_new = seen_.insert(name).second;
      const auto at = events.step[e].valid() ? index_.find(events.step[e]) : index_.end();
      if (at == index_.end() || counts_ > kMostCounts) continue;
      CallsOfStep& calls = calls_[name][at->second];
      if (calls.calls == 0) ++counts_;
      calls.is_python = profile_.strings[profile_.ops.row[op].type] == kPythonFunctionType;
      calls.Add(selves[e], is_new && !ran_before_);
    }
  }

  // The longest call of the median of the other steps that have some, which must be most of them.
  std::optional<Value> LongestInOthers(const CallsByStep& by_step) const {
    std::vector<Value> longest;
    for (auto at = by_step.lower_bound(steps_.slow.size()); at != by_step.end(); ++at) {
      longest.push_back(at->second.longest.front());
    }
    if (longest.empty() || 2 * longest.size() < steps_.others.size()) return std::nullopt;
    return UpperMedian(longest);
  }

  void AddStalled(StringId name, const CallsOfStep& calls, Value usual, size_t i,
                  std::optional<StalledCall>& found, Value& explained) const {
    if (calls.calls < kLeastCalls || calls.has_first) return;
    // What is a small part of the step explains nothing, however many times its usual time it
    // takes.
    const Int128 least = std::max(kTimesUsual * Int128{usual}, steps_.slow[i]->wall / kPartsOfStep);
    size_t stalled = 0;
    for (const Value one : calls.longest) {
      if (one < least) break;
      ++stalled;
      explained += one - usual;
    }
    if (stalled == 0) return;
    const Value time = calls.longest.front();
    const size_t so_far = found ? found->stalled : 0;
    if (!found || time > found->time) {
      found = StalledCall{std::string(profile_.strings[name]),
                          steps_.slow[i]->number,
                          time,
                          usual,
                          calls.calls,
                          calls.is_python};
    }
    found->stalled = so_far + stalled;
  }

  const Profile& profile_;
  const ComparedSteps& steps_;
  const std::vector<char> may_;                // by op
  absl::flat_hash_map<StepId, size_t> index_;  // of slow steps, then of others
  absl::flat_hash_set<StringId> seen_;
  std::map<StringId, CallsByStep> calls_;
  size_t counts_ = 0;
  bool ran_before_ = false;
};

}  // namespace

std::vector<std::optional<StalledCall>> StalledCalls(const Selected& selected,
                                                     const ComparedSteps& steps, Value usual) {
  if (steps.slow.empty() || steps.others.empty()) {
    return std::vector<std::optional<StalledCall>>(steps.slow.size());
  }
  return StallFinder(selected, steps).Find(usual);
}

}  // namespace profiler
