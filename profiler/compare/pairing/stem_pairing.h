// Pairs rows of one stem and type, by name or by their order in the program.
#ifndef PROFILER_COMPARE_PAIRING_STEM_PAIRING_H_
#define PROFILER_COMPARE_PAIRING_STEM_PAIRING_H_

#include <cstddef>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "profiler/compare/pairing/pair_cost.h"
#include "profiler/compare/row_pairs.h"

namespace profiler {

// The rows with one stem and type: mostly one of each side.
struct SameStem {
  absl::InlinedVector<size_t, 1> base, next;
  using Side = absl::InlinedVector<size_t, 1> SameStem::*;
};

// Threads may share it.
class StemPairing {
 public:
  StemPairing(const std::vector<PairedRow>& base, const std::vector<PairedRow>& next,
              const PairCosts& costs)
      : base_(base), next_(next), costs_(costs) {}

  std::vector<RowPair> Pair(const SameStem& rows) const;

 private:
  std::vector<RowPair> ByName(const SameStem& rows) const;
  // Aligns what has no partner of its name.
  std::vector<RowPair> PairRest(std::vector<RowPair> pairs) const;
  // Pairs what is left, in any order, if nothing but the name differs: rows that were moved.
  std::vector<RowPair> PairAlike(std::vector<RowPair> pairs) const;

  const std::vector<PairedRow>&base_, &next_;
  const PairCosts& costs_;
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAIRING_STEM_PAIRING_H_
