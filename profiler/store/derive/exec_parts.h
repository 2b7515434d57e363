// The parts in which the totals of ops are added up: ranges of ops that threads take in turn, with
// the facts, events and row keys of each.
#ifndef PROFILER_STORE_DERIVE_EXEC_PARTS_H_
#define PROFILER_STORE_DERIVE_EXEC_PARTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/store/derive/exec_events.h"
#include "profiler/store/derive/exec_keys.h"
#include "profiler/store/profile.h"

namespace profiler::derive {

// The range of ops in each block of a table, so that summing a part of the ops does not scan all
// blocks. In most sources an op's facts are close together.
class OpsOfBlocks {
 public:
  void Add(OpId op) {  // of the next row
    if (rows_++ % kBlockRows == 0) blocks_.emplace_back();
    if (!op.valid()) return;
    blocks_.back().least = std::min(blocks_.back().least, op.row());
    blocks_.back().greatest = std::max(blocks_.back().greatest, op.row());
  }
  // Calls visit(block) for the blocks that may hold facts of these ops.
  template <typename Visit>
  void ForEach(OpRange ops, const Visit& visit) const {
    for (size_t block = 0; block < blocks_.size(); ++block) {
      if (blocks_[block].greatest >= ops.first && blocks_[block].least < ops.last) visit(block);
    }
  }
  // The number of blocks that ForEach() visits for all parts together.
  size_t VisitsOf(const std::vector<uint32_t>& part_of_op) const {
    size_t visits = 0;
    for (const Ops& ops : blocks_) {
      if (ops.least <= ops.greatest) visits += part_of_op[ops.greatest] - part_of_op[ops.least] + 1;
    }
    return visits;
  }
  size_t blocks() const { return blocks_.size(); }

 private:
  struct Ops {
    uint32_t least = OpId().row(), greatest = 0;
  };
  size_t rows_ = 0;
  std::vector<Ops> blocks_;
};

// The number of facts of each op (at least the op's number of exec rows), and the blocks that
// contain the facts.
struct ExecFacts {
  ExecFacts(const Profile& profile, size_t threads);

  std::vector<uint32_t> counts;  // by op
  OpsOfBlocks recorded, snapshots, kept;
};

// The inputs of the totals and the keys of their rows.
class ExecParts {
 public:
  ExecParts(const Profile& from, size_t threads);

  // Makes the events and keys of a group ready.
  void Begin(const EventsOfOps::Group& group, size_t threads);

  const Profile& profile;
  const ExecFacts facts;
  const std::vector<OpRange> ops;
  EventsOfOps events;
  std::vector<ExecKeys> keys;

 private:
  ExecKeys KeysOf(size_t part) const;
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_EXEC_PARTS_H_
