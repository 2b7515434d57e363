#ifndef PROFILER_EXPORT_OUTPUT_FILE_H_
#define PROFILER_EXPORT_OUTPUT_FILE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace profiler {

// How much exporters collect before they append it to a file.
inline constexpr size_t kBufferBytes = 1 << 20;

// A file that is being written. It appears, whole, with Close(); one that is destroyed before
// leaves what was there as it was.
class OutputFile {
 public:
  virtual ~OutputFile() = default;
  virtual absl::Status Append(std::string_view bytes) = 0;
  virtual absl::Status Close() = 0;
};

// Where exporters write: disk in the program, memory in tests.
class OutputFiles {
 public:
  virtual ~OutputFiles() = default;
  // Errors name the path.
  virtual absl::StatusOr<std::unique_ptr<OutputFile>> Create(const std::string& path) = 0;
  // A file of these bytes.
  absl::Status Write(const std::string& path, std::string_view bytes);
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_OUTPUT_FILE_H_
