#ifndef PROFILER_READERS_SAGEMAKER_PYTHON_STATS_H_
#define PROFILER_READERS_SAGEMAKER_PYTHON_STATS_H_

#include "profiler/readers/common/format.h"

namespace profiler {

// Statistics of Python's cProfile (pstats), and sessions of pyinstrument in JSON. Both are read as
// samples of functions (docs/store-mapping.md, section 5).
extern const Format kPythonStatsFormat;
extern const Format kPyinstrumentFormat;

}  // namespace profiler

#endif  // PROFILER_READERS_SAGEMAKER_PYTHON_STATS_H_
