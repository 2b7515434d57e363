#include "profiler/advise/rules/job/job_collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/job/chance.h"
#include "profiler/advise/rules/job/job_waits.h"
#include "profiler/advise/rules/job/wait_remedy.h"
#include "profiler/advise/rules/ranks/straggler_cause.h"
#include "profiler/analysis/collectives/missing_ranks.h"
#include "profiler/analysis/ops/framework_op.h"

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

// Whether the rank's own work may be why others wait for it for so long a step, in picoseconds.
// Stages of a pipeline come to a collective one after another, whatever their work: there it must
// work longer than each other rank, as those of its stage have as much to do.
bool MayCauseWait(const RankSteps& rank, const RanksOfRun& ranks, double wait) {
  return !rank.is_in_pipeline() ||
         std::none_of(ranks.begin(), ranks.end(), [&](const RankSteps* other) {
           return other != &rank && rank.own - other->own < wait / 2;
         });
}

// By durations: the worker with the least time in collectives arrives last.
void JudgeDurations(const InputOf<JobThresholds>& input, const RanksOfRun& ranks,
                    const KnownCauses& known, const std::vector<WorkerUse>& workers,
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
  const auto rank = std::find_if(ranks.begin(), ranks.end(), [&](const RankSteps* one) {
    return one->source == last.worker.source;
  });
  if (rank != ranks.end() && (*rank == known.straggler ||
                              !MayCauseWait(**rank, ranks, static_cast<double>(others - own)))) {
    return;
  }
  Finding finding = Warning(
      "waited_for", last.worker.name,
      fmt::format(
          "the others wait for {}: it is in collectives for {} a step, they for {}, in {} of {} "
          "the shortest time of all; the difference ({} of a step) is work it has more of or does "
          "slower: compare its input, its sharding and its hardware",
          last.worker.name, FormatMicros(own), FormatMicros(others), as_last,
          Count(static_cast<size_t>(common), "step"), Percent(share)),
      "utilization");
  finding.share = share;
  SetPlace(input.profile(), last.worker.source, finding);
  finding.evidence.push_back(WorkerEvidence(workers));
  verdict.findings.push_back(std::move(finding));
}

// The mean time a step that the ranks other than `late` wait and do nothing else, in picoseconds,
// and its share of a step. Waits for the stages of a pipeline are not counted.
std::pair<double, double> OthersWait(const RanksOfRun& ranks, const RankSteps* late) {
  double wait = 0, span = 0;
  int64_t count = 0;
  for (const RankSteps* rank : ranks) {
    if (rank == late || std::isnan(rank->exposed_wait) || std::isnan(rank->whole.average)) continue;
    wait += rank->exposed_wait - rank->exposed_sends;
    span += rank->whole.average;
    ++count;
  }
  if (count == 0 || span <= 0) return {0, 0};
  return {wait / static_cast<double>(count), wait / span};
}

// Whether the others may wait in as many steps for a rank that is no slower than they are. Of few
// steps nobody can tell.
bool MayBeLastByChance(const RankSteps& rank, size_t ranks) {
  if (rank.compared_steps < kLeastToTell) return false;
  const double steps = static_cast<double>(rank.compared_steps);
  const double chance = 1 / static_cast<double>(ranks);
  return IsChance(rank.waited_for_steps, steps * chance, steps * chance * (1 - chance));
}

// Whether all ran on one host, and it is known.
bool AreOfOneHost(const RanksOfRun& ranks) {
  return std::all_of(ranks.begin(), ranks.end(), [&](const RankSteps* rank) {
    return !rank->host.empty() && rank->host == ranks.front()->host;
  });
}

