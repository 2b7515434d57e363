// Writes the tables of a profile as an SQLite database.
#ifndef PROFILER_SQL_DATABASE_DATABASE_H_
#define PROFILER_SQL_DATABASE_DATABASE_H_

#include <cstddef>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/sql/database/database_file.h"
#include "profiler/store/profile.h"

namespace profiler::sql {

struct WrittenDatabase {
  size_t tables = 0, rows = 0;
};

// Writes the tables that queries see, with the same names, columns and ids, to a new file. Columns
// of ids are foreign keys and have indices. An error leaves a file that is no database.
absl::StatusOr<WrittenDatabase> WriteDatabase(const Profile& profile, DatabaseFile& file,
                                              RunContext& context);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_DATABASE_DATABASE_H_
