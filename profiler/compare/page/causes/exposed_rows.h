// What collectives explain of a step's change: the time in which nothing hides them.
#ifndef PROFILER_COMPARE_PAGE_CAUSES_EXPOSED_ROWS_H_
#define PROFILER_COMPARE_PAGE_CAUSES_EXPOSED_ROWS_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"

namespace profiler {

// The rows of ops for sentences. Where collectives changed by clearly more than they do in the
// parts of the step, computing hides the rest: then one row has that part in place of theirs. May
// not be copied, as it owns that row's name.
struct ExposedRows {
  ExposedRows(const Change& step, const std::vector<DiffRow>& parts, std::vector<DiffRow> ops);
  ExposedRows(const ExposedRows&) = delete;
  ExposedRows& operator=(const ExposedRows&) = delete;

  std::vector<DiffRow> rows;

 private:
  std::string name_;
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_CAUSES_EXPOSED_ROWS_H_
