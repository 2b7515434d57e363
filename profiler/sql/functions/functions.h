// The functions that queries have besides SQLite's own.
#ifndef PROFILER_SQL_FUNCTIONS_FUNCTIONS_H_
#define PROFILER_SQL_FUNCTIONS_FUNCTIONS_H_

#include <sqlite3.h>

#include <span>
#include <string_view>

#include "profiler/store/profile.h"

namespace profiler::sql {

// A function, for `help sql`.
struct FunctionInfo {
  std::string_view call;  // "median(x)"
  std::string_view sentence;
};
std::span<const FunctionInfo> AllFunctions();

// Functions of one row: texts, times and stacks. `profile` is that of `stack(frame)`; it must
// outlive the connection.
int AddScalars(sqlite3* db, const Profile& profile);
// LIKE and GLOB in time that grows with the pattern's length only: SQLite's own need exponential
// time for some patterns, in which nothing can stop them.
int AddPatterns(sqlite3* db);
// Functions of a group of rows.
int AddAggregates(sqlite3* db);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_FUNCTIONS_FUNCTIONS_H_
