#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/job/job_collectives.h"
#include "profiler/advise/rules/job/job_links.h"
#include "profiler/advise/rules/job/stragglers.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/collectives/parameter_servers.h"
#include "profiler/analysis/collectives/worker_use.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct JobThresholds {
  Threshold communication = {"communication", 0.2,
                             "communication alone takes more than this share of a step, 0 to 1", 1};
  Threshold slow_link = {"slow_link", 0.33,
                         "a link slower than this share of the middle link's rate is slow"};
  Threshold small_transfer = {"small_transfer", 65536, "transfers of fewer bytes are small"};
  Threshold straggler = {"straggler", 0.2,
                         "a rank works longer than the middle one by more than this share"};
  Threshold straggler_share = {"straggler_share", 0.05,
                               "... and by more than this share of a step"};
  Threshold waited_for = {
      "waited_for", 0.05,
      "others are in collectives longer than a rank by more than this share of a step, 0 to 1", 1};
  Threshold imbalance = {"imbalance", 1.5,
                         "a parameter server has more than this many times the mean"};
};

using Uses = std::vector<WorkerUse>;

Value Mean(Int128 sum, const WorkerUse& use) { return sum / use.steps; }

double ExposedShare(const WorkerUse& use) { return Share(use.exposed, use.span); }

// SetPlace() selects workers with steps of their own.
std::string HostOption(const Worker& worker) {
  return worker.host_regex.empty() || worker.has_own_steps
             ? ""
             : fmt::format(" -host {}", QuoteWord(NameRegex(worker.host_regex)));
}

Report Evidence(const Uses& uses) {
  using C = ColumnOf<WorkerUse>;
  return EvidenceOf<WorkerUse>(
      {
          C::Number("steps", Unit::kCount, "", "In which it took part.", &WorkerUse::steps),
          C::Number("step_us", Unit::kMicros, "", "From its first event to its last, a step.",
                    [](const WorkerUse& use) { return Mean(use.span, use); }),
          C::Number("busy_us", Unit::kMicros, "", "While an op ran that moves no data.",
                    [](const WorkerUse& use) { return Mean(use.busy, use); }),
          C::Number("communication_us", Unit::kMicros, "",
                    "While a transfer to it or a collective was under way.",
                    [](const WorkerUse& use) { return Mean(use.communication, use); }),
          C::Number("exposed_us", Unit::kMicros, "", "Of that, while no such op ran.",
                    [](const WorkerUse& use) { return Mean(use.exposed, use); }),
      },
      uses, [](const WorkerUse& use) { return use.worker.name; }, "other workers");
}

// The worker that waits for the largest share of its steps. Parameter servers are ignored, because
// they wait by design.
const WorkerUse* MostWaiting(const Uses& uses) {
  const WorkerUse* most = nullptr;
  for (const WorkerUse& use : uses) {
    if (use.worker.is_parameter_server) continue;
    if (most == nullptr || ExposedShare(use) > ExposedShare(*most)) most = &use;
  }
  return most;
}

// Smaller shares would be shown as "0%".
constexpr double kLeastShare = 0.005;

