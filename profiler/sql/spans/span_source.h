// The spans of a table, or of a SELECT, that span_join() is given.
#ifndef PROFILER_SQL_SPANS_SPAN_SOURCE_H_
#define PROFILER_SQL_SPANS_SPAN_SOURCE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/sql/connection.h"
#include "profiler/sql/spans/overlaps.h"

namespace profiler::sql {

// The values of partition columns, by the numbers that spans have for them.
class Partitions {
 public:
  using Value = std::variant<int64_t, double, std::string>;

  uint32_t NumberOf(const Value& value);
  const Value& operator[](uint32_t number) const { return *values_[number]; }
  size_t size() const { return values_.size(); }

 private:
  std::map<Value, uint32_t> numbers_;
  std::vector<const Value*> values_;
};

struct SpansOfSource {
  std::vector<Span> spans;
  bool is_partitioned = false;  // it has the partition column
};

// `source` is the name of a table or a SELECT. Its rows have `begin` and `duration` or `end`, and
// may have `id`, or else are numbered from 0. Rows without a time or a value of the partition
// column are left out.
absl::StatusOr<SpansOfSource> ReadSpans(std::string_view source, std::string_view partition_column,
                                        const Connection& connection, Partitions& partitions);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_SPANS_SPAN_SOURCE_H_
