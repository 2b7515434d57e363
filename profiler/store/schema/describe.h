// What schema.h declares, as data: for who shows it or hands tables on.
#ifndef PROFILER_STORE_SCHEMA_DESCRIBE_H_
#define PROFILER_STORE_SCHEMA_DESCRIBE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

struct ColumnInfo {
  std::string_view name;
  std::string_view type;  // "string", "id", "event", "int64", "list of int64", "DeviceKind"
  std::string_view unit;  // or ""
  std::string_view null;  // how "not recorded" is told: "none", "unknown", "-1", "0"; "": never
  std::string_view references;  // the table that an id or event is of, or ""
  std::string_view coding;      // as schema.h names it
  uint32_t field = 0;           // in the table's message of a store file; 0: not there
  std::string_view sentence;
};

struct TableInfo {
  std::string_view name, sorted_by, sentence;
  uint32_t field = 0;  // of message Store; 0: not there
  std::vector<ColumnInfo> columns;
};

// In the order of the store file; what is not in it comes last.
const std::vector<TableInfo>& AllTables();

}  // namespace profiler

#endif  // PROFILER_STORE_SCHEMA_DESCRIBE_H_
