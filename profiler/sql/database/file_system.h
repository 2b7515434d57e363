// Lets SQLite write a database into a file that the caller gives, not into one that it opens.
#ifndef PROFILER_SQL_DATABASE_FILE_SYSTEM_H_
#define PROFILER_SQL_DATABASE_FILE_SYSTEM_H_

#include <sqlite3.h>

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "profiler/sql/database/database_file.h"

namespace profiler::sql {

// A file system for SQLite with one file. It must outlive the connections that use it.
class FileSystem {
 public:
  explicit FileSystem(DatabaseFile& file);
  FileSystem(const FileSystem&) = delete;
  FileSystem& operator=(const FileSystem&) = delete;
  ~FileSystem();

  // The name to give to sqlite3_open_v2().
  const std::string& name() const { return name_; }
  // The first error of the file.
  const absl::Status& status() const { return status_; }

 private:
  friend struct FileCalls;

  DatabaseFile& file_;
  const std::string name_;
  sqlite3_vfs registered_ = {};
  absl::Status status_;
  uint64_t size_ = 0;
};

}  // namespace profiler::sql

#endif  // PROFILER_SQL_DATABASE_FILE_SYSTEM_H_
