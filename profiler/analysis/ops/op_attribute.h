#ifndef PROFILER_ANALYSIS_OPS_OP_ATTRIBUTE_H_
#define PROFILER_ANALYSIS_OPS_OP_ATTRIBUTE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// Returns a graph op's attribute from its AttrValue; nullopt if the op has no such attribute, or if
// the attribute has another type.
std::optional<std::string_view> TextAttribute(const Profile& profile, OpId op,
                                              std::string_view name);
// Returns the number of a DataType, e.g. 1 for float32, 19 for float16.
std::optional<int64_t> TypeAttribute(const Profile& profile, OpId op, std::string_view name);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_OP_ATTRIBUTE_H_
