#ifndef PROFILER_ANALYSIS_COLLECTIVES_COMMUNICATION_H_
#define PROFILER_ANALYSIS_COLLECTIVES_COMMUNICATION_H_

#include <optional>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The way in which an op moves data between devices or workers.
enum class Communication : uint8_t {
  kNone,
  kTransfer,    // one rank sends, one receives
  kCollective,  // all ranks take part, e.g. all-reduce, all-gather
};

// `type` is an op's type or a kernel's name.
Communication CommunicationOf(std::string_view type);

// Whether a name is one that PyTorch's process groups give to a collective, e.g. "gloo:all_reduce".
bool IsProcessGroupName(std::string_view name);

// The name by which CommunicationOf judges an op: its type, or the name of a process group's
// annotation, whose type says only that it is an annotation.
StringId CommunicationName(const Profile& profile, OpId op);

// Whether the op is an instruction of a compiled program that moves data between devices. It does
// so whatever op of a framework it was made for: a partitioned dot_general has all-reduces, too.
bool IsCommunicationInstruction(const Profile& profile, OpId op);

// How a host's event takes part in a collective.
enum class HostRole : uint8_t {
  kWork,  // runs the collective: gloo, MPI, TensorFlow's ops
  kCall,  // requests the collective: a framework's op, NCCL's call
};
HostRole HostRoleOf(std::string_view name);

// Whether a host's send or receive of this name takes until the other rank is ready, too: PyTorch's
// and MPI's do, TensorFlow's begin when the sender has the tensor.
bool CallWaitsForOther(std::string_view name);

// Whether a library runs its collectives on hosts (gloo, MPI), even if accelerators run others.
bool RunsOnHosts(std::string_view name);

// Whether a kernel that CommunicationOf does not recognize has a name like a collective, e.g.
// "my_all_reduce".
bool LooksLikeCollective(std::string_view kernel);

// Caches CommunicationOf for a profile's ops and events.
class CommunicationTable {
 public:
  explicit CommunicationTable(const Profile& profile);

  Communication Of(OpId op) const { return op.valid() ? by_op_[op.row()] : Communication::kNone; }
  // On accelerators the kernel's name (the event's label) is used, as it is more precise than the
  // op.
  Communication OfEvent(const TrackRow& track, const Events& events, size_t event);

 private:
  Communication OfString(StringId text);

  const Profile& profile_;
  std::vector<Communication> by_op_;
  std::vector<std::optional<Communication>> by_string_;  // nullopt until computed
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COMMUNICATION_H_
