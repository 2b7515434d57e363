// Which rows there are when steps are told by rank or by host, before anything is added up.
#ifndef PROFILER_ANALYSIS_STEPS_RANKS_RANK_ROWS_H_
#define PROFILER_ANALYSIS_STEPS_RANKS_RANK_ROWS_H_

#include <cstddef>
#include <vector>

#include "profiler/analysis/collectives/workers.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/rank_steps.h"

namespace profiler {

struct RankRows {
  std::vector<RankSteps> rows;  // with what tells them apart, and no times
  std::vector<size_t> row_of;   // by worker
};

// A row for each worker, or for each host, and for each rank of the job whose file holds no event.
RankRows RowsOfRanks(const Selected& selected, RankGroups groups, const Workers& workers);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_RANKS_RANK_ROWS_H_
