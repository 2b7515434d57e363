#ifndef PROFILER_ANALYSIS_MEMORY_MEMORY_KINDS_H_
#define PROFILER_ANALYSIS_MEMORY_MEMORY_KINDS_H_

#include <cstdint>
#include <string_view>

namespace profiler {

enum class MemoryKind : uint8_t { kUnknown, kPinned, kPageable, kDevice };

// From where to where a copy copied.
struct CopiedMemory {
  MemoryKind from = MemoryKind::kUnknown, to = MemoryKind::kUnknown;
  bool is_copy = false;  // else the detail is of none
};

// As its detail says: "kind_src:pageable kind_dst:device size:64".
CopiedMemory CopiedMemoryOf(std::string_view detail);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_MEMORY_KINDS_H_
