#ifndef PROFILER_STORE_TRANSFORM_MERGE_FACTS_H_
#define PROFILER_STORE_TRANSFORM_MERGE_FACTS_H_

#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// Whether two profiles agree on an execution. Their time zeros may differ.
bool SameFact(const Profile& a, const ExecRow& x, const Profile& b, const ExecRow& y);

// Returns the path of the file that recorded the execution.
std::string_view PathOf(const Profile& profile, const ExecRow& row);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MERGE_FACTS_H_
