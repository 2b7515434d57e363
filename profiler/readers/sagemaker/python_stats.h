#ifndef PROFILER_READERS_SAGEMAKER_PYTHON_STATS_H_
#define PROFILER_READERS_SAGEMAKER_PYTHON_STATS_H_

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

// Reads the statistics that Python's cProfile dumps (pstats), into samples of functions.
// docs/store-mapping.md 5.
absl::Status ReadPythonStats(const Input& input, ProfileBuilder& builder, ImportReport& report,
                             RunContext& context);

// The same of a session of pyinstrument, in JSON.
absl::Status ReadPyinstrument(const Input& input, ProfileBuilder& builder, ImportReport& report,
                              RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_SAGEMAKER_PYTHON_STATS_H_
