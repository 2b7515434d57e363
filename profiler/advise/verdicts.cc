#include "profiler/advise/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/input/input_class.h"
#include "profiler/base/heap_bytes.h"
#include "profiler/base/status.h"
#include "profiler/base/text/listed.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/report_bytes.h"

namespace profiler {
namespace {

std::string KeyOfVerdict(const Rule& rule, const RuleInput& input,
                         const std::vector<ThresholdValue>& thresholds) {
  std::string values;
  for (const ThresholdValue& one : thresholds) {
    values += fmt::format(", {}{}", one.value, one.is_given ? " given" : "");
  }
  const Query& query = input.query;
  const Selection& selection = query.selection;
  return fmt::format("{}, step {}, types {}, places {}, compat {}, {}{}", rule.name,
                     selection.steps.text(), PatternsKey(selection.account_types),
                     SourceFilterKey(selection), query.compat_tfprof, Info(query.statistic).name,
                     values);
}

// The number of rules that run in parallel. It is low because rules may use threads themselves.
constexpr size_t kMostRulesAtOnce = 4;

// Findings of severity info are facts, which `advise` shows. A class of input is shown whatever it
// is, and so are these.
bool IsVerdict(const Finding& finding) {
  constexpr std::string_view kShown[] = {"little_16_bit", "no_straggler", "host_compute",
                                         "moderate_output", "moderate_compile"};
  return finding.severity != Severity::kInfo || !finding.input_class.empty() ||
         std::find(std::begin(kShown), std::end(kShown), finding.id) != std::end(kShown);
}

// Rules of overview use no answers of views.
class NoViews : public Answerer {
 public:
  absl::StatusOr<Report> Ask(std::string_view view, const Selected&, const Query&,
                             RunContext&) override {
    return absl::InternalError(fmt::format("a rule of overview asks the view {}", view));
  }
};

// The command that answers with the findings of the rule and what they rest on.
std::string AdviseCommand(const Rule& rule, const AdviceOptions& options) {
  std::string command = fmt::format("advise -checkers {}", rule.name);
  for (const auto& [name, value] : options.thresholds) {
    command += fmt::format(" -threshold {}={}", QuoteWord(name), value);
  }
  return command;
}

// Adds "; also for B, C and 3 more" to the finding of A.
void NameOthers(const std::vector<std::string>& subjects, std::string& text) {
  constexpr size_t kMostNamed = 3;
  if (subjects.empty()) return;
  text += fmt::format(" (the same of: {})", Listed(subjects, kMostNamed));
}

void AddFindings(const Rule& rule, const Verdict& verdict, const AdviceOptions& options,
                 std::vector<Finding>& shown) {
  const size_t first = shown.size();
  for (const Finding& finding : verdict.findings) {
    const bool is_told = std::any_of(shown.begin() + static_cast<ptrdiff_t>(first), shown.end(),
                                     [&](const Finding& told) { return told.id == finding.id; });
    if (is_told || !IsVerdict(finding)) continue;
    Finding& one = shown.emplace_back(finding);
    one.rule = rule.name;
    one.level = 1;
    one.evidence.clear();
    // Where the class of input is unknown the rule has no more to show.
    if (one.input_class != Name(InputClass::kUnknown)) one.command = AdviseCommand(rule, options);
    std::vector<std::string> others;
    for (const Finding& other : verdict.findings) {
      const bool is_other = other.id == finding.id &&
                            (other.subject != finding.subject || other.place != finding.place);
      if (!is_other || !IsVerdict(other)) continue;
      // Ranks of several runs may have one name.
      const bool is_named = !other.subject.empty() && other.subject != finding.subject;
      others.push_back(is_named ? other.subject : PlaceText(other.place));
    }
    NameOthers(others, one.text);
  }
}

}  // namespace

uint64_t HeapBytes(const Verdict& verdict) {
  return HeapBytes(verdict.findings) + HeapBytes(verdict.lacks);
}

Query KnownToRules(const Query& query) {
  Query known;
  known.selection = query.selection;
  known.compat_tfprof = query.compat_tfprof;
  known.statistic = query.statistic;
  return known;
}

absl::StatusOr<std::shared_ptr<const Verdict>> AskRule(
    const Rule& rule, const RuleInput& input, const std::vector<ThresholdValue>& thresholds) {
  return input.context.memo().TryGet<Verdict>(input.profile().identity,
                                              KeyOfVerdict(rule, input, thresholds),
                                              [&] { return rule.run(input, thresholds); });
}

std::vector<Judged> AskRules(const std::vector<const Rule*>& rules, const Selected& selected,
                             const Query& query, Answerer& views, RunContext& context) {
  std::vector<Judged> judged;
  judged.reserve(rules.size());
  for (const Rule* rule : rules) judged.push_back({rule, nullptr});
  const Query known = KnownToRules(query);
  InParallel(judged.size(), std::min(context.threads(), kMostRulesAtOnce), [&](size_t i) {
    Judged& one = judged[i];
    const absl::Status status = context.Check();
    if (!status.ok()) {
      one.verdict = status;
    } else {
      one.verdict = AskRule(*one.rule, {selected, known, views, context},
                            ThresholdValues(*one.rule, query.advice));
    }
  });
  return judged;
}

absl::StatusOr<std::vector<Finding>> VerdictsForOverview(const Selected& selected,
                                                         const Query& query, RunContext& context) {
  std::vector<const Rule*> rules;
  for (const Rule& rule : AllRules()) {
    const bool applies = rule.applies == nullptr || rule.applies(selected.profile());
    if (applies && !rule.asks_views) rules.push_back(&rule);
  }
  NoViews views;
  std::vector<Finding> shown;
  for (const Judged& judged : AskRules(rules, selected, query, views, context)) {
    PROFILER_RETURN_IF_ERROR(judged.verdict.status());
    AddFindings(*judged.rule, **judged.verdict, query.advice, shown);
  }
  return shown;
}

}  // namespace profiler
