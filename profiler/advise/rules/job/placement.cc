#include "profiler/analysis/collectives/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct PlacementThresholds {
  Threshold copies = {"copies", 2,
                      "fewer copies in a step between accelerator ops are not worth a warning"};
  Threshold least_bytes = {
      "least_bytes", 65,
      "smaller tensors are not copied: accelerators' ops take them from the host"};
  Threshold host_share = {"host_share", 0.5,
                          "ops placed on the host take more than this share of op time, 0 to 1", 1};
};

// Text such as "40.1KB in 9 copies".
std::string CopiesText(const Copies& copies) {
  const int64_t known = copies.count - copies.of_unknown_size;
  std::string text = fmt::format("{} in {} cop{}", FormatBytesOf(copies.known_bytes), known,
                                 known == 1 ? "y" : "ies");
  if (copies.of_unknown_size > 0) {
    text += fmt::format(" and {} more of unknown size", copies.of_unknown_size);
  }
  return text;
}

// Whether the column `device` has values.
bool HasDevices(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(),
                     [](const OpRow& op) { return op.assigned_device.valid(); });
}

// ", most of it in Unique (54%)", where ops on the host are the largest part and one is most of it.
std::string TopPlacedOnHost(const Profile& profile, const PlacedTime& time) {
  const Int128 most = std::max({time.accelerator, time.launching, time.input});
  if (!time.top_host.valid() || time.host <= most || 2 * time.of_top_host <= time.host) return "";
  return fmt::format(", most of it in {} ({})",
                     profile.strings[profile.ops.row[time.top_host].name],
                     Percent(Share(time.of_top_host, time.all())));
}

Finding TimeShare(const Profile& profile, const PlacedTime& time, double host_share) {
  const auto share = [&](Int128 part) { return Percent(Share(part, time.all())); };
  Finding finding;
  finding.id = "time_share";
  const bool is_high = Share(time.host, time.all()) > host_share;
  finding.severity = WarningIf(is_high);
  // The input has a rule of its own.
  const std::string input =
      time.input > 0 ? fmt::format("{} in the input pipeline, ", share(time.input)) : "";
  finding.text = fmt::format(
      "of {} of op time {} is on accelerators, {} on the host to start that, {}{} in {}ops placed "
      "on the host",
      FormatMicros(time.all()), share(time.accelerator), share(time.launching), input,
      share(time.host), input.empty() ? "" : "other ");
  finding.text += TopPlacedOnHost(profile, time);
  if (is_high) finding.text += ": move to the accelerator those that can run there";
  finding.command = fmt::format("op -select accelerator_micros,cpu_micros{} -order_by cpu_micros",
                                HasDevices(profile) ? ",device" : "");
  return finding;
}

Report Evidence(const Profile& profile, const OpValues& values, const std::vector<OpBetween>& ops) {
  using C = ColumnOf<OpBetween>;
  const auto row = [&](const OpBetween& one) { return profile.ops.row[one.op]; };
  return EvidenceOf<OpBetween>(
      {
          C::Text("type", "", "The op's type.",
                  [&](const OpBetween& one) { return profile.strings[row(one).type]; }),
          C::Number("to_host_bytes", Unit::kBytes, "", "Copied for it to the host in a step.",
                    [](const OpBetween& one) { return one.to_host.bytes(); }),
          C::Number("to_accelerator_bytes", Unit::kBytes, "", "Copied of its result in a step.",
                    [](const OpBetween& one) { return one.to_accelerator.bytes(); }),
          C::Number(
              "micros", Unit::kMicros, "", "Its own time in a step.",
              [&](const OpBetween& one) { return values.of[one.op.row()][Measure::kMicros]; }),
      },
      ops, [&](const OpBetween& one) { return profile.strings[row(one).name]; },
      "those that copy less");
}

Finding Between(const InputOf<PlacementThresholds>& input, const OpValues& values,
                std::vector<OpBetween> ops) {
  const Profile& profile = input.profile();
  const auto bytes = [](const OpBetween& one) {
    return one.to_host.known_bytes + one.to_accelerator.known_bytes;
  };
  std::stable_sort(ops.begin(), ops.end(),
                   [&](const OpBetween& a, const OpBetween& b) { return bytes(a) > bytes(b); });
  Copies to_host, to_accelerator;
  for (const OpBetween& one : ops) {
    to_host.Add(one.to_host);
    to_accelerator.Add(one.to_accelerator);
  }
  Finding finding;
  finding.id = "host_between_accelerator";
  const auto copies = static_cast<double>(to_host.count + to_accelerator.count);
  const bool is_worth = copies >= input.thresholds.copies;
  finding.severity = WarningIf(is_worth);
  const std::string first(profile.strings[profile.ops.row[ops.front().op].name]);
  finding.text = fmt::format(
      "{} placed on the host between ops on an accelerator; each step copies {} to the host and "
      "{} back. The one that copies most is {}: place it on the accelerator",
      ops.size() == 1 ? "1 op is" : fmt::format("{} ops are", ops.size()), CopiesText(to_host),
      CopiesText(to_accelerator), first);
  finding.command = fmt::format("graph -start_name_regexes {} -max_depth 3 -select micros{}",
                                QuoteWord(NameRegex(first)), HasDevices(profile) ? ",device" : "");
  finding.evidence.push_back(Evidence(profile, values, ops));
  return finding;
}

