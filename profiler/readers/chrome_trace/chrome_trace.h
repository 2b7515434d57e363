#ifndef PROFILER_READERS_CHROME_TRACE_CHROME_TRACE_H_
#define PROFILER_READERS_CHROME_TRACE_CHROME_TRACE_H_

#include "profiler/readers/common/format.h"

namespace profiler {

// Timelines in Chrome's JSON format, written by PyTorch (Kineto), TensorFlow, TensorBoard or any
// other program. docs/store-mapping.md, section 4, maps their fields.
extern const Format kChromeTraceFormat;

}  // namespace profiler

#endif  // PROFILER_READERS_CHROME_TRACE_CHROME_TRACE_H_
