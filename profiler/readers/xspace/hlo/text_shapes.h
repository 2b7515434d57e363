// The shapes in an instruction's text, as TPUs name their events, of programs that were not
// recorded.
#ifndef PROFILER_READERS_XSPACE_HLO_TEXT_SHAPES_H_
#define PROFILER_READERS_XSPACE_HLO_TEXT_SHAPES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/builder.h"

namespace profiler::xspace {

// "f32[8,128]", without its layout. `type` is a part of the text.
struct TextShape {
  std::string_view type;
  std::vector<int64_t> dims;

  double elements() const;
};

struct InstructionShapes {
  std::vector<TextShape> results;   // of a tuple its arrays, in order
  std::vector<TextShape> operands;  // where the text has them before their names
};

// Of "%name = RESULT opcode(OPERANDS), ...". Empty where the text is cut or is no such one: results
// are all there, or none is.
InstructionShapes ShapesInText(std::string_view text);

// Adds to the op what such a text tells: its results' shapes and types, and the element type of its
// largest operand.
void AddTypesOfText(ProfileBuilder& builder, OpId op, std::string_view text);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_TEXT_SHAPES_H_
