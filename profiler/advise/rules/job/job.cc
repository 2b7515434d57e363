#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/how_to_record.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/job/arrivals.h"
#include "profiler/advise/rules/job/communication/exchange_remedy.h"
#include "profiler/advise/rules/job/communication/job_communication.h"
#include "profiler/advise/rules/job/communication/no_straggler.h"
#include "profiler/advise/rules/job/job_collectives.h"
#include "profiler/advise/rules/job/job_links.h"
#include "profiler/advise/rules/job/late/most_waited_for.h"
#include "profiler/advise/rules/job/never_joined.h"
#include "profiler/advise/rules/job/pipeline.h"
#include "profiler/advise/rules/job/slow_groups.h"
#include "profiler/advise/rules/job/slow_sends.h"
#include "profiler/advise/rules/job/step_counts.h"
#include "profiler/advise/rules/job/stopped_ranks.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/advise/rules/ranks/slow_ranks.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/collectives/missing_ranks.h"
#include "profiler/analysis/collectives/parameter_servers.h"
#include "profiler/analysis/collectives/worker_use.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

using Uses = std::vector<WorkerUse>;

Report ServerEvidence(const std::vector<ParameterServer>& servers) {
  using C = ColumnOf<ParameterServer>;
  return EvidenceOf<ParameterServer>(
      {
          C::Number("variables", Unit::kCount, "", "That lie there.", &ParameterServer::variables),
          C::Number("parameters", Unit::kCount, "", "Of those variables.",
                    &ParameterServer::parameters),
          C::Number("time_us", Unit::kMicros, "", "Op time in a step.", &ParameterServer::time),
      },
      servers, &ParameterServer::name, "other servers");
}

// Compares the largest value of a measure of the parameter servers with the mean.
void JudgeBalance(const InputOf<JobThresholds>& input, const std::vector<ParameterServer>& servers,
                  bool by_time, Verdict& verdict) {
  const auto load = [&](const ParameterServer& s) { return by_time ? s.time : s.parameters; };
  Int128 sum = 0;
  const ParameterServer* most = &servers.front();
  for (const ParameterServer& server : servers) {
    sum += load(server);
    if (load(server) > load(*most)) most = &server;
  }
  const double mean = static_cast<double>(sum) / static_cast<double>(servers.size());
  if (mean <= 0 || static_cast<double>(load(*most)) <= input.thresholds.imbalance * mean) return;
  Finding finding = Warning(
      by_time ? "server_time_imbalance" : "server_parameter_imbalance", most->name,
      fmt::format("{} {} {} of the {} parameter servers' {}: spread variables evenly, divide large "
                  "ones into parts",
                  most->name, by_time ? "takes" : "holds",
                  Percent(static_cast<double>(load(*most)), static_cast<double>(sum)),
                  servers.size(), by_time ? "op time" : "parameters"),
      "scope -account_type_regexes .*Variable.*,VarHandleOp -select params,device -max_depth 100 "
      "-order_by params");
  finding.evidence.push_back(ServerEvidence(servers));
  verdict.findings.push_back(std::move(finding));
}

// Whether each worker is the only opened one in its run and has no collectives, which would show
// that other workers exist.
bool IsAlone(const Uses& uses) {
  std::map<uint32_t, int> workers;
  for (const WorkerUse& use : uses) {
    if (++workers[use.worker.run] > 1 || use.has_collectives) return false;
  }
  return true;
}

// The workers of a run, and its ranks.
struct JobRun {
  Uses uses;
  RanksOfRun ranks;
  LackedRanks missing;
};

// Text such as "rank 6 is" or "3 of 8 ranks are".
std::string MissingText(const MissingRanks& job) {
  if (job.missing.size() == 1) return fmt::format("rank {} is", job.missing.front());
  const int64_t missing = job.world_size - job.recorded;
  return fmt::format("{} of {} ranks {}", missing, job.world_size, missing == 1 ? "is" : "are");
}

// The collectives of the profile.
struct JobCollectives {
  const ComparedCollectives& compared;
  const std::vector<ExposedCollective>& exposed;
  const std::vector<SlowGroup>& slow_groups;
  const std::vector<SendLink>& send_links;
  const std::vector<StoppedDevice>& stopped_devices;
};

