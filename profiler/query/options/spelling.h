// Quoting of names for a command line.
#ifndef PROFILER_QUERY_OPTIONS_SPELLING_H_
#define PROFILER_QUERY_OPTIONS_SPELLING_H_

#include <string>
#include <string_view>

namespace profiler {

// A regex that matches only this name, escaped for an option that takes a list.
std::string NameRegex(std::string_view name);

// The word as the parser of command lines (cli/words.h) and a shell both read it, quoted if one of
// them needs it.
std::string QuoteWord(std::string_view word);

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_SPELLING_H_
