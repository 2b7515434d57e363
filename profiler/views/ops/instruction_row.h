#ifndef PROFILER_VIEWS_OPS_INSTRUCTION_ROW_H_
#define PROFILER_VIEWS_OPS_INSTRUCTION_ROW_H_

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// What tables of instructions say of one, or of a kernel that belongs to none.
struct InstructionRow {
  const Profile& profile;
  const HloUse& use;
  bool is_instruction = IsInstruction(profile, use.op);

  const OpRow& op() const { return profile.ops.row[use.op]; }
  std::string name() const {
    std::string name(profile.strings[op().name]);
    return is_instruction ? name : fmt::format("{}/{}", name, profile.strings[use.kernel]);
  }
  Value program() const {
    return op().module.valid() ? Known(profile.modules[op().module].program_id) : kAbsent;
  }
  std::string_view module() const {
    return op().module.valid() ? profile.strings[profile.modules[op().module].name] : "";
  }
  std::string_view category() const {
    return op().category.valid() ? profile.strings[op().category] : ShownType(profile, use.op);
  }
  std::string_view NameOfOp(OpId id) const {
    return id.valid() ? profile.strings[profile.ops.row[id].name] : "";
  }
  std::string_view framework_op() const {
    return NameOfOp(is_instruction ? op().framework_op : use.op);
  }
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_OPS_INSTRUCTION_ROW_H_
