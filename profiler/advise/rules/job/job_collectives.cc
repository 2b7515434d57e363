#include "profiler/advise/rules/job/job_collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/collectives/missing_ranks.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

Int128 MeanCommunication(const WorkerUse& use) { return use.communication / use.steps; }
Int128 MeanSpan(const WorkerUse& use) { return use.span / use.steps; }

// The mean communication time of the other workers.
Int128 OthersCommunication(const std::vector<WorkerUse>& workers, const WorkerUse& one) {
  Int128 sum = 0;
  for (const WorkerUse& use : workers) sum += &use == &one ? 0 : MeanCommunication(use);
  return sum / static_cast<int64_t>(workers.size() - 1);
}

// A name such as "rank 3" or a host's, with the device if the rank has several.
std::string NameOf(const Profile& profile, const CollectiveWaits& waits, const RankWaits& one) {
  const SourceRow& source = profile.sources[one.source];
  const std::string device(one.device.valid() ? profile.strings[profile.devices[one.device].name]
                                              : std::string_view());
  std::string name(source.rank == kUnknown ? std::string(profile.strings[source.host])
                                           : fmt::format("rank {}", source.rank));
  if (name.empty()) return device.empty() ? "a rank" : device;
  const bool has_several =
      std::count_if(waits.ranks.begin(), waits.ranks.end(),
                    [&](const RankWaits& other) { return other.source == one.source; }) > 1;
  return has_several && !device.empty() ? fmt::format("{} ({})", name, device) : name;
}

// The number of steps in which the worker spends the least time in collectives, and the number of
// steps that all workers have.
std::pair<int64_t, int64_t> StepsAsLast(const std::vector<WorkerUse>& workers,
                                        const WorkerUse& one) {
  int64_t as_last = 0, common = 0;
  for (const auto& [step, time] : one.communication_in) {
    bool in_all = true, is_last = true;
    for (const WorkerUse& use : workers) {
      const auto it = use.communication_in.find(step);
      in_all = in_all && it != use.communication_in.end();
      is_last = is_last && in_all && (&use == &one || it->second > time);
    }
    common += in_all ? 1 : 0;
    as_last += is_last ? 1 : 0;
  }
  return {as_last, common};
}

Report WorkerEvidence(const std::vector<WorkerUse>& workers) {
  using C = ColumnOf<WorkerUse>;
  return EvidenceOf<WorkerUse>(
      {
          C::Number("step_us", Unit::kMicros, "", "A step in the mean.", MeanSpan),
          C::Number("communication_us", Unit::kMicros, "", "Of that in collectives.",
                    MeanCommunication),
          C::Number("own_us", Unit::kMicros, "", "The rest.",
                    [](const WorkerUse& use) { return MeanSpan(use) - MeanCommunication(use); }),
      },
      workers, [](const WorkerUse& use) { return use.worker.name; }, "other ranks");
}

Report RankEvidence(const Profile& profile, const CollectiveWaits& waits,
                    const std::vector<RankWaits>& ranks) {
  using C = ColumnOf<RankWaits>;
  return EvidenceOf<RankWaits>(
      {
          C::Number("compared", Unit::kCount, "", "Its collectives that others recorded, too.",
                    &RankWaits::compared),
          C::Number("last", Unit::kCount, "", "Of those, to how many it came last.",
                    &RankWaits::last),
          C::Number("wait_us", Unit::kMicros, "", "In those, until the last rank came.",
                    &RankWaits::wait),
      },
      ranks, [&](const RankWaits& one) { return NameOf(profile, waits, one); }, "other ranks");
}

bool IsToldAsStraggler(const Verdict& verdict, const std::string& name) {
  return std::any_of(verdict.findings.begin(), verdict.findings.end(), [&](const Finding& told) {
    return told.id == "straggler" && told.subject == name;
  });
}

