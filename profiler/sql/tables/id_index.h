// The rows of a table by a column of ids, such as `parent` of events. It is made by counting when a
// query first searches by the column or asks for groups of it.
#ifndef PROFILER_SQL_TABLES_ID_INDEX_H_
#define PROFILER_SQL_TABLES_ID_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "profiler/sql/tables/table.h"

namespace profiler::sql {

// Whether the rows can be counted by the column, in the order of its ids.
bool HasIds(const Table& table, size_t column);
// Whether they can be grouped by counting: by ids, or by texts, in no order.
bool HasGroups(const Table& table, size_t column);

class IdIndex {
 public:
  // Of the rows of the ranges.
  IdIndex(TableReader& reader, size_t column, const std::vector<RowRange>& ranges);

  // Null first, then by id, or texts one after the other; rows of one value keep their order.
  std::span<const uint32_t> All() const { return rows_; }
  std::span<const uint32_t> Of(int64_t id) const;
  size_t bytes() const {
    return rows_.capacity() * sizeof(uint32_t) + end_.capacity() * sizeof(size_t);
  }

 private:
  std::vector<size_t> end_;  // in rows_: of null, then of each id
  std::vector<uint32_t> rows_;
};

// The indices over all rows of a table, kept while a query runs.
class IdIndices {
 public:
  // Null if it would take too much memory.
  const IdIndex* By(size_t column, const Table& table, TableReader& reader);

 private:
  std::map<size_t, IdIndex> by_column_;
  size_t bytes_ = 0;
};

}  // namespace profiler::sql

#endif  // PROFILER_SQL_TABLES_ID_INDEX_H_
