#ifndef PROFILER_IO_GZIP_H_
#define PROFILER_IO_GZIP_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"

namespace profiler {

bool IsGzip(std::string_view bytes);

// Returns the first 64 KB of the unpacked content, or less if the file is damaged or cut.
std::string InflateBeginning(std::string_view gzip);

// What the end of a gzip file says of the unpacked content: of the last member, if there are
// several.
struct UnpackedCheck {
  uint32_t crc = 0, bytes = 0;  // `bytes` modulo 2^32
  friend bool operator<(const UnpackedCheck& a, const UnpackedCheck& b) {
    return std::tie(a.crc, a.bytes) < std::tie(b.crc, b.bytes);
  }
};
UnpackedCheck CheckOfUnpacked(std::string_view gzip);
// The same for content that is not packed.
UnpackedCheck CheckOf(std::string_view content);

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
