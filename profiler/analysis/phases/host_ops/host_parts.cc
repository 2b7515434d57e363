#include "profiler/analysis/phases/host_ops/host_parts.h"

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"

namespace profiler {

bool IsWrittenOp(const Profile& profile, OpId op) {
  return IsFrameworkOp(profile, WrittenOp(profile, op));
}

std::vector<HostPart> HostParts(const Profile& profile) {
  const CommunicationTable communication(profile);
  std::vector<HostPart> parts(profile.op_count(), HostPart::kNoOp);
  for (uint32_t i = 0; i < parts.size(); ++i) {
    const OpId op(i), written = WrittenOp(profile, op);
    if (!IsFrameworkOp(profile, written)) continue;
    const OpRow& row = profile.ops.row[written];
    const bool is_input = IsInputOp(profile.strings[row.name], profile.strings[row.type]);
    const bool is_collective =
        communication.Of(op) == Communication::kCollective &&
        HostRoleOf(profile.strings[CommunicationName(profile, op)]) == HostRole::kWork;
    parts[i] = is_input        ? HostPart::kInput
               : is_collective ? HostPart::kCollective
                               : HostPart::kCompute;
  }
  return parts;
}

}  // namespace profiler
