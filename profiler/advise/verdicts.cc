#include "profiler/advise/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/same_time.h"
#include "profiler/analysis/input/input_class.h"
#include "profiler/base/heap_bytes.h"
#include "profiler/base/status.h"
#include "profiler/base/text/listed.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/report_bytes.h"

namespace profiler {

extern const Rule kInputChecker;  // the rule that judges how far input limits the steps
// The rule on slow steps reads what the other one warns of, by its thresholds.
extern const Rule kStepChecker, kHostChecker;

namespace {

std::string KeyOfVerdict(const Rule& rule, const RuleInput& input,
                         const std::vector<ThresholdValue>& thresholds) {
  std::string values;
  for (const ThresholdValue& one : thresholds) {
    values += fmt::format(", {}{}", one.value, one.is_given ? " given" : "");
  }
  const Query& query = input.query;
  if (rule.name == kStepChecker.name) {
    for (const ThresholdValue& one : ThresholdValues(kHostChecker, query.advice)) {
      values += fmt::format(", {}", one.value);
    }
  }
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
  constexpr std::string_view kShown[] = {
      "little_16_bit",    "no_straggler",   "device_bound",
      "host_compute",     "recording_cost", "moderate_output",
      "moderate_compile", "long_eager_ops", "idle_waits",
      "high_other",       "moderate_other", "python_work",
      "short_iterations", "long_mark",      "moderate_program_copies",
      "optimizer",        "slow_link",      "unused_gradients",
      "evaluation_time"};
  return finding.severity != Severity::kInfo || !finding.input_class.empty() ||
         std::find(std::begin(kShown), std::end(kShown), finding.id) != std::end(kShown);
}

// Rules of views use no answers of views.
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

// The findings to show of a rule: of each kind one, or the few that save most, as slow steps of
// several causes do. Then the others of each kind.
struct ShownFindings {
  std::vector<const Finding*> shown;
  std::map<std::string_view, std::vector<const Finding*>> others;  // by id
};

ShownFindings Choose(const std::vector<Finding>& findings) {
  constexpr ptrdiff_t kMostThatSave = 3;
  std::vector<const Finding*> verdicts;
  for (const Finding& finding : findings) {
    if (IsVerdict(finding)) verdicts.push_back(&finding);
  }
  std::stable_sort(verdicts.begin(), verdicts.end(), [](const Finding* a, const Finding* b) {
    return OrZero(a->saves) > OrZero(b->saves);
  });
  ShownFindings chosen;
  for (const Finding* const finding : verdicts) {
    const auto alike = std::count_if(chosen.shown.begin(), chosen.shown.end(),
                                     [&](const Finding* one) { return one->id == finding->id; });
    const bool is_shown = alike < (finding->saves == kAbsent ? 1 : kMostThatSave);
    (is_shown ? chosen.shown : chosen.others[finding->id]).push_back(finding);
  }
  return chosen;
}

// The subjects or places of the others, unless they are those of the finding itself.
std::vector<std::string> NamesOf(const std::vector<const Finding*>& others,
                                 const Finding& finding) {
  std::vector<std::string> names;
  for (const Finding* const other : others) {
    const bool is_other = other->subject != finding.subject;
    if (!is_other && other->place == finding.place) continue;
    // Ranks of several runs may have one name.
    const bool is_named = !other->subject.empty() && is_other;
    names.push_back(is_named ? other->subject : PlaceText(other->place));
  }
  return names;
}

void AddFindings(const Rule& rule, const Verdict& verdict, const AdviceOptions& options,
                 std::vector<Finding>& shown) {
  const ShownFindings chosen = Choose(verdict.findings);
  for (size_t i = 0; i < chosen.shown.size(); ++i) {
    const Finding& finding = *chosen.shown[i];
    Finding& one = shown.emplace_back(finding);
    one.rule = rule.name;
    one.level = 1;
    one.evidence.clear();
    // Where the class of input is unknown the rule has no more to show.
    if (one.input_class != Name(InputClass::kUnknown)) one.command = AdviseCommand(rule, options);
    const bool is_last =
        std::none_of(chosen.shown.begin() + static_cast<ptrdiff_t>(i) + 1, chosen.shown.end(),
                     [&](const Finding* later) { return later->id == finding.id; });
    const auto others = chosen.others.find(finding.id);
    if (is_last && others != chosen.others.end()) {
      NameOthers(NamesOf(others->second, finding), one.text);
    }
  }
}

absl::StatusOr<std::vector<Finding>> FindingsOf(const std::vector<const Rule*>& rules,
                                                const Selected& selected, const Query& query,
                                                RunContext& context) {
  NoViews views;
  std::vector<Finding> shown;
  for (const Judged& judged : AskRules(rules, selected, query, views, context)) {
    PROFILER_RETURN_IF_ERROR(judged.verdict.status());
    AddFindings(*judged.rule, **judged.verdict, query.advice, shown);
  }
  return shown;
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
  TellTimesOnce(judged);
  return judged;
}

absl::StatusOr<std::vector<Finding>> VerdictsForOverview(const Selected& selected,
                                                         const Query& query, RunContext& context) {
  std::vector<const Rule*> rules;
  for (const Rule& rule : AllRules()) {
    const bool applies = rule.applies == nullptr || rule.applies(selected.profile());
    if (applies && !rule.asks_views) rules.push_back(&rule);
  }
  return FindingsOf(rules, selected, query, context);
}

absl::StatusOr<std::vector<Finding>> VerdictsOnInput(const Selected& selected, const Query& query,
                                                     RunContext& context) {
  return FindingsOf({&kInputChecker}, selected, query, context);
}

}  // namespace profiler
