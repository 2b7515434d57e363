#ifndef PROFILER_READERS_CHROME_TRACE_CHROME_TRACE_H_
#define PROFILER_READERS_CHROME_TRACE_CHROME_TRACE_H_

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

// Reads timelines in Chrome's JSON: PyTorch's (Kineto), TensorFlow's, TensorBoard's and any
// other's. docs/store-mapping.md 4 says what becomes of what.
absl::Status ReadChromeTrace(const Input& input, ProfileBuilder& builder, ImportReport& report,
                             RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_CHROME_TRACE_CHROME_TRACE_H_
