#ifndef PROFILER_REPORT_REPORT_BYTES_H_
#define PROFILER_REPORT_REPORT_BYTES_H_

#include <cstdint>

#include "profiler/report/report.h"

namespace profiler {

// Overloads of HeapBytes() (base/heap_bytes.h). They do not count the parts that a report shares
// with other reports.
uint64_t HeapBytes(const Report& report);
uint64_t HeapBytes(const Note& note);
uint64_t HeapBytes(const Finding& finding);

}  // namespace profiler

#endif  // PROFILER_REPORT_REPORT_BYTES_H_
