#ifndef PROFILER_EXPORT_GZIP_FILE_H_
#define PROFILER_EXPORT_GZIP_FILE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/export/output_file.h"

namespace profiler {

// Compresses what is appended, as gzip, into a file, part by part on up to so many threads. Equal
// bytes give equal files: neither a name nor a time is in it, and parts are as long on any number
// of threads.
class GzipFile : public OutputFile {
 public:
  GzipFile(std::unique_ptr<OutputFile> file, size_t threads);
  absl::Status Append(std::string_view bytes) override;
  absl::Status Close() override;

 private:
  // Writes the parts that are full, or all that is there.
  absl::Status WriteParts(bool last);

  std::unique_ptr<OutputFile> file_;
  const size_t threads_;
  std::string bytes_;  // not written yet
  bool has_begun_ = false;
  uint32_t check_sum_ = 0, size_ = 0;  // of what was written, before it was compressed
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_GZIP_FILE_H_
