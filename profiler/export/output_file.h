#ifndef PROFILER_EXPORT_OUTPUT_FILE_H_
#define PROFILER_EXPORT_OUTPUT_FILE_H_

#include <cstddef>
#include <cstdint>
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

  // For files that are not written from front to back. Such a file is written with WriteAt() only.
  // Unwritten bytes before the end are zeros. Devices and pipes fail.
  virtual absl::Status WriteAt(uint64_t offset, std::string_view bytes);
  // Reads up to `size` written bytes; returns how many there are.
  virtual absl::StatusOr<size_t> ReadAt(uint64_t offset, char* to, size_t size);
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
