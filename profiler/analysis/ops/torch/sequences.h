// How programs of PyTorch go through sequences and inputs, one after another.
#ifndef PROFILER_ANALYSIS_OPS_TORCH_SEQUENCES_H_
#define PROFILER_ANALYSIS_OPS_TORCH_SEQUENCES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Calls of an op on all positions of a sequence, which is one longer than in the call before:
// generation without keys and values of earlier positions (a KV cache).
struct GrownPrefix {
  StringId op;
  int64_t grown = 0;  // how often the sequence was one longer
  int64_t shortest = 0, longest = 0;
};

// Calls of the cell of a recurrent layer, outside of such a layer.
struct CellLoop {
  StringId op;
  int64_t calls = 0;
  Int128 time = 0;  // in them
  EventId first;
};

// Matrix products of a recording without attention, embeddings and recurrent cells, which work on
// sequences, and without training.
struct ProductRows {
  int64_t calls = 0;
  int64_t of_one_row = 0;  // products of one row, as an input by itself makes them
  StringId op;             // the first of these
};

struct SequenceWork {
  std::optional<GrownPrefix> prefix;  // known by recorded shapes
  ProductRows products;               // known by recorded shapes
  std::vector<CellLoop> cells;        // in the whole steps, the longest first
  int64_t steps = 0;                  // the whole ones in which cells ran
  Int128 span = 0;                    // their time
};
absl::StatusOr<SequenceWork> SequenceWorkIn(const Selected& selected, const RunContext& context);

// Whether ops were recorded that tell it.
bool HasSequenceOps(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_TORCH_SEQUENCES_H_
