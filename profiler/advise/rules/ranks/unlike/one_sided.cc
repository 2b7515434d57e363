// The part of RankComparison that finds ops and kernels that run on one side alone.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/advise/rules/ranks/rank_comparison.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// What takes less than this part of the time and of the calls of the other side hardly runs there.
constexpr double kHardlyRuns = 0.1;

bool IsOfOneSide(double time, double calls, double time_of_others, double calls_of_others) {
  return time > 0 && time_of_others <= kHardlyRuns * time && calls_of_others <= kHardlyRuns * calls;
}

// What of one side runs by less than this more often there runs as often on the other side.
constexpr double kAsOften = 0.02;

void SortByTime(std::vector<RankComparison::OneSided::Item>& items) {
  std::stable_sort(items.begin(), items.end(),
                   [](const auto& a, const auto& b) { return a.time > b.time; });
}

}  // namespace

double RankComparison::OneSided::Sum(const std::vector<Item>& items) {
  double sum = 0;
  for (const Item& one : items) sum += one.time;
  return sum;
}

double RankComparison::OneSided::Calls(const std::vector<Item>& items) {
  double sum = 0;
  for (const Item& one : items) sum += one.calls;
  return sum;
}

RankComparison::OneSided RankComparison::OneSidedOf(const SumsByName& sums,
                                                    const std::vector<double>& steps) const {
  OneSided found;
  for (const auto& [key, of_key] : sums) {
    const Compared time = Means(of_key.time, steps), calls = Means(of_key.calls, steps);
    if (IsOfOneSide(time.slow, calls.slow, time.others, calls.others)) {
      found.there.push_back(
          {key.first, key.second, time.slow - time.others, calls.slow - calls.others});
    } else if (IsOfOneSide(time.others, calls.others, time.slow, calls.slow)) {
      found.on_others.push_back(
          {key.first, key.second, time.others - time.slow, calls.others - calls.slow});
    } else {
      found.common.slow += time.slow;
      found.common.others += time.others;
      const double as_fast =
          calls.others > 0 ? time.others * (calls.slow / calls.others) : time.others;
      found.common_as_fast += as_fast;
      if (calls.slow >= (1 - kAsOften) * calls.others) continue;
      found.less_often.push_back(
          {key.first, key.second, time.others - as_fast, calls.others - calls.slow});
    }
  }
  SortByTime(found.less_often);
  SortByTime(found.there);
  SortByTime(found.on_others);
  return found;
}

RankComparison::OneSided RankComparison::OpsOfOneSide(OpPlace place, bool by_inputs) const {
  const std::vector<double> steps = StepsOfEach();
  if (std::count(steps.begin(), steps.end(), 0.0) > 0) return {};
  SumsByName sums;
  const CommunicationTable communication(profile_);
  for (const ExecRow& row : profile_.execs().row.values()) {
    if (!row.step.valid() || !row.op.valid()) continue;
    const auto at = index_.find(profile_.steps[row.step].source);
    if (at == index_.end() || !Counts(row.step) || !IsFrameworkOp(profile_, row.op)) continue;
    if (communication.Of(row.op) != Communication::kNone) continue;  // it waits for others
    const OpRow& op = profile_.ops.row[row.op];
    TimeAndCalls& of_op = sums[{op.name, by_inputs ? op.input_shapes : StringId()}];
    of_op.time.resize(of_.size());
    of_op.calls.resize(of_.size());
    const Int128 time = place == OpPlace::kDevices ? row.accelerator_time : row.cpu_time;
    of_op.time[at->second] += static_cast<double>(std::max(time, Int128{0}));
    of_op.calls[at->second] += static_cast<double>(std::max<int64_t>(row.runs, 0));
  }
  return OneSidedOf(sums, steps);
}

RankComparison::OneSided RankComparison::KernelsOfOneSide(StringId name) const {
  const std::vector<double> steps = StepsOfEach();
  if (std::count(steps.begin(), steps.end(), 0.0) > 0) return {};
  SumsByName sums;
  const CommunicationTable communication(profile_);
  for (const Track track : Tracks(profile_, HoldsDeviceWork)) {
    const auto at = index_.find(track.row.source);
    if (at == index_.end()) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || !events.step[e].valid() || !Counts(events.step[e])) continue;
      if (name.valid() ? profile_.ops.row[op].name != name : !IsFrameworkOp(profile_, op)) continue;
      if (communication.Of(op) != Communication::kNone) continue;
      const StringId kernel = EventName(profile_, events, e);
      // The name of the op itself tells no kernel.
      if (!kernel.valid() || kernel == profile_.ops.row[op].name) continue;
      TimeAndCalls& of_kernel = sums[{kernel, StringId()}];
      of_kernel.time.resize(of_.size());
      of_kernel.calls.resize(of_.size());
      of_kernel.time[at->second] += static_cast<double>(events.selves()[e]);
      ++of_kernel.calls[at->second];
    }
  }
  return OneSidedOf(sums, steps);
}

}  // namespace profiler
