#ifndef PROFILER_INPUTS_GZIP_H_
#define PROFILER_INPUTS_GZIP_H_

#include <string>
#include <string_view>

namespace profiler {

bool IsGzip(std::string_view bytes);

// The first 64 KB of what is inside, or as much as can be had of a damaged or cut file.
std::string InflateBeginning(std::string_view gzip);

}  // namespace profiler

#endif  // PROFILER_INPUTS_GZIP_H_
