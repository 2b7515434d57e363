// What was recorded beside the steps: peaks of memory, and metrics over time.
#ifndef PROFILER_COMPARE_PAGE_TABLES_RECORDED_ROWS_H_
#define PROFILER_COMPARE_PAGE_TABLES_RECORDED_ROWS_H_

#include <deque>
#include <string>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"
#include "profiler/query/query.h"

namespace profiler {

// Rows with the names that they refer to. Rows of a temporary cannot be taken: their names would
// be gone.
class RecordedRows {
 public:
  RecordedRows() = default;
  // A copy of the rows would refer to the names of the original.
  RecordedRows(const RecordedRows&) = delete;
  RecordedRows& operator=(const RecordedRows&) = delete;
  RecordedRows(RecordedRows&&) = default;
  RecordedRows& operator=(RecordedRows&&) = default;

  // Adds a row without a change. The reference is valid until the next one is added.
  DiffRow& Add(std::string name, std::string type = "");

  std::vector<DiffRow>& rows() & { return rows_; }
  const std::vector<DiffRow>& rows() const& { return rows_; }
  std::vector<DiffRow>& rows() && = delete;
  const std::vector<DiffRow>& rows() const&& = delete;

 private:
  std::deque<std::string> names_;  // of the rows; they stay in place when the deque grows or moves
  std::vector<DiffRow> rows_;
};

// Peaks by rank, device and allocator: of several runs their median. Verdicts are made by
// `comparison`'s tolerance alone.
RecordedRows CompareMemory(const Comparison& comparison, const Side& base, const Side& next);
// Metrics that both recorded. Samples depend on each other, so blocks of them are compared.
RecordedRows CompareMetrics(const Side& base, const Side& next, const Query& query);
bool HasMetrics(const Side& side, const Query& query);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_TABLES_RECORDED_ROWS_H_
