#ifndef PROFILER_EXPORT_GZIP_FILE_H_
#define PROFILER_EXPORT_GZIP_FILE_H_

#include <memory>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/export/output_file.h"

namespace profiler {

// Compresses what is appended, as gzip, into a file. Equal bytes give equal files: neither a name
// nor a time is in it.
class GzipFile : public OutputFile {
 public:
  explicit GzipFile(std::unique_ptr<OutputFile> file);
  ~GzipFile() override;
  absl::Status Append(std::string_view bytes) override;
  absl::Status Close() override;

 private:
  struct Stream;
  absl::Status Deflate(std::string_view bytes, int flush);

  std::unique_ptr<OutputFile> file_;
  std::unique_ptr<Stream> stream_;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_GZIP_FILE_H_
