#ifndef CLI_OUTPUT_WRITE_BYTES_H_
#define CLI_OUTPUT_WRITE_BYTES_H_

#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"

namespace profiler {

// Aborted when the reader of a pipe has gone, else Unavailable.
absl::Status ErrnoError(std::string_view doing, int error);

// All of `bytes` to an open file. Asks `context` whether to stop when a write is interrupted.
absl::Status WriteBytes(int fd, std::string_view bytes, const RunContext& context);

}  // namespace profiler

#endif  // CLI_OUTPUT_WRITE_BYTES_H_