// By durations: the worker with the least time in collectives arrives last.
void JudgeDurations(const InputOf<JobThresholds>& input, const std::vector<WorkerUse>& workers,
                    Verdict& verdict) {
  const bool all_take_part = std::all_of(workers.begin(), workers.end(), [](const WorkerUse& use) {
    return use.has_collectives && use.worker.has_own_steps;
  });
  if (workers.size() < 2 || !all_take_part) return;
  const WorkerUse& last =
      *std::min_element(workers.begin(), workers.end(), [](const WorkerUse& a, const WorkerUse& b) {
        return MeanCommunication(a) < MeanCommunication(b);
      });
  const Int128 own = MeanCommunication(last), others = OthersCommunication(workers, last);
  const auto [as_last, common] = StepsAsLast(workers, last);
  const double share = Share(others - own, MeanSpan(last));
  if (share <= input.thresholds.waited_for || 2 * as_last <= common) return;
  Finding finding = Warning(
      "waited_for", last.worker.name,
      fmt::format(
          "the others wait for {}: it is in collectives for {} a step, they for {}, in {} of {} "
          "the shortest time of all; the difference ({} of a step) is work it has more of or does "
          "slower: compare its input, its sharding and its hardware",
          last.worker.name, FormatMicros(own), FormatMicros(others), as_last,
          Count(static_cast<size_t>(common), "step"), Percent(share)),
      "utilization");
  SetPlace(input.profile(), last.worker.source, finding);
  finding.evidence.push_back(WorkerEvidence(workers));
  verdict.findings.push_back(std::move(finding));
}

// The mean time a step that the ranks other than `late` wait and do nothing else, in picoseconds,
// and its share of a step.
std::pair<double, double> OthersWait(const RanksOfRun& ranks, const RankSteps* late) {
  double wait = 0, span = 0;
  int64_t count = 0;
  for (const RankSteps* rank : ranks) {
    if (rank == late || std::isnan(rank->exposed_wait) || std::isnan(rank->whole.median)) continue;
    wait += rank->exposed_wait;
    span += rank->whole.median;
    ++count;
  }
  if (count == 0 || span <= 0) return {0, 0};
  return {wait / static_cast<double>(count), wait / span};
}

Report WaitEvidence(const RanksOfRun& ranks, double all) {
  using C = ColumnOf<const RankSteps*>;
  using Row = const RankSteps*;
  return EvidenceOf<Row>(
      {
          C::Number("compared", Unit::kCount, "", "Its collectives that others recorded, too.",
                    &RankSteps::compared),
          C::Number("last", Unit::kCount, "", "Of those, to how many it came last.",
                    &RankSteps::last),
          C::Real("wait_us", Unit::kMicros, "", "In those until the last rank came, a step.",
                  [](Row rank) { return rank->wait / kPicosPerMicro; }),
          C::Real("exposed_wait_us", Unit::kMicros, "", "Of that, while nothing else ran.",
                  [](Row rank) { return rank->exposed_wait / kPicosPerMicro; }),
          C::Real("caused_share", Unit::kShare, "", "Of all waits, those for this rank.",
                  [=](Row rank) { return rank->waited_for / all; }),
      },
      ranks, [](Row rank) { return rank->name; }, "ranks that others wait for less");
}

// How the waits are spread, if no rank is waited for in most steps.
std::string CausesText(const RankSteps& most, double all) {
  const std::string share = Percent(most.waited_for / all);
  if (most.waited_for <= all / 2) {
    return fmt::format("no rank causes most of it, {} causes {}", most.name, share);
  }
  return fmt::format("{} causes {}, but most of it in only {} of {}", most.name, share,
                     most.waited_for_steps,
                     Count(static_cast<size_t>(most.compared_steps), "step"));
}

