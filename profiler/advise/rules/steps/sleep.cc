#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/sleeps.h"
#include "profiler/analysis/steps/process_timings.h"
#include "profiler/analysis/steps/rank_steps.h"
#include "profiler/analysis/steps/ranks/stragglers.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct SleepThresholds {
  Threshold share = {"share", 0.05,
                     "Python sleeps or waits for this share of a step or more, 0 to 1", 1};
};

Report SleepEvidence(const Profile& profile, const std::vector<Sleep>& sleeps) {
  using C = ColumnOf<Sleep>;
  return EvidenceOf<Sleep>(
      {
          C::Text("call", "", "What sleeps or waits there.",
                  [&](const Sleep& sleep) { return CallText(profile, sleep.call); }),
          C::Number("total_us", Unit::kMicros, "", "Over all steps and threads.", &Sleep::time),
      },
      sleeps, [&](const Sleep& sleep) { return CallText(profile, sleep.caller); },
      "functions that sleep less", kLittleEvidence);
}

std::string_view WhatItDoes(std::string_view call) {
  if (IsSleep(call)) return "sleeps";
  return WaitsForNetwork(call) ? "waits for the network" : "waits for another thread or process";
}

std::string Remedy(const Profile& profile, const Sleep& sleep, std::string_view call) {
  if (IsSleep(call)) return "do it less often, or beside the steps";
  if (WaitsForNetwork(call)) {
    return "ask for it ahead, beside the steps, or for what several steps need at once";
  }
  if (sleep.alike > 0) {
    const std::string least = FormatMicros(sleep.shortest), most = FormatMicros(sleep.longest);
    return fmt::format(
        "{} of {} waits there take {}{}, so that is likely a timeout: shorten it, or end the wait "
        "when nothing more can come",
        sleep.alike, sleep.waits, least, least == most ? "" : " to " + most);
  }
  return FrameworkOf(profile) == Framework::kPyTorch
             ? "torch.profiler records the thread that starts it, so look at what the others do"
             : "look at what the others do";
}

// Where one rank sleeps, and the others wait for it.
struct SleepingRank {
  std::string name;
  std::vector<SourceId> sources;
  StepTimings timings;
  double saved = 0;  // picoseconds a step: what it sleeps longer, as the others' own steps leave it
};

const RankSteps* CompareRank(const RanksOfRun& ranks, const Profile& profile, SourceId source) {
  const int64_t number = profile.sources[source].rank;
  const auto it = std::find_if(ranks.begin(), ranks.end(), [&](const RankSteps* one) {
    return number != kUnknown ? one->rank == number : one->source == source;
  });
  return it == ranks.end() ? nullptr : *it;
}

absl::StatusOr<std::optional<SleepingRank>> OnlySleepingRank(const RuleInput& input,
                                                             const StepTimings& run, double least) {
  constexpr double kFarLonger = 2;
  const Profile& profile = input.profile();
  std::vector<ProcessTimings> processes =
      TimingsByProcess(profile, SharedStepTimes(input)->runs, run);
  if (processes.size() < 2 || run.is_whole) return std::nullopt;
  std::stable_sort(processes.begin(), processes.end(),
                   [](const ProcessTimings& a, const ProcessTimings& b) {
                     return MeanOf(a.timings.sleeps) > MeanOf(b.timings.sleeps);
                   });
  const ProcessTimings& most = processes.front();
  const double longest = MeanOf(most.timings.sleeps), next = MeanOf(processes[1].timings.sleeps);
  const bool is_alone = longest > kFarLonger * next;
  if (!is_alone || most.timings.ShareOf(most.timings.sleeps).share < least) return std::nullopt;
  PROFILER_ASSIGN_OR_RETURN(const SharedRanks all, SharedRankSteps(input.selected, input.context));
  RanksOfRun others;
  for (const RankSteps& rank : *all) {
    if (rank.run_index == run.run_index && rank.compared > 0) others.push_back(&rank);
  }
  const SourceId source = most.sources.front();
  const RankSteps* const rank = CompareRank(others, profile, source);
  if (rank == nullptr || rank->is_in_pipeline() || !rank->lets_others_wait()) return std::nullopt;
  std::erase(others, rank);
  const double saved = SavedWithout({rank}, others);
  if (std::isnan(saved)) return std::nullopt;
  return SleepingRank{rank->name, most.sources, most.timings, std::min(longest - next, saved)};
}

Finding FindingOf(const Profile& profile, const StepTimings& timings, const PartShare& part,
                  const std::vector<Sleep>& sleeps, const std::string& rank) {
  const Sleep& most = sleeps.front();
  const std::string_view call = CallText(profile, most.call);
  Finding finding = Warning(
      "sleeps", timings.run,
      fmt::format(
          "{}{}: Python {}, most of it in {} ({}), and nothing else was recorded then{}: {}",
          rank.empty() ? "" : fmt::format("on {}, ", rank), OfStep(timings, part), WhatItDoes(call),
          CallText(profile, most.caller), call,
          rank.empty() ? "" : ", and the other ranks wait for it", Remedy(profile, most, call)),
      TraceCommand(".*" + NameRegex(CallText(profile, most.caller))));
  finding.share = part.share;
  // What others do meanwhile may take as long without the wait.
  const bool is_saved = IsSleep(call) && !timings.is_whole;
  if (is_saved) finding.saves = static_cast<Value>(MeanOf(timings.sleeps));
  finding.evidence.push_back(SleepEvidence(profile, sleeps));
  return finding;
}

absl::StatusOr<Verdict> JudgeSleep(const InputOf<SleepThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const auto runs,
                            SharedStepTimings(input.selected, input.query, input.context));
  Verdict verdict;
  for (const StepTimings& run : *runs) {
    if (!run.is_known()) continue;
    PROFILER_ASSIGN_OR_RETURN(const auto rank,
                              OnlySleepingRank(input, run, input.thresholds.share));
    const StepTimings& timings = rank ? rank->timings : run;
    const PartShare part = timings.ShareOf(timings.sleeps);
    if (part.share < input.thresholds.share) continue;
    const std::vector<Sleep> sleeps =
        SleepsInSteps(input.selected, rank ? rank->sources : std::vector<SourceId>());
    if (sleeps.empty()) continue;
    Finding finding =
        FindingOf(input.profile(), timings, part, sleeps, rank ? rank->name : std::string());
    if (rank) {
      finding.place = PlaceOf(input.profile(), rank->sources.front());
      if (finding.saves != kAbsent) finding.saves = static_cast<Value>(rank->saved);
    }
    verdict.findings.push_back(std::move(finding));
  }
  return verdict;
}

bool HasPython(const Profile& profile) { return profile.strings.Find(kPythonFunctionType).valid(); }

}  // namespace

extern const Rule kSleepChecker = RuleOf<SleepThresholds>{
    .name = "SleepChecker",
    .summary = "Python that sleeps or waits for a thread, while nothing else runs",
    .run = JudgeSleep,
    .applies = HasPython,
};

}  // namespace profiler
