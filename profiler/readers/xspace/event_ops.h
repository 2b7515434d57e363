#ifndef PROFILER_READERS_XSPACE_EVENT_OPS_H_
#define PROFILER_READERS_XSPACE_EVENT_OPS_H_

#include <string_view>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/readers/xspace/plane.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// The op that an event runs: docs/store-mapping.md, section 3, has the rules and their order.
struct EventOp {
  OpId op;                   // invalid if the launch determines the op
  bool has_own_name = true;  // the op has the event's name; if false, that is the label
  bool is_python = false;    // a call of a Python function, whose op depends on the stack
};

// The ops of a file, identified by (kind, module, name, frame).
class EventOps {
 public:
  explicit EventOps(ProfileBuilder& builder) : builder_(builder) {}

  // Returns the op of an event on a thread of a host.
  EventOp OnHost(const EventMeta& meta, const StatSet& stats);
  // Returns the op of an event on a line of a device. `is_op_line` means that it is a line of HLO
  // ops.
  EventOp OnDevice(const EventMeta& meta, const StatSet& stats, bool is_op_line);

  // Returns the op of that name for events without another op. The runtime calls the same from many
  // lines, and on threads of its own: such an op is told apart by the stack around it.
  OpId Runtime(std::string_view name);
  OpId RuntimeIn(OpId op, FrameId frame);
  // Returns the op that TensorFlow runs by itself for Python, and the same one in a stack.
  OpId Eager(std::string_view name);
  OpId EagerIn(OpId op, FrameId frame);
  // Returns the op of a Python function that is called from a stack.
  OpId Python(std::string_view name, FrameId frame);
  FrameId PythonFrame(std::string_view name, FrameId parent);

  // Returns the op of an HLO instruction. Without an opcode the type is taken from the name.
  OpId Hlo(ModuleId module, std::string_view name, std::string_view opcode = {});
  // Returns the module of a program, and adds it if it is new.
  ModuleId Module(std::string_view name, int64_t program_id);
  // Returns the op for `scope/name:Type`, or an invalid id if the text names no op.
  OpId Framework(std::string_view tf_op);
  // The same of an HLO instruction.
  OpId FrameworkOf(std::string_view tf_op, std::string_view opcode);

 private:
  OpId Find(OpKind kind, ModuleId module, std::string_view name, std::string_view type,
            FrameId frame = FrameId());
  OpId Find(OpKind kind, ModuleId module, StringId name, std::string_view type, FrameId frame);
  OpId HloOf(const StatSet& stats, std::string_view name);
  // Returns the op of a collective that has the name of another op.
  OpId Collective(std::string_view name, std::string_view type);
  void Describe(OpId op, const StatSet& stats);
  void NoteMemory(OpId op, std::string_view text);
  void NoteHandler(OpId op, std::string_view text);

  ProfileBuilder& builder_;
  absl::flat_hash_map<std::tuple<OpKind, ModuleId, StringId, FrameId>, OpId> ops_;
  absl::flat_hash_map<std::pair<StringId, StringId>, OpId> collectives_;  // by name and type
  absl::flat_hash_set<OpId> noted_;                                       // whose memory is known
  absl::flat_hash_map<int64_t, ModuleId> module_by_program_;
  absl::flat_hash_map<StringId, ModuleId> module_by_name_;  // modules without a program id
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_EVENT_OPS_H_
