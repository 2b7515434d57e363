#ifndef PROFILER_ANALYSIS_SHAPES_EMBEDDING_TABLES_H_
#define PROFILER_ANALYSIS_SHAPES_EMBEDDING_TABLES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// A size of embedding tables of PyTorch whose gradient is dense, i.e. as large as the table.
struct EmbeddingTable {
  int64_t rows = 0, columns = 0;
  double element_bytes = kAbsentReal;
  double looked_up = 0;  // rows a step, each as often as it is; of all steps where none is known
  // Of the ops that make such a gradient, or take a tensor of the table's size, as optimizers do.
  // Self time, in picoseconds.
  Int128 time = 0;

  double bytes() const {
    return static_cast<double>(rows) * static_cast<double>(columns) * element_bytes;
  }
};

struct EmbeddingTables {
  std::vector<EmbeddingTable> tables;  // the one with most time first
  Int128 all_time = 0;                 // of all ops of the framework
};

// Times are those on accelerators where any op ran there, else those on hosts. Without tables that
// a product of matrices takes, too, as where input and output share their weights: then the
// gradient is dense whatever the embedding does.
absl::StatusOr<EmbeddingTables> DenseEmbeddingTables(const Selected& selected, RunContext& context);

// Whether ops ran that make dense gradients of embeddings, with recorded shapes.
bool HasDenseEmbeddings(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SHAPES_EMBEDDING_TABLES_H_