// Steps may be as long as they are for a rank that was not opened.
void DoubtSavings(const LackedRanks& missing, Verdict& verdict) {
  if (missing.empty()) return;
  for (Finding& finding : verdict.findings) {
    if (finding.saves == kAbsent) continue;
    finding.saves = kAbsent;
    finding.text += fmt::format(". But {} {} and may be slower, and then this saves nothing: {}",
                                missing.who, missing.state(), missing.remedy());
  }
}

// Whether half of what the run's ranks wait, or more, is for ranks that never come: who else is
// waited for is then hidden.
bool AreWaitsOfHang(const CollectiveWaits& waits, uint32_t run) {
  Int128 all = 0, of_hang = 0;
  for (const RankWaits& rank : waits.ranks) all += rank.run == run ? rank.wait : 0;
  for (const NeverJoined& one : waits.never_joined) {
    if (one.run != run) continue;
    for (const RankPart& part : one.parts) of_hang += part.end - part.begin;
  }
  return of_hang > 0 && 2 * of_hang >= all;
}

// Ranks come before the exchange of data: what a late rank costs, no faster exchange saves.
void JudgeRun(const InputOf<JobThresholds>& input, uint32_t index, const JobRun& run,
              const JobCollectives& collectives, bool& is_much, Verdict& verdict) {
  const std::vector<SourceId> sources = RunsOf(input.profile()).SourcesOf(index);
  JudgeNeverJoined(input, collectives.compared, index, run.ranks, verdict);
  if (verdict.findings.empty()) {
    JudgeUnended(input, collectives.compared, index, run.ranks, verdict);
  }
  if (verdict.findings.empty()) {
    JudgeStopped(input, sources, collectives.stopped_devices, verdict);
  }
  const bool hangs = !verdict.findings.empty();
  const bool only_hangs = hangs && AreWaitsOfHang(collectives.compared.waits, index);
  const SlowRanks slow =
      only_hangs ? SlowRanks() : FindSlowRanks(run.ranks, input.thresholds.waited_for);
  const bool go_one_way = GoOneWay(collectives.compared.events, sources);
  const RankSteps* const straggler =
      only_hangs ? nullptr
                 : JudgeStragglers(input, run.ranks, slow, StragglerLimitsOf(input.thresholds),
                                   go_one_way, verdict);
  const std::vector<SourceId> slow_group =
      JudgeSlowGroups(input, collectives.slow_groups, index, run.ranks, verdict);
  const bool has_slow_link = JudgeSends(input, collectives.send_links, index, run.ranks, verdict);
  if (!only_hangs) {
    JudgeWaiting(input, run.ranks, {straggler, slow, slow_group, hangs}, run.uses, verdict);
  }
  if (!has_slow_link) {
    JudgePipeline(input, run.ranks, straggler, run.missing, go_one_way, verdict);
  }
  const Uses typical = UsesOfTypicalSteps(run.uses);
  is_much |= JudgeCommunication(input,
                                {typical, run.ranks, slow, run.missing, collectives.exposed,
                                 collectives.compared, only_hangs, go_one_way},
                                verdict);
  DoubtSavings(run.missing, verdict);
  const bool is_healthy =
      std::none_of(verdict.findings.begin(), verdict.findings.end(),
                   [](const Finding& one) { return one.severity != Severity::kInfo; });
  if (is_healthy) AddNoStraggler(input.profile(), run.ranks, run.missing, typical, verdict);
  AddArrivals(input, collectives.compared, index, is_healthy, verdict);
  AddCutFiles(input.profile(), run.ranks, verdict);
  if (is_healthy && run.missing.empty()) NameMostWaitedFor(run.ranks, verdict);
  if (!hangs) AddFewerSteps(input, run.ranks, verdict);
}

