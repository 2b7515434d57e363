#ifndef CLI_HELP_H_
#define CLI_HELP_H_

#include <string>
#include <string_view>

#include "profiler/query/options/options.h"

namespace profiler {

inline constexpr std::string_view kVersion = "0.1.0";

// The output of `help` about one command or option, or, if `topic` is empty, about everything.
std::string HelpText(std::string_view topic);

// The current options, one per line, in tfprof's format.
std::string OptionsTable(const Options& options);

}  // namespace profiler

#endif  // CLI_HELP_H_
