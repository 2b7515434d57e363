// A rule judges facts (analysis/) by thresholds that a user may override. It is one file in
// rules/SUBJECT/ that ends in its descriptor, and one line in rules.cc.
#ifndef PROFILER_ADVISE_RULE_H_
#define PROFILER_ADVISE_RULE_H_

#include <array>
#include <bit>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
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

// A rule on metrics did not judge, because the recording has too few samples.
struct TooShort {
  size_t samples = 0;   // of the node with the most samples
  size_t patience = 0;  // a value of `patience` that the samples satisfy
};

struct Verdict {
  std::vector<Finding> findings;
  std::string lacks;  // why the rule judges nothing or only a part, in one sentence
  std::optional<TooShort> too_short;
};
uint64_t HeapBytes(const Verdict& verdict);

// A rule's thresholds are a struct with no other members, so that users can set each number that
// the rule uses, e.g.:
//
//   struct LaunchThresholds {
//     Threshold waiting = {"waiting", 0.25, "more than this share of a device's time ...", 1};
//   };
struct Threshold {
  std::string_view name;
  double value;
  std::string_view help;                                  // includes the unit
  double most = std::numeric_limits<double>::infinity();  // the maximum; 1 for a share
  bool is_given = false;                                  // by the user

  operator double() const { return value; }
};
struct ThresholdValue {
  double value;
  bool is_given = false;  // by the user; else it is the default

  friend bool operator==(const ThresholdValue&, const ThresholdValue&) = default;
};
struct NoThresholds {};

struct RuleInput {
  const Selected& selected;
  const Query& query;
  Answerer& views;  // for rules that use answers of views
  RunContext& context;

  const Profile& profile() const { return selected.profile(); }
};

// The input with the thresholds of one rule, after overrides.
template <typename ThresholdsT>
struct InputOf : RuleInput {
  ThresholdsT thresholds;
};

struct Rule {
  std::string_view name;  // for -checkers
  std::string_view summary;
  std::vector<Threshold> thresholds;  // with default values
  // `values` are the values of `thresholds`, in the same order.
  std::function<absl::StatusOr<Verdict>(const RuleInput&,
                                        const std::vector<ThresholdValue>& values)>
      run;
  // Whether the rule applies to the profile; if not, the rule runs only if -checkers names it. Null
  // if it applies to all profiles.
  bool (*applies)(const Profile&) = nullptr;
  // Whether it asks views. `overview`, which is one, shows the warnings of all other rules, so a
  // rule that asks must not warn: -fail_on gives one status in `overview` and `advise`.
  bool asks_views = false;
};

template <typename ThresholdsT>
constexpr size_t ThresholdCount() {
  if constexpr (std::is_empty_v<ThresholdsT>) {
    return 0;
  } else {
    return sizeof(ThresholdsT) / sizeof(Threshold);
  }
}

// A rule as its file declares it, with typed thresholds; converts to Rule.
template <typename ThresholdsT = NoThresholds>
struct RuleOf {
  std::string_view name;
  std::string_view summary;
  absl::StatusOr<Verdict> (*run)(const InputOf<ThresholdsT>&);
  bool (*applies)(const Profile&) = nullptr;
  bool asks_views = false;

  using List = std::array<Threshold, ThresholdCount<ThresholdsT>()>;

  static ThresholdsT With(const std::vector<ThresholdValue>& values) {
    List list = std::bit_cast<List>(ThresholdsT());
    for (size_t i = 0; i < list.size(); ++i) {
      list[i].value = values[i].value;
      list[i].is_given = values[i].is_given;
    }
    return std::bit_cast<ThresholdsT>(list);
  }

  operator Rule() const {
    const List defaults = std::bit_cast<List>(ThresholdsT());
    const auto run_with = [run = run](const RuleInput& input,
                                      const std::vector<ThresholdValue>& values) {
      return run({input, With(values)});
    };
    return {name, summary, {defaults.begin(), defaults.end()}, run_with, applies, asks_views};
  }
};

// All rules, in the order of their sections in `advise`.
const std::vector<Rule>& AllRules();

// Whether the name is the rule's; letters may be of either case.
bool IsRule(const Rule& rule, std::string_view name);

// The values of the rule's thresholds, in order: the last override of each threshold, or its
// default. A name is "RULE.name", "RULE_name" (the spelling of SageMaker's ProfilerReport), or
// "*.name" for all rules. Names are case-insensitive.
std::vector<ThresholdValue> ThresholdValues(const Rule& rule, const AdviceOptions& options);

// Fails if -checkers or -threshold names a rule or threshold that does not exist.
absl::Status CheckAdvice(const AdviceOptions& options);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULE_H_
