#ifndef CLI_HELP_H_
#define CLI_HELP_H_

#include <string>
#include <string_view>

#include "profiler/query/options/options.h"

namespace profiler {

inline constexpr std::string_view kVersion = "0.1.0";

// What `help` prints: all of it, or what is known of one command or one option.
std::string HelpText(std::string_view topic);

// The options in force, one per line, as tfprof lists them.
std::string OptionsTable(const Options& options);

}  // namespace profiler

#endif  // CLI_HELP_H_
