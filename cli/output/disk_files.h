#ifndef CLI_OUTPUT_DISK_FILES_H_
#define CLI_OUTPUT_DISK_FILES_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/export/output_file.h"
#include "profiler/report/report.h"

namespace profiler {

// Files on disk. Each is written under a temporary name and renamed when it is complete. Devices
// and pipes are written directly.
class DiskFiles : public OutputFiles {
 public:
  // `check` rejects paths that must not be written.
  DiskFiles(const RunContext& context, std::function<absl::Status(const std::string&)> check)
      : context_(context), check_(std::move(check)) {}

  absl::StatusOr<std::unique_ptr<OutputFile>> Create(const std::string& path) override;
  // Appends the bytes to the file, which is created if needed.
  absl::Status AppendTo(const std::string& path, std::string_view bytes) const;

  // The closed files, in the order in which they were closed.
  const std::vector<FilesReport::File>& written() const { return written_; }

 private:
  const RunContext& context_;
  const std::function<absl::Status(const std::string&)> check_;
  std::vector<FilesReport::File> written_;
};

}  // namespace profiler

#endif  // CLI_OUTPUT_DISK_FILES_H_
