#ifndef PROFILER_READERS_XSPACE_SNIFF_H_
#define PROFILER_READERS_XSPACE_SNIFF_H_

#include <string_view>

namespace profiler {

// Scores how likely the bytes are an XSpace in binary or text form, from 0 to 100.
int SniffXSpace(std::string_view bytes);

}  // namespace profiler

#endif  // PROFILER_READERS_XSPACE_SNIFF_H_
