#ifndef PROFILER_IO_GZIP_H_
#define PROFILER_IO_GZIP_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"

namespace profiler {

bool IsGzip(std::string_view bytes);

// Returns the first 64 KB of the unpacked content, or less if the file is damaged or cut.
std::string InflateBeginning(std::string_view gzip);

// The limit of the unpacked size of an input. Real profiles are far below the limit, and it stops
// files that are made to fill the memory.
size_t MostInflated(size_t packed_bytes);

// The unpacked content of all members of a gzip file.
struct Inflated {
  enum class End { kWhole, kCut, kDamaged, kTooLarge };
  std::string bytes;  // up to the end, or up to the damage
  End end = End::kWhole;
};
absl::StatusOr<Inflated> Inflate(std::string_view gzip, size_t most_bytes, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_IO_GZIP_H_