// Returns whether communication takes more than its threshold.
bool JudgeCommunication(const InputOf<JobThresholds>& input, const Uses& uses,
                        const std::vector<ExposedCollective>& collectives, Verdict& verdict) {
  const WorkerUse* most = MostWaiting(uses);
  if (most == nullptr) return false;
  const bool is_there =
      static_cast<double>(most->communication) >= kLeastShare * static_cast<double>(most->span);
  if (!is_there) return false;
  const bool is_much = ExposedShare(*most) > input.thresholds.communication;
  Finding finding;
  finding.id = is_much ? "communication_bound" : "communication";
  finding.severity = WarningIf(is_much);
  const auto span = static_cast<double>(most->span);
  finding.text = fmt::format(
      "{}communication is under way during {} of a step{}, {} while nothing else runs there ({} of "
      "{})",
      is_much ? "the job waits for data: " : "",
      Percent(static_cast<double>(most->communication), span),
      most->worker.name.empty() ? "" : " of " + most->worker.name,
      Percent(static_cast<double>(most->exposed), span), FormatMicros(Mean(most->exposed, *most)),
      FormatMicros(Mean(most->span, *most)));
  finding.command = fmt::format("op{} -compat off -order_by micros -select micros,occurrence",
                                HostOption(most->worker));
  if (most->has_collectives) finding.command = "collectives";
  if (most->on_accelerators) {
    finding.text += DescribeCollectives(input.profile(), collectives, is_much);
    finding.command = "utilization";
  }
  if (most->worker.has_own_steps) SetPlace(input.profile(), most->worker.source, finding);
  finding.evidence.push_back(Evidence(uses));
  verdict.findings.push_back(std::move(finding));
  return is_much;
}

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

// Workers by run, without parameter servers.
std::map<uint32_t, std::vector<const WorkerUse*>> ByRun(const Uses& uses) {
  std::map<uint32_t, std::vector<const WorkerUse*>> by_run;
  for (const WorkerUse& use : uses) {
    if (!use.worker.is_parameter_server) by_run[use.worker.run].push_back(&use);
  }
  return by_run;
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

absl::StatusOr<Verdict> JudgeJob(const InputOf<JobThresholds>& input) {
  const Profile& profile = input.profile();
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const Uses uses, WorkerUses(input.selected, input.context));
  Verdict verdict;
  if (IsAlone(uses)) {
    verdict.lacks = "the profile holds one worker, and no collective of it with others";
    return verdict;
  }
  const bool communicates = std::any_of(uses.begin(), uses.end(),
                                        [](const WorkerUse& use) { return use.communication > 0; });
  if (communicates) {
    PROFILER_ASSIGN_OR_RETURN(const auto collectives,
                              ExposedCollectives(input.selected, input.context));
    const bool waits = JudgeCommunication(input, uses, collectives, verdict);
    int64_t most_steps = 0;
    for (const WorkerUse& use : uses) most_steps = std::max(most_steps, use.steps);
    const std::vector<Transfer> transfers = Transfers(input.selected);
    JudgeLinks(transfers, most_steps, input.thresholds.slow_link, verdict);
    if (waits) JudgeSizes(transfers, most_steps, input.thresholds.small_transfer, verdict);
  } else {
    JudgeGraphCommunication(profile, DeviceCrossings(*SharedDataEdges(input)), verdict);
    verdict.lacks =
        "no transfer between workers was recorded, so what communication takes is not known; "
        "RunMetadata holds them (-run_meta_path), tfprof's own file does not";
  }
  PROFILER_ASSIGN_OR_RETURN(const SharedRanks ranks,
                            SharedRankSteps(input.selected, input.context));
  const StragglerLimits limits = {input.thresholds.straggler, input.thresholds.straggler_share};
  for (Finding& finding : StragglerFindings(profile, *ranks, limits)) {
    verdict.findings.push_back(std::move(finding));
  }
  for (const auto& [run, workers] : ByRun(uses)) {
    JudgeWaiting(profile, workers, input.thresholds.waited_for, verdict);
  }
  PROFILER_RETURN_IF_ERROR(JudgeArrivals(input, verdict));
  Query query = input.query;
  query.compat_tfprof = false;  // with tfprof's quirks, not only variables have parameters
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(input.selected, query, input.context));
  const auto servers = ParameterServers(profile, *values);
  if (servers.size() > 1) {
    JudgeBalance(input, servers, false, verdict);
    JudgeBalance(input, servers, true, verdict);
  }
  return verdict;
}

}  // namespace

extern const Rule kJobChecker = RuleOf<JobThresholds>{
    .name = "JobChecker",
    .summary = "jobs of several workers: waiting for data, slow links, uneven load",
    .run = JudgeJob,
    .is_in_overview = true,
};

}  // namespace profiler
