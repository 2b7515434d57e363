// A rule judges facts (analysis/) by thresholds that a user may override, and says so in text. A
// new rule is one file in rules/SUBJECT/ and one line in rules.cc.
#ifndef PROFILER_ADVISE_RULE_H_
#define PROFILER_ADVISE_RULE_H_

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

enum class FindingSeverity : uint8_t { kInfo, kWarning, kError };

struct Finding {
  std::string id;       // what it is: "low_utilization"
  std::string subject;  // of which device, op ...; (id, subject) is unique in a rule. May be empty
  FindingSeverity severity = FindingSeverity::kInfo;
  std::string text;     // one plain sentence
  int32_t level = 1;    // how far text indents it: lines of tfprof's own checkers stand at 0
  std::string command;  // that shows more
  // Picoseconds per step that acting on it could save, only where docs/advice.md derives how.
  Value saves = kAbsent;
  // What bears it out: a table (report/table.h makes columns), or none.
  std::optional<Report> evidence;
};
uint64_t HeapBytes(const Finding& finding);

// A rule on metrics judged nothing, because it waits for more samples than there are.
struct TooShort {
  size_t samples = 0;   // of the longest node
  size_t patience = 0;  // the value of that threshold with which the rule would judge
};

struct Verdict {
  std::vector<Finding> findings;
  std::string lacks;  // why the rule cannot judge, or not all: one sentence
  std::optional<TooShort> too_short;
};
uint64_t HeapBytes(const Verdict& verdict);

struct Threshold {
  std::string_view name;
  double value;
  std::string_view help;                                  // with the unit
  double most = std::numeric_limits<double>::infinity();  // 1 of a share
};

// The thresholds of one rule, overrides applied.
using ThresholdValues = std::map<std::string_view, double>;

struct RuleInput {
  const Selected& selected;
  const Query& query;
  const ThresholdValues& thresholds;
  Answerer& views;  // for rules that quote what a view answers
  RunContext& context;

  const Profile& profile() const { return selected.profile(); }
  double threshold(std::string_view name) const { return thresholds.at(name); }
};

struct Rule {
  std::string_view name;  // as -checkers takes it
  std::string_view summary;
  std::vector<Threshold> thresholds;
  absl::StatusOr<Verdict> (*run)(const RuleInput&);
  // Whether the rule has anything to say of such a profile; it is left out of others, unless it is
  // asked for. Null: of all.
  bool (*applies)(const Profile&) = nullptr;
};

// In the order in which advise tells them.
const std::vector<Rule>& AllRules();

// Whether the name of a threshold in -threshold, "RULE.name" or "*.name" of all rules, means this
// one; "RULE_name" does as well, as SageMaker's ProfilerReport spells it. Letters may be great or
// small.
bool NamesThreshold(std::string_view name, const Rule& rule, const Threshold& threshold);

// Whether -checkers and -threshold name rules and thresholds there are.
absl::Status CheckAdvice(const AdviceOptions& options);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULE_H_
