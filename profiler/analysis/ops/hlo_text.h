#ifndef PROFILER_ANALYSIS_OPS_HLO_TEXT_H_
#define PROFILER_ANALYSIS_OPS_HLO_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The attribute that holds the element types of an instruction's results: "f32,s32[]", [] of
// scalars.
inline constexpr char kElementTypes[] = "element_types";

// What it holds, one text a result; empty where it is not kept.
std::vector<std::string_view> ElementTypesOf(const Profile& profile, OpId op);

// "%dot.3 = f32[64,128] dot(%p0, %p1), metadata={op_name="jit(f)/dot" source_file="a.py"
// source_line=9}". What is not kept is left out: element types of older stores, layouts,
// attributes.
std::string InstructionText(const Profile& profile, OpId op);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_HLO_TEXT_H_
