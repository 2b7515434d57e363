#ifndef PROFILER_OPEN_SNIFF_PPROF_H_
#define PROFILER_OPEN_SNIFF_PPROF_H_

#include "profiler/readers/common/format.h"

namespace profiler {

// pprof's format, which is recognized but not read yet.
extern const Format kPprofFormat;

}  // namespace profiler

#endif  // PROFILER_OPEN_SNIFF_PPROF_H_