// By the arrivals of ranks. `ranks` were compared in collectives.
void JudgeWaits(const InputOf<JobThresholds>& input, RanksOfRun ranks, const KnownCauses& known,
                Verdict& verdict) {
  std::stable_sort(ranks.begin(), ranks.end(), [](const RankSteps* a, const RankSteps* b) {
    return a->waited_for > b->waited_for;
  });
  double all = 0, for_slow_group = 0;
  for (const RankSteps* rank : ranks) {
    all += rank->waited_for;
    const bool is_slow = std::count(known.slow_group.begin(), known.slow_group.end(), rank->source);
    if (is_slow) for_slow_group += rank->waited_for;
  }
  if (all <= 0 || for_slow_group > all / 2) return;
  const RankSteps& most = *ranks.front();
  const bool is_often = 2 * static_cast<int64_t>(most.main_waited_for.size()) > most.compared_steps;
  const bool is_one =
      most.waited_for > all / 2 && is_often && 2 * most.waited_for_steps > most.compared_steps;
  const bool is_mainly_one = most.waited_for > all / 2;
  const bool may_be_chance = MayBeLastByChance(most, ranks.size());
  // Ranks that share a host's cores are slow in turns.
  const bool are_in_turns = is_one && may_be_chance && AreOfOneHost(ranks);
  const auto [wait, share] = OthersWait(ranks, is_mainly_one ? &most : nullptr);
  const bool is_told_alone = known.slow.ranks.size() == 1 && known.slow.Has(most) &&
                             (is_one || (is_mainly_one && !is_often));
  if (!known.slow.ranks.empty() && !is_told_alone) {
    if (known.straggler == nullptr) {
      verdict.findings.push_back(SlowRanksFinding(input, known.slow));
    }
    return;
  }
  // Ranks that are equally fast wait for each other, too, and for one of them more than for others.
  if (may_be_chance && share <= input.thresholds.waiting) return;
  double least = is_mainly_one ? input.thresholds.waited_for : input.thresholds.waiting;
  // StepChecker names a single slow step.
  if (is_mainly_one && most.main_waited_for.size() < 2) least = input.thresholds.communication;
  if (share <= least || (is_one && known.straggler == &most)) return;
  if ((!is_one && known.hangs) || (is_often && !MayCauseWait(most, ranks, wait))) return;
  const std::string time =
      fmt::format("{} a step ({})", FormatMicros(static_cast<Value>(wait)), Percent(share));
  Finding finding;
  if (are_in_turns) {
    finding = Warning(
        "ranks_wait", most.run,
        fmt::format("ranks wait for each other in turns, {} on average: {} causes {}, in {}, which "
                    "is no more often than by chance",
                    time, most.name, Percent(most.waited_for / all), StepsWaitedForText(most)),
        "collectives -by rank");
  } else if (is_one) {
    const RanksOfRun others(ranks.begin() + 1, ranks.end());
    const std::string hides_less = HidesLessText(most, others, wait, FrameworkOf(input.profile()));
    finding =
        Warning("waited_for", most.name,
                fmt::format("the others wait for {}: {} on average, in {} mostly for it{}",
                            most.name, time, StepsWaitedForText(most),
                            hides_less.empty() ? StragglerRemedy(input, most, others) : hides_less),
                "collectives -by rank");
    finding.place = PlaceOf(input.profile(), most.source);
    // Where it only comes late, its work is not what costs.
    if (AreSlowTogether({&most}, others, wait)) finding.saves = SavesOf({&most}, others);
  } else if (const std::string late = LateStartText(input.profile(), ranks, most, wait);
             !late.empty()) {
    finding.id = "late_start";
    finding.subject = most.run;
    finding.text = fmt::format("ranks wait for each other, {} on average: {}", time, late);
    finding.command = "collectives -by rank";
  } else {
    WaitRemedy remedy = may_be_chance ? RemedyOfChance(input, ranks, all, wait) : WaitRemedy();
    const bool is_by_chance = !remedy.text.empty();
    if (!is_by_chance) {
      remedy = RemedyOfWaits(input, ranks, all, wait);
      remedy.text.insert(0, WaitCauseText(ranks, all));
    }
    finding = Warning("ranks_wait", most.run,
                      fmt::format("ranks wait for each other{}, {} on average: {}",
                                  is_by_chance ? " in turns" : "", time, remedy.text),
                      "collectives -by rank");
    if (remedy.is_of_varying_work) finding.saves = static_cast<Value>(wait);
  }
  finding.share = share;
  finding.evidence.push_back(WaitEvidence(ranks, all));
  verdict.findings.push_back(std::move(finding));
}

}  // namespace

void JudgeWaiting(const InputOf<JobThresholds>& input, const RanksOfRun& ranks,
                  const KnownCauses& known, const std::vector<WorkerUse>& workers,
                  Verdict& verdict) {
  RanksOfRun compared;
  for (const RankSteps* rank : ranks) {
    if (rank->is_compared && rank->compared > 0) compared.push_back(rank);
  }
  if (compared.size() > 1) {
    JudgeWaits(input, compared, known, verdict);
  } else {
    JudgeDurations(input, ranks, known, workers, verdict);
  }
}

void AddMissingRanks(const Profile& profile, Verdict& verdict) {
  for (const MissingRanks& job : FindMissingRanks(profile)) {
    verdict.lacks += fmt::format(
        "{}{} of the {} ranks of the job{} {} {}: whether others are waited for is not known",
        verdict.lacks.empty() ? "" : "; ", job.recorded, job.world_size,
        job.run.empty() ? "" : " " + job.run, job.recorded == 1 ? "was" : "were",
        job.are_in_other_run ? "recorded at that time" : "opened");
  }
}

}  // namespace profiler
