#ifndef PROFILER_QUERY_OPTIONS_SIZE_OPTION_H_
#define PROFILER_QUERY_OPTIONS_SIZE_OPTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/query/options/options.h"

namespace profiler {

// Parses a size of memory: bytes, or with a unit such as 512MB (10^6) or 2GiB (2^30). Returns
// nullopt if the text is not a size.
std::optional<uint64_t> ParseSize(std::string_view text);

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_SIZE_OPTION_H_