// By the arrivals of ranks. `ranks` were compared in collectives.
void JudgeWaits(const InputOf<JobThresholds>& input, RanksOfRun ranks, Verdict& verdict) {
  std::stable_sort(ranks.begin(), ranks.end(), [](const RankSteps* a, const RankSteps* b) {
    return a->waited_for > b->waited_for;
  });
  double all = 0;
  for (const RankSteps* rank : ranks) all += rank->waited_for;
  if (all <= 0) return;
  const RankSteps& most = *ranks.front();
  const bool is_one = most.waited_for > all / 2 && 2 * most.waited_for_steps > most.compared_steps;
  const auto [wait, share] = OthersWait(ranks, is_one ? &most : nullptr);
  const double least = is_one ? input.thresholds.waited_for : input.thresholds.communication;
  if (share <= least || (is_one && IsToldAsStraggler(verdict, most.name))) return;
  const std::string time =
      fmt::format("{} a step ({})", FormatMicros(static_cast<Value>(wait)), Percent(share));
  Finding finding;
  if (is_one) {
    finding = Warning(
        "waited_for", most.name,
        fmt::format("the others wait for {}: {} on average, in {} of {} mostly for it. Compare its "
                    "input, its sharding and its hardware",
                    most.name, time, most.waited_for_steps,
                    Count(static_cast<size_t>(most.compared_steps), "step")),
        "collectives -by rank");
    finding.place = PlaceOf(input.profile(), most.source);
  } else {
    finding = Warning("ranks_wait", most.run,
                      fmt::format("ranks wait for each other, {} on average: {}. Even out their "
                                  "work, such as the lengths of their samples",
                                  time, CausesText(most, all)),
                      "collectives -by rank");
  }
  finding.evidence.push_back(WaitEvidence(ranks, all));
  verdict.findings.push_back(std::move(finding));
}

// Which rank of a run came last to more than half of the collectives, if one did.
Finding Arrival(const Profile& profile, const CollectiveWaits& waits, uint32_t run,
                const std::string& name) {
  std::vector<RankWaits> ranks;
  for (const RankWaits& one : waits.ranks) {
    if (one.run == run && one.compared > 0) ranks.push_back(one);
  }
  const RankWaits& most =
      *std::max_element(ranks.begin(), ranks.end(),
                        [](const RankWaits& a, const RankWaits& b) { return a.last < b.last; });
  const bool is_majority = 2 * most.last > waits.runs[run].compared;
  Finding finding;
  finding.id = "arrivals";
  finding.subject = name;
  finding.text = fmt::format(
      "of {} that several ranks{} recorded, {}",
      Count(static_cast<size_t>(waits.runs[run].compared), "collective"),
      name.empty() ? "" : " of the run " + name,
      most.last == 0 ? "all ranks arrived at the same time"
      : is_majority  ? fmt::format("{} came last to {}", NameOf(profile, waits, most), most.last)
                     : "no rank came last to more than half");
  finding.command = "collectives -by rank";
  if (is_majority) finding.place = PlaceOf(profile, most.source);
  finding.evidence.push_back(RankEvidence(profile, waits, ranks));
  return finding;
}

}  // namespace

void JudgeWaiting(const InputOf<JobThresholds>& input, const RanksOfRun& ranks,
                  const std::vector<WorkerUse>& workers, Verdict& verdict) {
  RanksOfRun compared;
  for (const RankSteps* rank : ranks) {
    if (rank->is_compared && rank->compared > 0) compared.push_back(rank);
  }
  if (compared.size() > 1) {
    JudgeWaits(input, compared, verdict);
  } else {
    JudgeDurations(input, workers, verdict);
  }
}

absl::Status JudgeArrivals(const RuleInput& input, Verdict& verdict) {
  for (const MissingRanks& job : FindMissingRanks(input.profile())) {
    verdict.lacks += fmt::format(
        "{}{} of the {} ranks of the job{} {} opened: whether others are waited for is not known",
        verdict.lacks.empty() ? "" : "; ", job.recorded, job.world_size,
        job.run.empty() ? "" : " " + job.run, job.recorded == 1 ? "was" : "were");
  }
  PROFILER_ASSIGN_OR_RETURN(const auto collectives,
                            SharedCollectives(input.selected, input.context));
  const CollectiveWaits& waits = collectives->waits;
  const Runs runs = RunsOf(input.profile());
  for (uint32_t run = 0; run < waits.runs.size(); ++run) {
    if (waits.runs[run].compared == 0) continue;
    const std::string name = runs.are_several() ? runs.names[run] : "";
    verdict.findings.push_back(Arrival(input.profile(), waits, run, name));
  }
  return absl::OkStatus();
}

}  // namespace profiler
