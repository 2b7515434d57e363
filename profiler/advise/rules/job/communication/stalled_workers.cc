#include "profiler/advise/rules/job/communication/stalled_workers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/ops/framework_op.h"

namespace profiler {
namespace {

double ShareOfSpan(Int128 time, const WorkerUse& use) { return Share(time, use.span); }

// Whether all workers are stalled for about as long: by a tenth, or by less than a percent of a
// step.
bool AreAlike(const std::vector<WorkerUse>& uses, double (*share)(const WorkerUse&)) {
  constexpr double kClearly = 1.1, kClearlyOfStep = 0.01;
  double least = 1, most = 0;
  for (const WorkerUse& use : uses) {
    if (use.worker.is_parameter_server) continue;
    least = std::min(least, share(use));
    most = std::max(most, share(use));
  }
  return most <= kClearly * least || most - least < kClearlyOfStep;
}

// Whether all workers are exposed in the kind of collective in which this one is most, for half as
// long as in any other kind or longer. In a hang most time is in what never ends, which is no
// step's.
bool AreInOneKind(const RunCommunication& run, const WorkerUse& told) {
  if (run.hangs) return true;
  std::map<uint32_t, std::map<CollectiveKind, Int128>> by_worker;
  for (const ExposedCollective& one : run.exposed) by_worker[one.worker][one.kind] += one.exposed;
  const auto by_time = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto of_told = by_worker.find(told.index);
  if (of_told == by_worker.end()) return true;
  const CollectiveKind kind =
      std::max_element(of_told->second.begin(), of_told->second.end(), by_time)->first;
  return std::all_of(run.uses.begin(), run.uses.end(), [&](const WorkerUse& use) {
    const auto found = by_worker.find(use.index);
    if (found == by_worker.end()) return true;
    const auto& kinds = found->second;
    const auto same = kinds.find(kind);
    const Int128 most = std::max_element(kinds.begin(), kinds.end(), by_time)->second;
    return same != kinds.end() && 2 * same->second >= most;
  });
}

}  // namespace

std::string NameOfWorker(const WorkerUse& use) {
  return use.worker.name.empty() ? "the job" : use.worker.name;
}

Value MeanAStep(Int128 sum, const WorkerUse& use) { return sum / use.steps; }

double ExposedShare(const WorkerUse& use) { return ShareOfSpan(use.exposed, use); }
double ExchangeShare(const WorkerUse& use) { return ShareOfSpan(use.exposed_exchange(), use); }

const WorkerUse* WorkerWithMost(const std::vector<WorkerUse>& uses,
                                double (*share)(const WorkerUse&)) {
  const WorkerUse* most = nullptr;
  for (const WorkerUse& use : uses) {
    if (use.worker.is_parameter_server) continue;
    if (most == nullptr || share(use) > share(*most)) most = &use;
  }
  return most;
}

std::string WaitedFor(const Profile& profile, const WorkerUse& use, const RunCommunication& run) {
  if (run.hangs) return "";
  const SlowRanks& slow = run.slow;
  const bool is_slow = std::any_of(slow.ranks.begin(), slow.ranks.end(), [&](const auto* rank) {
    return rank->source == use.worker.source;
  });
  if (is_slow) return "";
  if (!slow.ranks.empty()) {
    return NameOfRanks(profile, slow.ranks, slow.others);
  }
  double all = 0;
  const RankSteps* most = nullptr;
  for (const RankSteps* rank : run.ranks) {
    all += rank->waited_for;
    if (most == nullptr || rank->waited_for > most->waited_for) most = rank;
  }
  if (most == nullptr || 2 * most->waited_for <= all || most->name == use.worker.name) return "";
  if (most->is_in_pipeline()) return "";
  return most->name;
}

std::string_view WaitersOf(const Profile& profile, const RunCommunication& run) {
  const bool are_devices =
      run.uses.size() == 1 && run.missing.empty() &&
      (run.uses.front().compared > 0 || FrameworkOf(profile) == Framework::kJax);
  return are_devices ? "devices" : "ranks";
}

bool AreAllTold(const RunCommunication& run, const WorkerUse& told) {
  const bool is_longest = WorkerWithMost(run.uses, ExposedShare)->index == told.index;
  return run.uses.size() > 1 && AreAlike(run.uses, ExposedShare) &&
         (is_longest || AreAlike(run.uses, ExchangeShare)) && AreInOneKind(run, told);
}

std::string WaitText(const Profile& profile, const RunCommunication& run, const WorkerUse& told,
                     bool are_all_told, bool is_much) {
  const std::string time =
      fmt::format("{} of a step of {} ({})", FormatMicros(MeanAStep(told.exposed, told)),
                  FormatMicros(MeanAStep(told.span, told)), Percent(ExposedShare(told)));
  const std::string_view waiters = WaitersOf(profile, run);
  if (are_all_told) return fmt::format("all {} alike wait {} for communication", waiters, time);
  if (is_much && run.uses.size() > 1) {
    const bool is_longest = WorkerWithMost(run.uses, ExposedShare)->index == told.index;
    return fmt::format("{} wait for communication, {} longest{}: {}", waiters, NameOfWorker(told),
                       is_longest ? "" : " without waiting for others", time);
  }
  if (is_much && waiters == "devices")
    return fmt::format("devices wait {} for communication", time);
  return fmt::format("{} waits {} for communication", NameOfWorker(told), time);
}

std::string SplitText(const Profile& profile, const WorkerUse& use, const RunCommunication& run,
                      const std::string& for_whom) {
  if (use.exposed <= 0) return "";
  const Int128 wait = use.exposed_wait - use.exposed_sends;
  const bool waits = ShareOfSpan(wait, use) >= kLeastShareShown;
  std::vector<std::string> parts;
  if (ShareOfSpan(use.exposed_sends, use) >= kLeastShareShown) {
    parts.push_back(fmt::format("{} in send and receive, waiting for the other rank included",
                                FormatMicros(MeanAStep(use.exposed_sends, use))));
  }
  if (use.knows_exchange() && run.missing.empty()) {
    if (waits) {
      parts.push_back(fmt::format("{} waiting for other {}{}", FormatMicros(MeanAStep(wait, use)),
                                  WaitersOf(profile, run),
                                  for_whom.empty() ? "" : ", most of it for " + for_whom));
    }
    parts.push_back(fmt::format("{} the exchange itself ({})",
                                FormatMicros(MeanAStep(use.exposed_exchange(), use)),
                                Percent(ExchangeShare(use))));
    return fmt::format(": {}", fmt::join(parts, "; "));
  }
  if (!use.has_collectives) return "";
  if (waits)
    parts.push_back(fmt::format("at least {} waiting for other {}",
                                FormatMicros(MeanAStep(wait, use)), WaitersOf(profile, run)));
  return parts.empty() ? fmt::format("; how much of it is waiting for other {} is unknown",
                                     WaitersOf(profile, run))
                       : fmt::format(": {}", fmt::join(parts, "; "));
}

bool MostlyWaits(const WorkerUse& use, const RunCommunication& run) {
  const bool is_known = use.knows_exchange() && run.missing.empty();
  return is_known && 2 * (use.exposed_wait - use.exposed_sends) > use.exposed;
}

}  // namespace profiler
