#include "profiler/advise/rules/memory/parameter.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/variables.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/format_value.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr size_t kShownVariables = 5;

using Variables = std::vector<const ModelVariable*>;

std::string NameOf(const Profile& profile, OpId op) {
  return std::string(profile.strings[profile.ops.row[op].name]);
}

Value Sum(const Variables& variables, Value ModelVariable::*what) {
  Value sum = kAbsent;
  for (const ModelVariable* variable : variables) AddValue(sum, variable->*what);
  return sum;
}

// The biggest first; sizes of equal numbers of parameters may differ.
void SortBySize(Variables& variables) {
  std::stable_sort(
      variables.begin(), variables.end(), [](const ModelVariable* a, const ModelVariable* b) {
        return std::pair(OrZero(a->bytes), a->params) > std::pair(OrZero(b->bytes), b->params);
      });
}

Report Evidence(const Profile& profile, Variables variables) {
  SortBySize(variables);
  Report table;
  table.columns = {
      TableColumn("params", ColumnType::kNumber, Unit::kCount, "", "How many numbers it holds."),
      TableColumn("bytes", ColumnType::kNumber, Unit::kBytes, "", "Their size."),
      TableColumn("device", ColumnType::kText, Unit::kNone, "", "Where it was placed."),
  };
  if (variables.size() > kShownVariables) {
    table.hidden_rows = static_cast<int64_t>(variables.size() - kShownVariables);
    table.hidden_reason = "those that are smaller";
    variables.resize(kShownVariables);
  }
  for (const ModelVariable* variable : variables) {
    const std::string name = NameOf(profile, variable->op);
    const DeviceId device = profile.ops.row[variable->op].assigned_device;
    table.rows.push_back({name, {name}, 0, -1, true});
    table.columns[0].own.push_back(variable->params);
    table.columns[1].own.push_back(variable->bytes);
    table.columns[2].words.emplace_back(
        device.valid() ? profile.strings[profile.devices[device].name] : "");
  }
  return table;
}

std::string Command(const Profile& profile, const Variables& variables) {
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(kShownVariables, variables.size()); ++i) {
    names.push_back(NameRegex(NameOf(profile, variables[i]->op)));
  }
  return fmt::format("scope -show_name_regexes {} -select params -order_by params -max_depth 100",
                     QuoteWord(fmt::format("{}", fmt::join(names, ","))));
}

std::string SizeOf(const Variables& variables) {
  const Value bytes = Sum(variables, &ModelVariable::bytes);
  const std::string params = FormatValue(Sum(variables, &ModelVariable::params), Unit::kCount);
  return bytes == kAbsent
             ? params + " parameters"
             : fmt::format("{} parameters ({})", params, FormatValue(bytes, Unit::kBytes));
}

// The model's own, without what its optimizer keeps.
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
  finding.evidence = Evidence(profile, own);
  return finding;
}

Finding NoGradient(const Profile& profile, Variables untrained, const Variables& trainable,
                   double most) {
  SortBySize(untrained);
  const double percent =
      Percentage(Sum(untrained, &ModelVariable::params), Sum(trainable, &ModelVariable::params));
  Finding finding;
  finding.id = "no_gradient";
  finding.severity = percent > 100 * most ? FindingSeverity::kWarning : FindingSeverity::kInfo;
  const bool one = untrained.size() == 1;
  finding.text = fmt::format(
      "{} of {} trainable variables {} no gradient: {}, {:.0f}% of what is trainable; {} cut off "
      "from the loss, or should be marked as not trainable",
      untrained.size(), trainable.size(), one ? "has" : "have", SizeOf(untrained), percent,
      one ? "it is" : "they are");
  finding.command = Command(profile, untrained);
  finding.evidence = Evidence(profile, untrained);
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
  finding.evidence = Evidence(profile, slots);
  return finding;
}

// Why it is not known which variables have no gradient; empty where it is.
std::string WhyGradientsAreUnknown(const ModelVariables& found, const Variables& trainable) {
  if (trainable.empty()) {
    return "no variable is marked as trainable, as an op log does, so which have no gradient is "
           "not "
           "known";
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

}  // namespace

absl::StatusOr<Verdict> Parameters(const RuleInput& input) {
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
    verdict.lacks = "no variable with a shape was recorded: they stand in a graph";
    return verdict;
  }
  verdict.lacks = WhyGradientsAreUnknown(found, trainable);
  if (!own.empty()) verdict.findings.push_back(Biggest(input.profile(), own));
  if (found.has_updates && !untrained.empty()) {
    verdict.findings.push_back(
        NoGradient(input.profile(), untrained, trainable, input.threshold("no_gradient")));
  }
  if (!slots.empty()) {
    verdict.findings.push_back(Slots(input.profile(), slots, all, input.threshold("slots")));
  }
  return verdict;
}

}  // namespace profiler
