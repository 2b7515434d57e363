#ifndef PROFILER_EXPORT_OUTPUT_FILE_H_
#define PROFILER_EXPORT_OUTPUT_FILE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace profiler {

// The number of bytes that exporters collect before each Append().
inline constexpr size_t kBufferBytes = 1 << 20;

// A file being written. The complete file appears at Close(); without Close(), an existing file is
// unchanged.
class OutputFile {
 public:
  virtual ~OutputFile() = default;
  virtual absl::Status Append(std::string_view bytes) = 0;
  virtual absl::Status Close() = 0;
};

// Creates the files that exporters write: on disk in the program, in memory in tests.
class OutputFiles {
 public:
  virtual ~OutputFiles() = default;
  // Errors name the path.
  virtual absl::StatusOr<std::unique_ptr<OutputFile>> Create(const std::string& path) = 0;
  // Creates a file with these bytes.
  absl::Status Write(const std::string& path, std::string_view bytes);
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_OUTPUT_FILE_H_
