// Which intervals of two lists overlap.
#ifndef PROFILER_SQL_SPANS_OVERLAPS_H_
#define PROFILER_SQL_SPANS_OVERLAPS_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace profiler::sql {

// [begin, end) of a row.
struct Span {
  int64_t begin = 0, end = 0;
  int64_t id = 0;
  uint32_t part = 0;  // only spans of one part are compared
};

struct SpanPair {
  int64_t begin = 0, duration = 0;  // what both have in common, which is never empty
  int64_t left = 0, right = 0;      // their ids
  uint32_t part = 0;
};

// All pairs of a left and a right span of one part that overlap, by part and begin. `check` ends it
// early; more than `most` pairs are an error.
absl::StatusOr<std::vector<SpanPair>> FindOverlaps(std::vector<Span> left, std::vector<Span> right,
                                                   size_t most,
                                                   const std::function<absl::Status()>& check);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_SPANS_OVERLAPS_H_
