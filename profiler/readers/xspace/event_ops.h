#ifndef PROFILER_READERS_XSPACE_EVENT_OPS_H_
#define PROFILER_READERS_XSPACE_EVENT_OPS_H_

#include <string_view>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/xspace/plane.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// What op an event runs: docs/store-mapping.md 3 has the rules, and their order.
struct EventOp {
  OpId op;                   // invalid: what launched it tells
  bool has_own_name = true;  // the op's; else the event's name is its label
  bool is_python = false;    // a call of a Python function: its op depends on the stack
};

// The ops of a file, each once by (kind, module, name, frame).
class EventOps {
 public:
  explicit EventOps(ProfileBuilder& builder) : builder_(builder) {}

  // Of an event on a host's thread.
  EventOp OnHost(const EventMeta& meta, const StatSet& stats);
  // Of an event on a device's line; `is_op_line`: of HLO ops.
  EventOp OnDevice(const EventMeta& meta, const StatSet& stats, bool is_op_line);

  // What stands for an event that belongs to no op.
  OpId Runtime(std::string_view name);
  // A Python function's op under a stack.
  OpId Python(std::string_view name, FrameId frame);
  FrameId PythonFrame(std::string_view name, FrameId parent);

  // Without an opcode the name tells the type.
  OpId Hlo(ModuleId module, std::string_view name, std::string_view opcode = {});
  // One row per program.
  ModuleId Module(std::string_view name, int64_t program_id);
  // `scope/name:Type`; invalid for texts that name no op.
  OpId Framework(std::string_view tf_op);

 private:
  OpId Find(OpKind kind, ModuleId module, std::string_view name, std::string_view type,
            FrameId frame = FrameId());
  OpId HloOf(const StatSet& stats, std::string_view name);
  void Describe(OpId op, const StatSet& stats);

  ProfileBuilder& builder_;
  absl::flat_hash_map<std::tuple<OpKind, ModuleId, StringId, FrameId>, OpId> ops_;
  absl::flat_hash_map<int64_t, ModuleId> module_by_program_;
  absl::flat_hash_map<StringId, ModuleId> module_by_name_;  // of those without a program id
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_EVENT_OPS_H_
