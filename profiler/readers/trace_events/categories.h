// The kind of an event, from its category and name (docs/store-mapping.md 4).
#ifndef PROFILER_READERS_TRACE_EVENTS_CATEGORIES_H_
#define PROFILER_READERS_TRACE_EVENTS_CATEGORIES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler::chrome_trace {

enum class Category : uint8_t {
  kOther,          // any other category: a slice of a thread
  kOp,             // cpu_op
  kAnnotation,     // user_annotation
  kPython,         // python_function
  kRuntime,        // a call of CUDA, HIP ...
  kDeviceWork,     // kernel, gpu_memcpy, gpu_memset
  kDeviceWait,     // cuda_sync
  kDeviceOverlay,  // gpu_user_annotation, cuda_profiler_range
  kMemory,         // cpu_instant_event "[memory]"
  kSpan,           // the recording itself, and its overhead
};
Category FindCategory(std::string_view category);

// Whether slices of the category go to tracks of their device, whichever process they were written
// under.
constexpr bool IsOfDevice(Category category) {
  return category == Category::kDeviceWork || category == Category::kDeviceWait ||
         category == Category::kDeviceOverlay;
}

// The categories of Kineto's flows.
bool IsLaunchFlow(std::string_view category);    // from a runtime call to a device's work
bool IsBackwardFlow(std::string_view category);  // from a forward op to its backward op

// Returns 12 for "ProfilerStep#12", and kUnknown for other names.
int64_t StepOfAnnotation(std::string_view name);

// Whether an event of that name marks the start or end of the recording itself. Such events have no
// category.
bool IsRecordingMark(std::string_view name);

// Returns "Linear_0" for "nn.Module: Linear_0", and "" for other names.
std::string_view ModuleOfFrame(std::string_view name);

// Removes the object's address from the name of a method, e.g. from "<built-in method mm of Tensor
// object at 0x7f12>", so that calls with different objects get the same name.
std::string WithoutAddress(std::string_view name);

// Parses the name of a Python frame, "train.py(53): step" or TensorBoard's "$train.py:53 step", to
// file, line and function. A name without a line, e.g. "<built-in method ...>", is all function.
struct PythonFrame {
  std::string_view file, function;
  int64_t line = kUnknown;
};
PythonFrame SplitFrame(std::string_view name);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_CATEGORIES_H_
