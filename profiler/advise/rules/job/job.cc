#include "profiler/advise/rules/job/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/job/job_collectives.h"
#include "profiler/advise/rules/job/job_links.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/collectives/parameter_servers.h"
#include "profiler/analysis/collectives/worker_use.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

using Uses = std::vector<WorkerUse>;

Value Mean(Int128 sum, const WorkerUse& use) { return sum / use.steps; }

double ExposedShare(const WorkerUse& use) {
  return use.span > 0 ? static_cast<double>(use.exposed) / static_cast<double>(use.span) : 0;
}

std::string HostOption(const Worker& worker) {
  return worker.host_regex.empty()
             ? ""
             : fmt::format(" -host {}", QuoteWord(NameRegex(worker.host_regex)));
}

Report Evidence(const Uses& uses) {
  EvidenceTable evidence({
      EvidenceNumber("steps", Unit::kCount, "In which it took part."),
      EvidenceNumber("step_us", Unit::kMicros, "From its first event to its last, a step."),
      EvidenceNumber("busy_us", Unit::kMicros, "While an op ran that moves no data."),
      EvidenceNumber("communication_us", Unit::kMicros,
                     "While a transfer to it or a collective was under way."),
      EvidenceNumber("exposed_us", Unit::kMicros, "Of that, while no such op ran."),
  });
  for (const WorkerUse& use : uses) {
    evidence.Add(use.worker.name,
                 {static_cast<Value>(use.steps), Mean(use.span, use), Mean(use.busy, use),
                  Mean(use.communication, use), Mean(use.exposed, use)});
  }
  return evidence.Take("other workers");
}

// The worker that waits the largest share of its steps. Parameter servers wait by design.
const WorkerUse* MostWaiting(const Uses& uses) {
  const WorkerUse* most = nullptr;
  for (const WorkerUse& use : uses) {
    if (use.worker.is_parameter_server) continue;
    if (most == nullptr || ExposedShare(use) > ExposedShare(*most)) most = &use;
  }
  return most;
}

// Less is told as "0%".
constexpr double kLeastShare = 0.005;

// Returns whether it is much.
bool JudgeCommunication(const RuleInput& input, const Uses& uses,
                        const std::vector<ExposedCollective>& collectives, Verdict& verdict) {
  const WorkerUse* most = MostWaiting(uses);
  if (most == nullptr) return false;
  const bool is_there =
      static_cast<double>(most->communication) >= kLeastShare * static_cast<double>(most->span);
  if (!is_there) return false;
  const bool is_much = ExposedShare(*most) > input.threshold("communication");
  Finding finding;
  finding.id = is_much ? "communication_bound" : "communication";
  finding.severity = is_much ? FindingSeverity::kWarning : FindingSeverity::kInfo;
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
    finding.text += TellCollectives(input.profile(), collectives, is_much);
    finding.command = "utilization";
  }
  finding.evidence = Evidence(uses);
  verdict.findings.push_back(std::move(finding));
  return is_much;
}

// The middle worker's; of two the faster one's.
Value MiddleOf(const std::vector<const WorkerUse*>& uses) {
  std::vector<Value> own;
  own.reserve(uses.size());
  for (const WorkerUse* use : uses) own.push_back(Mean(use->own(), *use));
  std::sort(own.begin(), own.end());
  return own[(own.size() - 1) / 2];
}

// Of one run.
void JudgeStragglers(const RuleInput& input, const std::vector<const WorkerUse*>& workers,
                     Verdict& verdict) {
  if (workers.size() < 2) return;
  const Value middle = MiddleOf(workers);
  for (const WorkerUse* use : workers) {
    const Value own = Mean(use->own(), *use), excess = own - middle;
    const auto share = [&](Value whole) {
      return whole > 0 ? static_cast<double>(excess) / static_cast<double>(whole) : 0;
    };
    if (share(middle) <= input.threshold("straggler")) continue;
    if (share(Mean(use->span, *use)) <= input.threshold("straggler_share")) continue;
    Finding finding;
    finding.id = "straggler";
    finding.subject = use->worker.name;
    finding.severity = FindingSeverity::kWarning;
    finding.text = fmt::format(
        "{} works {} a step, the middle worker {}: the others wait for it; compare its hardware, "
        "its input and what else runs there",
        use->worker.name, FormatMicros(own), FormatMicros(middle));
    finding.command = fmt::format("op{} -order_by micros", HostOption(use->worker));
    verdict.findings.push_back(std::move(finding));
  }
}

