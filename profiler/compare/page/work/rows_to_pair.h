#ifndef PROFILER_COMPARE_PAGE_WORK_ROWS_TO_PAIR_H_
#define PROFILER_COMPARE_PAGE_WORK_ROWS_TO_PAIR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/samples/work_in_steps.h"
#include "profiler/compare/page/work/renamed_files.h"
#include "profiler/compare/row_pairs.h"
#include "profiler/store/profile.h"

namespace profiler {

// What the names of rows are, which says what of them stays from build to build.
enum class WorkNames : uint8_t { kOps, kKernels, kPaths, kLines };

// The rows of one side to pair, and which item each row is.
struct RowsToPair {
  std::vector<PairedRow> rows;
  std::vector<uint32_t> items;
  std::vector<std::string> made;  // owns shapes
};

// All rows of the work, without times. `renamed` are the files of lines; if `pairs_renamed` is
// false, rows are the same only by their whole names.
RowsToPair RowsOf(const Profile& profile, const WorkInSteps& work, WorkNames names,
                  const RenamedFiles& renamed, bool pairs_renamed);

// Fills the typical times of the rows.
void FillTimes(const WorkInSteps& work, RowsToPair& to);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_WORK_ROWS_TO_PAIR_H_
