// Functions that make options of each kind: how its value is parsed, checked and printed.
#ifndef PROFILER_QUERY_OPTIONS_OPTION_KINDS_H_
#define PROFILER_QUERY_OPTIONS_OPTION_KINDS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/query/options/options.h"

namespace profiler {

// The error "invalid value for -NAME: 'VALUE'", followed by `why`.
absl::Status BadValue(std::string_view name, std::string_view value, std::string_view why);

// The error for a value that is not in a fixed set. It suggests the most similar choice, and lists
// the choices, or names the command `list` if they are too many.
absl::Status NoChoice(std::string_view name, std::string_view value,
                      const std::vector<std::string_view>& choices, std::string_view list = "");

absl::Status ParseInteger(std::string_view name, std::string_view text, int64_t& out);

// A unit in an option's value, and its factor.
struct OptionUnit {
  std::string_view name;
  double worth;
};
// Parses a number followed by one of the units, e.g. "1.5GB". Returns nullopt if the text has
// another form.
std::optional<double> ParseWithUnit(std::string_view text, std::span<const OptionUnit> units);

// Parses "RULE.name=value"; blanks around each part are dropped. Errors describe the problem.
absl::StatusOr<std::pair<std::string, double>> ParseThreshold(std::string_view text);

// The option -threshold. Names of rules and thresholds are checked later, by CheckAdvice()
// (advise/rule.h).
OptionSpec ThresholdOption();

OptionSpec IntegerOption(std::string name, std::string help,
                         const std::function<int64_t&(Options&)>& at);
// The option without a value means true.
OptionSpec BoolOption(std::string name, OptionGroup group, std::string help,
                      const std::function<bool&(Options&)>& at);
OptionSpec RegexOption(std::string name, std::string help,
                       const std::function<RegexSet&(Options&)>& at);
OptionSpec TextOption(std::string name, OptionGroup group, std::string value_name, std::string help,
                      const std::function<std::string&(Options&)>& at);
// The value is one of a fixed set of words.
OptionSpec ChoiceOption(std::string name, std::vector<std::string_view> choices, std::string help,
                        const std::function<std::string&(Options&)>& at);
// The value is a comma-separated list (SplitList()).
OptionSpec ListOption(std::string name, OptionGroup group, std::string value_name, std::string help,
                      const std::function<std::vector<std::string>&(Options&)>& at);
// Each use of the option adds one value to a list.
OptionSpec RepeatedOption(std::string name, OptionGroup group, std::string value_name,
                          std::string help,
                          const std::function<std::vector<std::string>&(Options&)>& at);

// The option, and the options, with this use.
OptionSpec Used(OptionUse use, OptionSpec spec);
std::vector<OptionSpec> WithUse(OptionUse use, std::vector<OptionSpec> options);

// Joins the items with commas, so that SplitList() returns the same items.
std::string JoinList(const std::vector<std::string>& items);

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_OPTION_KINDS_H_
