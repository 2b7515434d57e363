#include "profiler/export/output_file.h"

#include "profiler/base/status.h"

namespace profiler {
namespace {

absl::Status NotInAnyOrder() {
  return absl::UnimplementedError("cannot be written in any order: give a file");
}

}  // namespace

absl::Status OutputFile::WriteAt(uint64_t /*offset*/, std::string_view /*bytes*/) {
  return NotInAnyOrder();
}

absl::StatusOr<size_t> OutputFile::ReadAt(uint64_t /*offset*/, char* /*to*/, size_t /*size*/) {
  return NotInAnyOrder();
}

absl::Status OutputFiles::Write(const std::string& path, std::string_view bytes) {
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, Create(path));
  PROFILER_RETURN_IF_ERROR(file->Append(bytes));
  return file->Close();
}

}  // namespace profiler
