#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_OPS_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_OPS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The ops that a timeline draws, which are the ops in the rows of the view `graph`.
struct DrawnOps {
  static constexpr uint32_t kNotDrawn = UINT32_MAX;

  std::vector<uint32_t> rank;  // by op: the rank in the view, or kNotDrawn
  bool without_op = false;     // events without an op are drawn too
  int64_t hidden = 0;          // ops that options other than the type filter hide
  std::vector<Note> notes;     // the view's notes, e.g. on filters without a match

  bool Has(OpId op) const { return op.valid() ? rank[op.row()] != kNotDrawn : without_op; }
  uint32_t RankOf(OpId op) const { return op.valid() ? rank[op.row()] : kNotDrawn; }
};

// Gets the ops from the graph view. Some ops ran but have no row in tfprof (RecvTensor, and ops
// only reachable by a cycle); they are drawn after the others if the filters match them.
class OpPicker {
 public:
  OpPicker(const Profile& profile, Answerer& views);

  absl::StatusOr<DrawnOps> Pick(const Selected& selected, const Query& query, RunContext& context);

 private:
  using OpKey = std::pair<StringId, StringId>;  // module and name

  // The ops that are in no row of tfprof's view with any filters.
  struct LostOps {
    std::vector<char> has;  // by op
    bool any = false;

    friend uint64_t HeapBytes(const LostOps& lost) { return HeapBytes(lost.has); }
  };

  absl::StatusOr<LostOps> FindLost(RunContext& context) const;
  const std::vector<OpId>& OpsOf(const Row& row) const;
  // Gives a rank to ops in the report's rows that have no rank yet; with `only_lost`, only to lost
  // ops.
  void Rank(const Report& report, bool only_lost, DrawnOps& drawn) const;

  const Profile& profile_;
  Answerer& views_;
  absl::flat_hash_map<OpKey, std::vector<OpId>> ops_;
  std::shared_ptr<const LostOps> lost_;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_OPS_H_
