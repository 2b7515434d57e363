// Names as a command line takes them.
#ifndef PROFILER_QUERY_OPTIONS_SPELLING_H_
#define PROFILER_QUERY_OPTIONS_SPELLING_H_

#include <string>
#include <string_view>

namespace profiler {

// An item of a list of regexes that matches this name and nothing else.
std::string NameRegex(std::string_view name);

// The word as a line of commands would read it back (cli/words.h): quoted where it must be.
std::string QuoteWord(std::string_view word);

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_SPELLING_H_
