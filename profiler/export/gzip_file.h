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

// Compresses the appended bytes with gzip and writes them to a file, in parts that up to `threads`
// threads compress. Equal input gives equal files, because a file contains no name or time and the
// size of its parts does not depend on the number of threads.
class GzipFile : public OutputFile {
 public:
  GzipFile(std::unique_ptr<OutputFile> file, size_t threads);
  absl::Status Append(std::string_view bytes) override;
  absl::Status Close() override;

 private:
  // Writes the full parts of `bytes_`; with `last`, all of `bytes_`.
  absl::Status WriteParts(bool last);

  std::unique_ptr<OutputFile> file_;
  const size_t threads_;
  std::string bytes_;  // appended, but not written yet
  bool has_begun_ = false;
  uint32_t check_sum_ = 0, size_ = 0;  // of the written bytes, uncompressed
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_GZIP_FILE_H_
