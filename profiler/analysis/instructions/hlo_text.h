#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_HLO_TEXT_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_HLO_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The attribute with the element types of an instruction's results, e.g. "f32,s32[]", where []
// marks a scalar.
inline constexpr char kElementTypes[] = "element_types";

// The element types of the op's results, one per result; empty if the op has no such attribute.
std::vector<std::string_view> ElementTypesOf(const Profile& profile, OpId op);

// The types and shapes of the op's results: "f32[64,128]", or "(f32[64], s32[])" for several.
std::string ShapeText(const Profile& profile, OpId op);

// "%dot.3 = f32[64,128] dot(%p0, %p1), metadata={op_name="jit(f)/dot" source_file="a.py"
// source_line=9}", without the parts that were not recorded: layouts, attributes and, in older
// stores, element types.
std::string InstructionText(const Profile& profile, OpId op);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_HLO_TEXT_H_