// One measure of the parameter servers: the largest against the mean.
void JudgeBalance(const RuleInput& input, const std::vector<ParameterServer>& servers, bool by_time,
                  Verdict& verdict) {
  const auto load = [&](const ParameterServer& s) { return by_time ? s.time : s.parameters; };
  Int128 sum = 0;
  const ParameterServer* most = &servers.front();
  for (const ParameterServer& server : servers) {
    sum += load(server);
    if (load(server) > load(*most)) most = &server;
  }
  const double mean = static_cast<double>(sum) / static_cast<double>(servers.size());
  if (mean <= 0 || static_cast<double>(load(*most)) <= input.threshold("imbalance") * mean) return;
  EvidenceTable evidence({
      EvidenceNumber("variables", Unit::kCount, "That lie there."),
      EvidenceNumber("parameters", Unit::kCount, "Of those variables."),
      EvidenceNumber("time_us", Unit::kMicros, "Op time in a step."),
  });
  for (const ParameterServer& server : servers) {
    evidence.Add(server.name,
                 {static_cast<Value>(server.variables), static_cast<Value>(server.parameters),
                  static_cast<Value>(server.time)});
  }
  Finding finding;
  finding.id = by_time ? "server_time_imbalance" : "server_parameter_imbalance";
  finding.subject = most->name;
  finding.severity = FindingSeverity::kWarning;
  finding.text = fmt::format(
      "{} {} {} of the {} parameter servers' {}: spread variables evenly, divide large ones into "
      "parts",
      most->name, by_time ? "takes" : "holds",
      Percent(static_cast<double>(load(*most)), static_cast<double>(sum)), servers.size(),
      by_time ? "op time" : "parameters");
  finding.command =
      "scope -account_type_regexes .*Variable.*,VarHandleOp -select params,device -max_depth 100 "
      "-order_by params";
  finding.evidence = evidence.Take("other servers");
  verdict.findings.push_back(std::move(finding));
}

// The workers of each run that are no parameter servers.
std::map<uint32_t, std::vector<const WorkerUse*>> ByRun(const Uses& uses) {
  std::map<uint32_t, std::vector<const WorkerUse*>> by_run;
  for (const WorkerUse& use : uses) {
    if (!use.worker.is_parameter_server) by_run[use.worker.run].push_back(&use);
  }
  return by_run;
}

// A run of one worker has others only where it takes part in collectives.
bool IsAlone(const Uses& uses) {
  std::map<uint32_t, int> workers;
  for (const WorkerUse& use : uses) {
    if (++workers[use.worker.run] > 1 || use.has_collectives) return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<Verdict> Job(const RuleInput& input) {
  const Profile& profile = input.profile();
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  const Uses uses = WorkerUses(input.selected);
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
    JudgeLinks(input, Transfers(input.selected), most_steps, waits, verdict);
  } else {
    TellGraphTraffic(profile, DeviceCrossings(*SharedDataEdges(input)), verdict);
    verdict.lacks =
        "no transfer between workers was recorded, so what communication takes is not known; "
        "RunMetadata holds them (-run_meta_path), tfprof's own file does not";
  }
  for (const auto& [run, workers] : ByRun(uses)) {
    JudgeStragglers(input, workers, verdict);
    JudgeWaiting(input, workers, verdict);
  }
  PROFILER_RETURN_IF_ERROR(TellArrivals(input, verdict));
  Query query = input.query;
  query.compat_tfprof = false;  // where only variables have parameters
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(input.selected, query, input.context));
  const auto servers = ParameterServers(profile, *values);
  if (servers.size() > 1) {
    JudgeBalance(input, servers, false, verdict);
    JudgeBalance(input, servers, true, verdict);
  }
  return verdict;
}

}  // namespace profiler
