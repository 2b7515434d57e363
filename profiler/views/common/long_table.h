#ifndef PROFILER_VIEWS_COMMON_LONG_TABLE_H_
#define PROFILER_VIEWS_COMMON_LONG_TABLE_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/statusor.h"
#include "profiler/query/hidden_rows.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// A table that may have millions of rows. Keeps little more than the shown rows in memory.
class LongTable {
 public:
  // Shows -top rows, or `most` without -top.
  LongTable(const Query& query, int64_t most, Report report);

  // Whether rows added from now on may be shown. Without sorting and filters, only the first rows
  // are shown.
  bool TakesMore() const { return sifts_ || report_.rows.size() <= most_; }
  Report& report() { return report_; }
  void RowAdded();
  // Counts a row that is hidden and was not added.
  void RowHidden(HiddenBy by) { hidden_.Add(by); }

  // Whether rows are left out without -top.
  bool IsCut();
  size_t most() const { return most_; }
  // `offered` is the number of rows before the table was cut.
  absl::StatusOr<Report> Finish(int64_t offered) &&;

 private:
  void Sift();

  const Query& query_;
  const bool sifts_;  // sorting or filters apply, so all rows must be examined
  const size_t most_;
  const HiddenBy limit_;
  HiddenRows hidden_;
  Report report_;
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_COMMON_LONG_TABLE_H_
