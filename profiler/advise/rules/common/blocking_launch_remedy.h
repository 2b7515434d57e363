// What to do where launches wait for their kernels.
#ifndef PROFILER_ADVISE_RULES_COMMON_BLOCKING_LAUNCH_REMEDY_H_
#define PROFILER_ADVISE_RULES_COMMON_BLOCKING_LAUNCH_REMEDY_H_

#include <string_view>

namespace profiler {

// `call` is the runtime's function that launches.
inline std::string_view BlockingLaunchRemedy(std::string_view call) {
  return call.starts_with("hip")
             ? "unset HIP_LAUNCH_BLOCKING and AMD_SERIALIZE_KERNEL, and run without a debugger"
             : "unset CUDA_LAUNCH_BLOCKING, and run without a debugger or sanitizer, which also "
               "make launches wait";
}

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_BLOCKING_LAUNCH_REMEDY_H_
