#ifndef PROFILER_ANALYSIS_OPS_OP_ATTRIBUTE_H_
#define PROFILER_ANALYSIS_OPS_OP_ATTRIBUTE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// An attribute of a graph op, as its AttrValue holds it; none where the op has no such attribute,
// or it is of another kind.
std::optional<std::string_view> TextAttribute(const Profile& profile, OpId op,
                                              std::string_view name);
// The number of a DataType: 1 is float32, 19 float16 ...
std::optional<int64_t> TypeAttribute(const Profile& profile, OpId op, std::string_view name);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_OP_ATTRIBUTE_H_
