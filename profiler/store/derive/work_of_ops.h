#ifndef PROFILER_STORE_DERIVE_WORK_OF_OPS_H_
#define PROFILER_STORE_DERIVE_WORK_OF_OPS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether the name is of a function of CUDA or HIP, e.g. cudaMalloc, cuInit, hipFree.
inline bool IsOfDeviceRuntime(std::string_view name) {
  for (const std::string_view start : {"cuda", "cu", "hip"}) {
    if (!name.starts_with(start) || name.size() == start.size()) continue;
    const char next = name[start.size()];
    if (next >= 'A' && next <= 'Z') return true;
  }
  return false;
}

// Tells events of a framework's runtime that run within an op: they are the op's own work, such as
// TensorFlow's ParallelFor, in which an op computes on several threads. A call of a device's
// runtime (cudaLaunchKernel) is no such event: it is a row of its own.
class WorkOfOps {
 public:
  explicit WorkOfOps(const Profile& profile) : roles_(profile.op_count(), Role::kOther) {
    const StringId runtime = profile.strings.Find(kRuntimeType);
    const StringId mark = profile.strings.Find(kUserMarkType);
    const absl::flat_hash_set<std::string_view> step_marks = StepMarks(profile);
    for (uint32_t i = 0; i < roles_.size(); ++i) {
      const OpRow& row = profile.ops.row[OpId(i)];
      if (row.kind != OpKind::kRuntime) {
        const bool is_mark =
            (mark.valid() && row.type == mark) || step_marks.contains(profile.strings[row.name]);
        if (!is_mark) roles_[i] = Role::kOp;
      } else if (runtime.valid() && row.type == runtime &&
                 !IsOfDeviceRuntime(profile.strings[row.name])) {
        roles_[i] = Role::kRuntime;
      }
    }
  }

  bool MayHave(OpId op) const { return op.valid() && roles_[op.row()] == Role::kRuntime; }

  // By event of the track, whether it is such work; empty if none is. Only what xprof recorded has
  // any: elsewhere a device's runtime, whatever its name, is of this type, too.
  std::vector<char> Of(const Profile& profile, TrackId track) const {
    const SourceId source = profile.tracks[track].source;
    const Events& events = profile.events[track];
    if (events.parent.empty() || !source.valid() ||
        profile.sources[source].recorder != Recorder::kXprof) {
      return {};
    }
    std::vector<char> is_in_op(events.size()), is_work(events.size());
    bool has_work = false;
    for (uint32_t e = 0; e < events.size(); ++e) {  // parents come first
      const uint32_t parent = events.parent[e];
      if (parent == Events::kNoParent) continue;
      const OpId around = events.op[parent];
      const bool is_passed = !around.valid() || MayHave(around);
      is_in_op[e] =
          is_passed ? is_in_op[parent] : static_cast<char>(roles_[around.row()] == Role::kOp);
      is_work[e] = static_cast<char>(is_in_op[e] != 0 && MayHave(events.op[e]));
      has_work = has_work || is_work[e] != 0;
    }
    return has_work ? is_work : std::vector<char>();
  }

 private:
  enum class Role : uint8_t { kOther, kOp, kRuntime };

  // The names of marks around steps: "train" of the step "train 12", or the step's own name.
  static absl::flat_hash_set<std::string_view> StepMarks(const Profile& profile) {
    absl::flat_hash_set<std::string_view> names;
    for (const StepRow& step : profile.steps.values()) {
      const std::string_view name = profile.strings[step.name];
      names.insert(name);
      names.insert(name.substr(0, name.rfind(' ')));
    }
    return names;
  }

  std::vector<Role> roles_;  // by op
};

}  // namespace profiler

#endif  // PROFILER_STORE_DERIVE_WORK_OF_OPS_H_
