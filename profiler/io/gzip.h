#ifndef PROFILER_IO_GZIP_H_
#define PROFILER_IO_GZIP_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"

namespace profiler {

bool IsGzip(std::string_view bytes);

// The first 64 KB of what is inside, or as much as can be had of a damaged or cut file.
std::string InflateBeginning(std::string_view gzip);

// How much a packed input may hold: what profiles pack to, by far, and no more of what was made to
// fill the memory.
size_t MostInflated(size_t packed_bytes);

// All that is inside, also of several members one behind the other.
struct Inflated {
  enum class End { kWhole, kCut, kDamaged, kTooLarge };
  std::string bytes;  // up to the cut or the damage
  End end = End::kWhole;
};
absl::StatusOr<Inflated> Inflate(std::string_view gzip, size_t most_bytes, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_IO_GZIP_H_
