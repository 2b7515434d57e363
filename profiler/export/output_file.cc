#include "profiler/export/output_file.h"

#include "profiler/base/status.h"

namespace profiler {

absl::Status OutputFiles::Write(const std::string& path, std::string_view bytes) {
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, Create(path));
  PROFILER_RETURN_IF_ERROR(file->Append(bytes));
  return file->Close();
}

}  // namespace profiler
