#ifndef PROFILER_REPORT_REPORT_BYTES_H_
#define PROFILER_REPORT_REPORT_BYTES_H_

#include <cstdint>

#include "profiler/report/report.h"

namespace profiler {

// As base/heap_bytes.h; without what a report shares with others.
uint64_t HeapBytes(const Report& report);
uint64_t HeapBytes(const Note& note);

}  // namespace profiler

#endif  // PROFILER_REPORT_REPORT_BYTES_H_
