#ifndef PROFILER_REPORT_ROW_KIND_H_
#define PROFILER_REPORT_ROW_KIND_H_

#include <cstdint>

namespace profiler {

// The kind of a view's rows, which decides what exporters can write and how names of builds differ.
enum class RowKind : uint8_t {
  kOps,
  kKernels,
  kScopes,    // a tree of ops by name
  kDataFlow,  // a tree of ops by data flow
  kFrames,    // a tree of lines of source
  kOpTypes,
  kEvents,
  kOther,
};

}  // namespace profiler

#endif  // PROFILER_REPORT_ROW_KIND_H_