absl::Status JudgeRuns(const InputOf<JobThresholds>& input, const Uses& uses, bool& is_much,
                       Verdict& verdict) {
  PROFILER_ASSIGN_OR_RETURN(const SharedRanks ranks,
                            SharedRankSteps(input.selected, input.context));
  PROFILER_ASSIGN_OR_RETURN(const auto exposed, ExposedCollectives(input.selected, input.context));
  PROFILER_ASSIGN_OR_RETURN(const auto compared, SharedCollectives(input.selected, input.context));
  const std::vector<SlowGroup> slow_groups =
      FindSlowGroups(input.profile(), *compared, input.thresholds.slow_group);
  const std::vector<SendLink> send_links = FindSendLinks(input.profile(), *compared);
  PROFILER_ASSIGN_OR_RETURN(const auto stopped, FindStoppedDevices(input.selected, input.context));
  std::map<uint32_t, JobRun> runs;
  for (const WorkerUse& use : uses) runs[use.worker.run].uses.push_back(use);
  for (const RankSteps& rank : *ranks) runs[rank.run_index].ranks.push_back(&rank);
  for (const MissingRanks& job : FindMissingRanks(input.profile())) {
    runs[job.run_index].missing = {MissingText(job), job.are_in_other_run};
  }
  for (const auto& [index, run] : runs) {
    Verdict of_run;
    JudgeRun(input, index, run, {*compared, exposed, slow_groups, send_links, stopped}, is_much,
             of_run);
    std::move(of_run.findings.begin(), of_run.findings.end(), std::back_inserter(verdict.findings));
  }
  return absl::OkStatus();
}

absl::Status JudgeServers(const InputOf<JobThresholds>& input, Verdict& verdict) {
  Query query = input.query;
  query.compat_tfprof = false;  // with tfprof's quirks, not only variables have parameters
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(input.selected, query, input.context));
  const auto servers = ParameterServers(input.profile(), *values);
  if (servers.size() < 2) return absl::OkStatus();
  JudgeBalance(input, servers, false, verdict);
  JudgeBalance(input, servers, true, verdict);
  return absl::OkStatus();
}

absl::StatusOr<Verdict> JudgeJob(const InputOf<JobThresholds>& input) {
  const Profile& profile = input.profile();
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const Uses uses, WorkerUses(input.selected, input.context));
  Verdict verdict;
  if (IsAlone(uses)) {
    const Runs runs = RunsOf(profile);
    PROFILER_ASSIGN_OR_RETURN(const auto stopped,
                              FindStoppedDevices(input.selected, input.context));
    for (uint32_t run = 0; run < runs.names.size(); ++run) {
      JudgeStopped(input, runs.SourcesOf(run), stopped, verdict);
    }
    verdict.lacks = uses.size() > 1 ? "one worker in each run and no collective: nothing to compare"
                                    : "one worker and no collective: nothing to compare";
    return verdict;
  }
  const bool communicates = std::any_of(uses.begin(), uses.end(),
                                        [](const WorkerUse& use) { return use.communication > 0; });
  bool is_much = false;
  PROFILER_RETURN_IF_ERROR(JudgeRuns(input, uses, is_much, verdict));
  if (communicates) {
    size_t most_steps = 0;
    for (const WorkerUse& use : uses) most_steps = std::max(most_steps, use.each.size());
    const auto steps = static_cast<int64_t>(most_steps);
    const std::vector<Transfer> transfers = Transfers(input.selected);
    JudgeLinks(transfers, steps, input.thresholds.slow_link, verdict);
    if (is_much) JudgeSizes(transfers, steps, input.thresholds.small_transfer, verdict);
  } else {
    JudgeGraphCommunication(profile, DeviceCrossings(*SharedDataEdges(input)), verdict);
    verdict.lacks =
        fmt::format("no communication between workers was recorded, so its cost is unknown{}",
                    HowToRecordCommunication(profile));
  }
  AddMissingRanks(profile, verdict);
  PROFILER_RETURN_IF_ERROR(JudgeServers(input, verdict));
  return verdict;
}

}  // namespace

extern const Rule kJobChecker = RuleOf<JobThresholds>{
    .name = "JobChecker",
    .summary = "jobs of several workers: waiting for communication, slow links, uneven load",
    .run = JudgeJob,
};

JobThresholds JobThresholdsOf(const AdviceOptions& options) {
  return RuleOf<JobThresholds>::With(ThresholdValues(kJobChecker, options));
}

}  // namespace profiler
