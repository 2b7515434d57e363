#include "profiler/advise/rules/job/late/late_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/analysis/accelerators/late_launches.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/steps/process_timings.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

// By file, the accelerator that idled longest until its host launched more.
std::map<SourceId, LateLaunches> LatestDevices(const RuleInput& input) {
  constexpr Int128 kLongGap = Int128{1000} * kPicosPerMicro;
  std::map<SourceId, LateLaunches> latest;
  const auto devices = LateLaunchesOf(input.selected, kLongGap, input.context);
  if (!devices.ok()) return latest;
  for (const LateLaunches& one : *devices) {
    const auto [it, is_new] = latest.try_emplace(one.source, one);
    if (!is_new && it->second.until_launch() < one.until_launch()) it->second = one;
  }
  return latest;
}

std::set<StepId> StepsOfSource(const Profile& profile, const std::vector<const StepTime*>& steps,
                               SourceId source) {
  std::set<StepId> ids;
  for (const StepTime* step : steps) {
    for (const StepId id : step->steps) {
      if (AreOfOneRank(profile, profile.steps[id].source, source)) ids.insert(id);
    }
  }
  return ids;
}

}  // namespace

std::string LateHostText(const RuleInput& input, const RankSteps& rank, const RanksOfRun& others,
                         double wait) {
  const std::map<SourceId, LateLaunches> latest = LatestDevices(input);
  const auto own = latest.find(rank.source);
  if (own == latest.end() || rank.whole.count == 0) return "";
  std::vector<double> of_others;
  for (const RankSteps* other : others) {
    const auto it = latest.find(other->source);
    if (it == latest.end() || other->whole.count == 0) continue;
    of_others.push_back(static_cast<double>(it->second.until_launch()) /
                        static_cast<double>(other->whole.count));
  }
  if (of_others.empty()) return "";
  const LateLaunches& device = own->second;
  const double usual = UpperMedian(of_others);
  const double idle =
      static_cast<double>(device.until_launch()) / static_cast<double>(rank.whole.count);
  if (2 * (idle - usual) < wait) return "";
  const bool is_named = device.host_op.valid() && 2 * device.host_op_time >= device.long_gaps.time;
  return fmt::format(
      ". Its GPU is idle for {} of a step until the host launches the next work, {} on the "
      "{}: {}",
      FormatMicros(static_cast<Value>(idle)), FormatMicros(static_cast<Value>(usual)),
      of_others.size() == 1 ? fmt::format("other {}", NounOf(rank)) : "median of the others",
      is_named ? fmt::format("the host is in {} itself most of that: do that less often, in the "
                             "background, or on all ranks at once",
                             CallText(input.profile(), device.host_op))
               : std::string("look at what else runs on its host, and for Python that was not "
                             "traced, such as logging or a garbage collection"));
}

bool CallsInSteps::Explain(double times_as_long) const {
  constexpr double kMore = 1.2, kSlower = 1.25;
  const double times_as_often = in_others > 0 ? in_slow / in_others : 0;
  return times_as_often >= kMore && times_as_long <= kSlower * times_as_often;
}

CallsInSteps CallsOf(const RuleInput& input, SourceId source, std::string_view type,
                     const ComparedSteps& steps) {
  const Profile& profile = input.profile();
  const std::set<StepId> slow = StepsOfSource(profile, steps.slow, source);
  const std::set<StepId> others = StepsOfSource(profile, steps.others, source);
  CallsInSteps calls;
  calls.others_of = others.size();
  const StringId of_type = profile.strings.Find(type);
  if (!of_type.valid()) return calls;  // it is a part of the step, and no op
  std::set<StepId> with;
  for (const ExecRow& row : profile.execs().row.values()) {
    if (!row.step.valid() || !row.op.valid() || row.runs <= 0) continue;
    if (!(profile.ops.row[row.op].type == of_type)) continue;
    calls.are_known = true;
    const auto runs = static_cast<double>(row.runs);
    if (slow.contains(row.step)) calls.in_slow += runs / static_cast<double>(slow.size());
    if (!others.contains(row.step)) continue;
    calls.in_others += runs / static_cast<double>(others.size());
    with.insert(row.step);
  }
  calls.others_with = with.size();
  return calls;
}

}  // namespace profiler
