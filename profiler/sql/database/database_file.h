// The file that a database is written to.
#ifndef PROFILER_SQL_DATABASE_DATABASE_FILE_H_
#define PROFILER_SQL_DATABASE_DATABASE_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace profiler::sql {

class DatabaseFile {
 public:
  virtual ~DatabaseFile() = default;
  virtual absl::Status WriteAt(uint64_t offset, std::string_view bytes) = 0;
  // Reads up to `size` written bytes; returns how many there are.
  virtual absl::StatusOr<size_t> ReadAt(uint64_t offset, char* to, size_t size) = 0;
};

}  // namespace profiler::sql

#endif  // PROFILER_SQL_DATABASE_DATABASE_FILE_H_
