// How an option of each kind parses, refuses and shows its value. options.cc makes the table of
// them.
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

// "invalid value for -NAME: 'VALUE'" and why.
absl::Status BadValue(std::string_view name, std::string_view value, std::string_view why);

// The same for a value that must be one of several: lists them, and the likely one.
absl::Status NoChoice(std::string_view name, std::string_view value,
                      const std::vector<std::string_view>& choices);

absl::Status ParseInteger(std::string_view name, std::string_view text, int64_t& out);

// A unit of what an option takes, and what one of it is worth.
struct OptionUnit {
  std::string_view name;
  double worth;
};
// "1.5GB": a number with the name of one of the units behind it. Nothing where it is none.
std::optional<double> ParseWithUnit(std::string_view text, std::span<const OptionUnit> units);

// "RULE.name=value"; blanks around each part are dropped. The error tells what is wrong.
absl::StatusOr<std::pair<std::string, double>> ParseThreshold(std::string_view text);

// -threshold; its names are checked where rules are known (advise/rule.h).
OptionSpec ThresholdOption();

OptionSpec IntegerOption(std::string name, std::string help,
                         const std::function<int64_t&(Options&)>& at);
// Bare, it is true.
OptionSpec BoolOption(std::string name, OptionGroup group, std::string help,
                      const std::function<bool&(Options&)>& at);
OptionSpec RegexOption(std::string name, std::string help,
                       const std::function<RegexSet&(Options&)>& at);
OptionSpec TextOption(std::string name, OptionGroup group, std::string value_name, std::string help,
                      const std::function<std::string&(Options&)>& at);
// One of a fixed set of words.
OptionSpec ChoiceOption(std::string name, std::vector<std::string_view> choices, std::string help,
                        const std::function<std::string&(Options&)>& at);
// Comma separated (SplitList).
OptionSpec ListOption(std::string name, OptionGroup group, std::string value_name, std::string help,
                      const std::function<std::vector<std::string>&(Options&)>& at);
// A list that grows by a value with each use.
OptionSpec RepeatedOption(std::string name, OptionGroup group, std::string value_name,
                          std::string help,
                          const std::function<std::vector<std::string>&(Options&)>& at);

// As SplitList() takes it apart again.
std::string JoinList(const std::vector<std::string>& items);

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_OPTION_KINDS_H_
