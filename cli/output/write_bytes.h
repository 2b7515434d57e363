#ifndef CLI_OUTPUT_WRITE_BYTES_H_
#define CLI_OUTPUT_WRITE_BYTES_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"

namespace profiler {

// The status for an errno: Aborted if the reader of a pipe has closed it, else Unavailable.
absl::Status ErrnoError(std::string_view doing, int error);

// Writes all of `bytes` to an open file. If a write is interrupted, it continues unless `context`
// is cancelled.
absl::Status WriteBytes(int fd, std::string_view bytes, const RunContext& context);

// The same at a place of a file on disk.
absl::Status WriteBytesAt(int fd, uint64_t offset, std::string_view bytes,
                          const RunContext& context);

}  // namespace profiler

#endif  // CLI_OUTPUT_WRITE_BYTES_H_
