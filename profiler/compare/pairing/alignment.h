#ifndef PROFILER_COMPARE_PAIRING_ALIGNMENT_H_
#define PROFILER_COMPARE_PAIRING_ALIGNMENT_H_

#include <cstddef>
#include <span>
#include <vector>

#include "profiler/compare/pairing/pair_cost.h"
#include "profiler/compare/row_pairs.h"

namespace profiler {

// Pairs rows without changing their order, so that pairs and rows without a partner cost the least
// (Needleman and Wunsch 1970). Of long lists, only rows at similar places are paired, so that time
// and memory stay bounded.
std::vector<RowPair> AlignRows(std::span<const size_t> base_rows, std::span<const size_t> new_rows,
                               const PairCosts& costs);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAIRING_ALIGNMENT_H_
