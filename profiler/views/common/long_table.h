#ifndef PROFILER_VIEWS_COMMON_LONG_TABLE_H_
#define PROFILER_VIEWS_COMMON_LONG_TABLE_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/statusor.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// A table whose rows may be millions: never holds many more of them than are shown.
class LongTable {
 public:
  // Shows -top rows, or `most` where the query does not say how many.
  LongTable(const Query& query, int64_t most, Report report);

  // Where rows go, as long as this answers true: of rows that stand as they came the first count.
  bool TakesMore() const { return sifts_ || report_.rows.size() <= most_; }
  Report& report() { return report_; }
  void RowAdded();

  // Whether rows are left out that nobody asked to leave out.
  bool IsCut();
  size_t most() const { return most_; }
  // `offered` is how many rows there were in all.
  absl::StatusOr<Report> Finish(int64_t offered) &&;

 private:
  void Sift();

  const Query& query_;
  const bool sifts_;  // which rows are shown, only their values tell
  const size_t most_;
  Report report_;
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_COMMON_LONG_TABLE_H_
