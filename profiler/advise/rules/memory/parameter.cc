#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/variables.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

struct ParameterThresholds {
  Threshold no_gradient = {"no_gradient", 0,
                           "a share of trainable parameters without gradient above this warns"};
  Threshold slots = {"slots", 0.7, "a share of slots in all variables above this, 0 to 1, is much",
                     1};
};

using Variables = std::vector<const ModelVariable*>;

std::string NameOf(const Profile& profile, OpId op) {
  return std::string(profile.strings[profile.ops.row[op].name]);
}

Value Sum(const Variables& variables, Value ModelVariable::*what) {
  Value sum = kAbsent;
  for (const ModelVariable* variable : variables) AddValue(sum, variable->*what);
  return sum;
}

// Sorts by bytes, descending. (Variables with the same number of parameters may differ in size.)
void SortBySize(Variables& variables) {
  std::stable_sort(
      variables.begin(), variables.end(), [](const ModelVariable* a, const ModelVariable* b) {
        return std::pair(OrZero(a->bytes), a->params) > std::pair(OrZero(b->bytes), b->params);
      });
}

Report Evidence(const Profile& profile, Variables variables) {
  SortBySize(variables);
  using C = ColumnOf<const ModelVariable*>;
  return EvidenceOf<const ModelVariable*>(
      {
          C::Number("params", Unit::kCount, "", "How many numbers it holds.",
                    &ModelVariable::params),
          C::Number("bytes", Unit::kBytes, "", "Their size.", &ModelVariable::bytes),
          C::Text("device", "", "Where it was placed.",
                  [&](const ModelVariable* variable) {
                    const DeviceId device = profile.ops.row[variable->op].assigned_device;
                    return device.valid() ? profile.strings[profile.devices[device].name] : "";
                  }),
      },
      variables, [&](const ModelVariable* variable) { return NameOf(profile, variable->op); },
      "those that are smaller", kLittleEvidence);
}

std::string Command(const Profile& profile, const Variables& variables) {
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(kLittleEvidence, variables.size()); ++i) {
    names.push_back(NameRegex(NameOf(profile, variables[i]->op)));
  }
  return fmt::format("scope -show_name_regexes {} -select params -order_by params -max_depth 100",
                     QuoteWord(fmt::format("{}", fmt::join(names, ","))));
}

std::string SizeOf(const Variables& variables) {
  const Value bytes = Sum(variables, &ModelVariable::bytes);
  const std::string params = ScaledText(Sum(variables, &ModelVariable::params), Unit::kCount);
  return bytes == kAbsent
             ? params + " parameters"
             : fmt::format("{} parameters ({})", params, ScaledText(bytes, Unit::kBytes));
}

// The finding about the largest variables of the model; `own` excludes the optimizer's variables.
Finding Biggest(const Profile& profile, Variables own) {
  SortBySize(own);
  Finding finding;
  finding.id = "biggest_variables";
  finding.text =
      fmt::format("{} variable{} of the model hold{} {}; the biggest is {}, {:.0f}% of them",
                  own.size(), own.size() == 1 ? "" : "s", own.size() == 1 ? "s" : "", SizeOf(own),
                  NameOf(profile, own.front()->op),
                  Percentage(own.front()->params, Sum(own, &ModelVariable::params)));
  finding.command =
      "scope -account_type_regexes VarHandleOp,Variable.* -select params -order_by params "
      "-min_params 1 -max_depth 100";
  finding.evidence.push_back(Evidence(profile, own));
  return finding;
}

Finding NoGradient(const Profile& profile, Variables untrained, const Variables& trainable,
                   double most) {
  SortBySize(untrained);
  const double percent =
      Percentage(Sum(untrained, &ModelVariable::params), Sum(trainable, &ModelVariable::params));
  Finding finding;
  finding.id = "no_gradient";
  finding.severity = WarningIf(percent > 100 * most);
  const bool one = untrained.size() == 1;
  finding.text = fmt::format(
      "{} of {} trainable variables {} no gradient: {}, {:.0f}% of what is trainable; {} cut off "
      "from the loss, or should be marked as not trainable",
      untrained.size(), trainable.size(), one ? "has" : "have", SizeOf(untrained), percent,
      one ? "it is" : "they are");
  finding.command = Command(profile, untrained);
  finding.evidence.push_back(Evidence(profile, untrained));
  return finding;
}

Finding Slots(const Profile& profile, Variables slots, const Variables& all, double many) {
  SortBySize(slots);
  const bool by_bytes = Sum(slots, &ModelVariable::bytes) != kAbsent;
  const auto what = by_bytes ? &ModelVariable::bytes : &ModelVariable::params;
  const double percent = Percentage(Sum(slots, what), Sum(all, what));
  Finding finding;
  const bool are_many = percent > 100 * many;
  finding.id = are_many ? "many_slots" : "slots";
  finding.text = fmt::format(
      "the optimizer's slots and moving averages hold {}, {:.0f}% of all variables{}",
      SizeOf(slots), percent,
      are_many ? ": an optimizer with fewer slots, or with slots in 16 bit, would free memory"
               : "");
  finding.command = Command(profile, slots);
  finding.evidence.push_back(Evidence(profile, slots));
  return finding;
}

// The reason why variables without a gradient cannot be found; empty if they can.
std::string WhyGradientsAreUnknown(const ModelVariables& found, const Variables& trainable) {
  if (trainable.empty()) {
    return "no variable is marked as trainable, as an op log does, so which have no gradient is "
           "not known";
  }
  if (!found.has_updates) {
    return "the graph has neither an optimizer nor gradients, so which variables are trained is "
           "not known";
  }
  const bool hidden = std::any_of(trainable.begin(), trainable.end(), [](const auto* variable) {
    return variable->hidden && !variable->updated;
  });
  return hidden ? "functions take some variables, and what they do to them was not recorded" : "";
}

absl::StatusOr<Verdict> JudgeParameters(const InputOf<ParameterThresholds>& input) {
  PROFILER_ASSIGN_OR_RETURN(const auto values,
                            GetOpValues(input.selected, input.query, input.context));
  const ModelVariables found = FindVariables(input.profile(), *values);
  Variables all, own, trainable, untrained, slots;
  for (const ModelVariable& variable : found.all) {
    all.push_back(&variable);
    (variable.slot_of.valid() ? slots : own).push_back(&variable);
    if (!variable.trainable) continue;
    trainable.push_back(&variable);
    if (!variable.updated && !variable.hidden) untrained.push_back(&variable);
  }
  Verdict verdict;
  if (all.empty()) {
    verdict.lacks = "variable shapes need a graph (--graph_path)";
    return verdict;
  }
  verdict.lacks = WhyGradientsAreUnknown(found, trainable);
  if (!own.empty()) verdict.findings.push_back(Biggest(input.profile(), own));
  if (found.has_updates && !untrained.empty()) {
    verdict.findings.push_back(
        NoGradient(input.profile(), untrained, trainable, input.thresholds.no_gradient));
  }
  if (!slots.empty()) {
    verdict.findings.push_back(Slots(input.profile(), slots, all, input.thresholds.slots));
  }
  return verdict;
}

}  // namespace

extern const Rule kParameterChecker = RuleOf<ParameterThresholds>{
    .name = "ParameterChecker",
    .summary = "the biggest variables, those without a gradient, the optimizer's slots",
    .run = JudgeParameters,
    .applies =
        [](const Profile& profile) { return HasGraphNodes(profile) || !profile.variables.empty(); },
};

}  // namespace profiler
