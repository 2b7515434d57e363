#include "profiler/analysis/instructions/hlo_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "profiler/analysis/ops/op_attribute.h"

namespace profiler {
namespace {

std::string MetadataText(const Profile& profile, const OpRow& op) {
  std::vector<std::string> parts;
  if (op.framework_op.valid()) {
    parts.push_back(
        fmt::format("op_name=\"{}\"", profile.strings[profile.ops.row[op.framework_op].name]));
  }
  if (op.frame.valid()) {
    const FrameRow& frame = profile.frames[op.frame];
    parts.push_back(fmt::format("source_file=\"{}\"", profile.strings[frame.file]));
    if (frame.line != kUnknown) parts.push_back(fmt::format("source_line={}", frame.line));
  }
  return parts.empty() ? "" : fmt::format(", metadata={{{}}}", fmt::join(parts, " "));
}

}  // namespace

std::string ShapeText(const Profile& profile, OpId op) {
  const std::vector<std::string_view> types = ElementTypesOf(profile, op);
  std::vector<std::string> shapes;
  for (const OpOutputShape& shape : profile.ops.output_shapes[op]) {
    const size_t slot = shapes.size();
    const std::string_view type = slot < types.size() ? types[slot] : std::string_view();
    const int64_t* const first = profile.ops.dims.data() + shape.first;
    shapes.push_back(type.ends_with(']')
                         ? std::string(type)  // a scalar, which has no dimensions
                         : fmt::format("{}[{}]", type, fmt::join(first, first + shape.count, ",")));
  }
  if (shapes.size() == 1) return shapes[0];
  return shapes.empty() ? "" : fmt::format("({})", fmt::join(shapes, ", "));
}

std::vector<std::string_view> ElementTypesOf(const Profile& profile, OpId op) {
  std::vector<std::string_view> types;
  std::string_view text = TextAttribute(profile, op, kElementTypes).value_or("");
  while (!text.empty()) {
    const std::string_view type = text.substr(0, text.find(','));
    types.push_back(type);
    text.remove_prefix(std::min(text.size(), type.size() + 1));
  }
  return types;
}

std::string InstructionText(const Profile& profile, OpId id) {
  const OpRow& op = profile.ops.row[id];
  std::vector<std::string> operands, controls;
  for (const OpInput& input : profile.ops.inputs[id]) {
    (input.control ? controls : operands)
        .push_back(fmt::format("%{}", profile.strings[profile.ops.row[input.producer].name]));
  }
  const std::string shape = ShapeText(profile, id);
  std::string text =
      fmt::format("%{} = {}{}{}({})", profile.strings[op.name], shape, shape.empty() ? "" : " ",
                  profile.strings[op.type], fmt::join(operands, ", "));
  if (!controls.empty()) {
    text += fmt::format(", control-predecessors={{{}}}", fmt::join(controls, ", "));
  }
  return text + MetadataText(profile, op);
}

}  // namespace profiler
