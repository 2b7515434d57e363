// Says what to do about a query that names something unknown.
#ifndef PROFILER_SQL_UNKNOWN_NAMES_H_
#define PROFILER_SQL_UNKNOWN_NAMES_H_

#include <sqlite3.h>

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/sql/tables/table.h"

namespace profiler::sql {

// A table or a view that the query may name.
struct KnownTable {
  std::string_view name;
  const std::vector<TableColumn>* columns;
};
struct KnownNames {
  std::vector<std::string_view> schemas;
  bool is_for_each = false;  // of Question
  std::vector<KnownTable> tables;
};

// The error of the query `text`, with the nearest known name and where known names are listed.
absl::Status WithKnownNames(const absl::Status& error, std::string_view text,
                            const KnownNames& known, sqlite3* db);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_UNKNOWN_NAMES_H_