// The finding about variables on the host. With several accelerators it may be intended, because
// the accelerators share the variables.
Finding VariablesOnHost(const HostVariables& variables, size_t accelerators) {
  Finding finding;
  finding.id = "host_variables";
  finding.severity = WarningIf(accelerators == 1);
  finding.text = fmt::format(
      "{} on the host, and ops on {} use {}: each step copies {} there and, as updates, {} back",
      variables.variables == 1 ? "1 variable lies"
                               : fmt::format("{} variables lie", variables.variables),
      accelerators == 1 ? "the accelerator" : fmt::format("{} accelerators", accelerators),
      variables.variables == 1 ? "it" : "them", CopiesText(variables.values),
      CopiesText(variables.updates));
  if (accelerators == 1) finding.text += ". Place variables on the accelerator";
  finding.command =
      "scope -account_type_regexes .*Variable.*,VarHandleOp -select params,device "
      "-max_depth 100";
  return finding;
}

bool KnowsPlacement(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(), [](const SourceRow& source) {
    return !source.host_ops_may_launch && !source.is_beside_profile;
  });
}

// The time as `ops` and `overview` show it. Of profiles without events, and with tfprof's own
// numbers, that of executions, as in `op`.
absl::StatusOr<PlacedTime> OpTimeOf(const RuleInput& input, const PlacedTime& of_execs) {
  if (input.query.compat_tfprof) return of_execs;
  PROFILER_ASSIGN_OR_RETURN(const PlacedTime self, PlacedSelfTime(input.selected, input.context));
  return self.accelerator > 0 ? self : of_execs;
}

absl::StatusOr<Verdict> JudgePlacement(const InputOf<PlacementThresholds>& input) {
  const Profile& profile = input.profile();
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  Verdict verdict;
  if (!KnowsPlacement(profile)) {
    verdict.lacks = "a trace says where ops ran, not where they were placed";
    return verdict;
  }
  if (FrameworkOf(profile) == Framework::kJax) {
    verdict.lacks = "JAX places whole programs, not ops";
    return verdict;
  }
  const PlacedTime time = PlacedTimeOf(input.selected);
  if (time.accelerators == 0 && time.accelerator == 0) {
    verdict.lacks = WhyNoDeviceWork(profile, "no op ran on an accelerator");
    return verdict;
  }
  if (time.accelerator > 0) {
    PROFILER_ASSIGN_OR_RETURN(const PlacedTime of_ops, OpTimeOf(input, time));
    verdict.findings.push_back(TimeShare(profile, of_ops, input.thresholds.host_share));
  } else {
    verdict.lacks = "the times of the accelerator's ops were not recorded, only where they ran";
  }
  Query query = input.query;
  query.compat_tfprof = false;  // with tfprof's quirks, not only variables have parameters
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(input.selected, query, input.context));
  const SharedEdges shared = SharedDataEdges(input);
  const std::vector<DataEdge>& edges = *shared;
  if (edges.empty()) {
    verdict.lacks = "the profile has no data flow between ops, so copies are unknown";
    return verdict;
  }
  auto between = OpsBetween(profile, edges, input.thresholds.least_bytes);
  if (!between.empty()) {
    verdict.findings.push_back(Between(input, *values, std::move(between)));
  }
  std::vector<char> is_variable(profile.op_count());
  for (size_t op = 0; op < is_variable.size(); ++op) {
    is_variable[op] = values->of[op][Measure::kParams] != kAbsent;
  }
  const HostVariables variables = HostVariablesOf(profile, edges, is_variable);
  if (variables.variables > 0) {
    verdict.findings.push_back(VariablesOnHost(variables, time.accelerators));
  }
  return verdict;
}

}  // namespace

extern const Rule kPlacementChecker = RuleOf<PlacementThresholds>{
    .name = "PlacementChecker",
    .summary = "ops and variables on the host that ops on accelerators wait for",
    .run = JudgePlacement,
};

}  // namespace profiler
