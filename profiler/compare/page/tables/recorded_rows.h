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

struct RecordedRows {
  std::deque<std::string> names;  // owns those of the rows
  std::vector<DiffRow> rows;
};

// Peaks by rank, device and allocator: of several runs their median. Verdicts are made by
// `comparison`'s tolerance alone.
RecordedRows CompareMemory(const Comparison& comparison, const Side& base, const Side& next);
// Metrics that both recorded. Samples depend on each other, so blocks of them are compared.
RecordedRows CompareMetrics(const Side& base, const Side& next, const Query& query);
bool HasMetrics(const Side& side, const Query& query);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_TABLES_RECORDED_ROWS_H_
