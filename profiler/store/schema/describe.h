// The declarations of schema.h as data, for docs, `schema -tables` and the store's tools.
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
  // The value that means "not recorded": "none", "unknown", "-1" or "0"; "" if the column always
  // has a value.
  std::string_view null;
  std::string_view values;      // of an enum its words, separated by ", "
  std::string_view references;  // the table to which an id or event refers, or ""
  std::string_view coding;      // the name in schema.h
  uint32_t field = 0;           // in the table's message of a store file; 0 if not stored
  std::string_view sentence;
};

struct TableInfo {
  std::string_view name, sorted_by, sentence;
  uint32_t field = 0;  // of message Store; 0 if not stored
  std::vector<ColumnInfo> columns;
};

// All tables, in the order of the store file. Tables that are not stored come last.
const std::vector<TableInfo>& AllTables();

}  // namespace profiler

#endif  // PROFILER_STORE_SCHEMA_DESCRIBE_H_
