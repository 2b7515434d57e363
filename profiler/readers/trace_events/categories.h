// What the category and the name of an event say it is (docs/store-mapping.md 4).
#ifndef PROFILER_READERS_TRACE_EVENTS_CATEGORIES_H_
#define PROFILER_READERS_TRACE_EVENTS_CATEGORIES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler::chrome_trace {

enum class Category : uint8_t {
  kOther,          // of no writer that is known: the slice of a thread
  kOp,             // cpu_op
  kAnnotation,     // user_annotation
  kPython,         // python_function
  kRuntime,        // a call of CUDA, HIP ...
  kDeviceWork,     // kernel, gpu_memcpy, gpu_memset
  kDeviceWait,     // cuda_sync
  kDeviceOverlay,  // gpu_user_annotation, cuda_profiler_range
  kMemory,         // cpu_instant_event "[memory]"
  kSpan,           // of the recording itself, and its overhead
};
Category FindCategory(std::string_view category);

// Work of a device stands on the device's tracks, whatever process it was written under.
constexpr bool IsOfDevice(Category category) {
  return category == Category::kDeviceWork || category == Category::kDeviceWait ||
         category == Category::kDeviceOverlay;
}

// What Kineto writes flows under.
bool IsLaunchFlow(std::string_view category);    // from a call of the runtime to a device's work
bool IsBackwardFlow(std::string_view category);  // from a forward op to its backward op

// "ProfilerStep#12": 12; kUnknown for other names.
int64_t StepOfAnnotation(std::string_view name);

// A mark of the recording itself, which is under no category: where it starts, or ends.
bool IsRecordingMark(std::string_view name);

// "nn.Module: Linear_0": "Linear_0"; empty for other names.
std::string_view ModuleOfFrame(std::string_view name);

// Methods of objects are named with the object's address, which says nothing of what ran:
// "<built-in method mm of Tensor object at 0x7f12>" without it.
std::string WithoutAddress(std::string_view name);

// "train.py(53): step", or TensorBoard's "$train.py:53 step": file, line and function of a Python
// frame. Without a line it is all function: "<built-in method ...>".
struct PythonFrame {
  std::string_view file, function;
  int64_t line = kUnknown;
};
PythonFrame SplitFrame(std::string_view name);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_CATEGORIES_H_
