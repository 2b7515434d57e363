// Finds executions that an earlier part of the same run has as well, so that they count once.
#ifndef PROFILER_STORE_TRANSFORM_MERGE_REPEATS_H_
#define PROFILER_STORE_TRANSFORM_MERGE_REPEATS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "profiler/store/derive/work_of_ops.h"
#include "profiler/store/profile.h"
#include "profiler/store/transform/merge.h"
#include "profiler/store/transform/merge_part.h"

namespace profiler {

class RepeatedFacts {
 public:
  RepeatedFacts(const std::vector<Profile>& parts, const MergedPart& part, MergeReport& report)
      : parts_(parts), part_(part), report_(report) {}

  // Decides for each exec row of the current part, which is parts[i] and has its ops merged,
  // whether it is a duplicate, and for each step whether it stays separate. Duplicates within one
  // part were found when it was made.
  void Find(size_t i);

  // Whether the step conflicts with an earlier part.
  bool IsApart(size_t step) const { return apart_[step] != 0; }

  // Whether an earlier part has this execution of the current part.
  bool IsDropped(OpId op, StepId step, DeviceId device) {
    if (!any_dropped_ || !op.valid()) return false;
    const auto [first, last] = part_.profile->ExecsOf(op);
    for (uint32_t i = first; i < last; ++i) {
      const ExecRow& row = (*execs_)[i];
      if (row.step == step && row.device == device) return dropped_[i] != 0;
    }
    return false;
  }

  // By event of the track; empty if all stay. What is an op's work has no exec row of its own: it
  // goes with the op.
  std::vector<char> DroppedEvents(TrackId track);

 private:
  // (op, step number, rank, device), ids of the merged profile: ranks of one host share devices.
  using FactKey = std::tuple<OpId, int64_t, int64_t, DeviceId>;
  struct FactPlace {
    size_t part;
    ExecId row;
    uint32_t group;  // the part's number of the run
  };

  FactKey KeyOf(const ExecRow& row) const;
  void NoteConflict(const Profile& earlier_part, const ExecRow& earlier, const ExecRow& row);

  const std::vector<Profile>& parts_;
  const MergedPart& part_;  // the current one
  MergeReport& report_;
  std::map<uint32_t, std::map<FactKey, FactPlace>> facts_;  // by run

  // Of the current part:
  std::optional<PackedTable<ExecId, ExecRow>::Reader> execs_;
  std::optional<WorkOfOps> work_;
  std::vector<char> dropped_;  // by exec row: an earlier part has it
  bool any_dropped_ = false;
  std::vector<char> apart_;  // by step
};

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MERGE_REPEATS_H_
