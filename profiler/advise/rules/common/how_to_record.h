// What to record, for the recorder of a profile.
#ifndef PROFILER_ADVISE_RULES_COMMON_HOW_TO_RECORD_H_
#define PROFILER_ADVISE_RULES_COMMON_HOW_TO_RECORD_H_

#include <string>
#include <string_view>

#include "profiler/analysis/ops/framework_op.h"
#include "profiler/store/profile.h"

namespace profiler {

// What records executions of ops, after a colon; empty if that is not known.
std::string_view HowToRecordOps(const Profile& profile);

// What records Python's functions, after a semicolon; empty if they were, or if that is not known.
std::string HowToRecordPython(const Profile& profile);

// The same about Python's stacks.
std::string HowToRecordStacks(const Profile& profile);

// What records without Python's functions: "record without Python's stacks (with_stack=False)".
std::string_view HowToRecordLess(Framework framework);

// What records communication, after a semicolon; empty if that is not known.
std::string_view HowToRecordCommunication(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_HOW_TO_RECORD_H_
